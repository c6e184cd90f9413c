"""JUnit XML: a suite per file and a case per finding. Only errors fail; what could not be proved is a case that was
skipped; the rest is kept as output of the case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from rulelang.diagnostics.model import Diagnostic, Severity, in_reading_order
from rulelang.diagnostics.render.characters import visible
from rulelang.diagnostics.render.text import render_text


def render_junit(diagnostics: Sequence[Diagnostic]) -> str:
    """An empty list of suites says that nothing was found."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<testsuites {_counts(diagnostics)}>"]
    for path, group in groupby(in_reading_order(diagnostics), key=lambda diagnostic: diagnostic.span.source.path):
        found = list(group)
        lines.append(f'  <testsuite name="{_attribute(path)}" {_counts(found)}>')
        lines.extend(line for diagnostic in found for line in _case(diagnostic))
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _counts(diagnostics: Sequence[Diagnostic]) -> str:
    failures = sum(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)
    skipped = sum(diagnostic.severity is Severity.UNPROVED for diagnostic in diagnostics)
    return f'tests="{len(diagnostics)}" failures="{failures}" errors="0" skipped="{skipped}"'


def _case(diagnostic: Diagnostic) -> Iterator[str]:
    span = diagnostic.span
    name = f"{diagnostic.code} at {span.line}:{span.column}"
    yield f'    <testcase classname="{_attribute(span.source.path)}" name="{name}" line="{span.line}">'
    # Line feeds may stay in the text of an element; every other control character would make the XML invalid.
    body = "\n".join(escape(visible(line), quote=False) for line in render_text([diagnostic]).split("\n"))
    if diagnostic.severity is Severity.ERROR:
        yield f'      <failure message="{_attribute(diagnostic.message)}" type="{diagnostic.code}">{body}</failure>'
    elif diagnostic.severity is Severity.UNPROVED:
        yield f'      <skipped message="{_attribute(diagnostic.message)}"/>'
        yield f"      <system-out>{body}</system-out>"
    else:
        yield f"      <system-out>{body}</system-out>"
    yield "    </testcase>"


def _attribute(text: str) -> str:
    return escape(visible(text))
