"""Reports of every command that reports, in the formats that other tools take: one shape for all of them.

A command says what it found as findings with a place (`finding`), and what it tried as cases (`Case`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulelang.diagnostics import Diagnostic, Label, Severity
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass

#: What every command that reports can write; some can write more.
REPORTS = ("text", "plain", "json", "sarif", "github", "junit")


@dataclass(frozen=True, slots=True)
class Case:
    """Something that was tried: it passed, it failed (`failure` says how), or it stayed open (`skipped` says why)."""

    name: str
    group: str
    seconds: float = 0.0
    failure: str = ""
    details: str = ""
    skipped: str = ""


def finding(
    code: str, severity: Severity, message: str, span: Span, notes: Iterable[str] = (), citation: str | None = None
) -> Diagnostic:
    """A finding that is none of `rulelang check`: its code is a word."""
    return Diagnostic(code, severity, message, Label(span), notes=tuple(notes), citation=citation or None)


def junit(title: str, cases: Sequence[Case]) -> str:
    """JUnit XML: one suite with a case for everything that was tried."""
    failed = sum(bool(case.failure) for case in cases)
    skipped = sum(bool(case.skipped) for case in cases)
    counts = f'tests="{len(cases)}" failures="{failed}" errors="0" skipped="{skipped}"'
    seconds = sum(case.seconds for case in cases)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f"<testsuites {counts}>",
        f'  <testsuite name="{_attribute(title)}" {counts} time="{seconds:.4f}">',
        *(line for case in cases for line in _case(case)),
        "  </testsuite>",
        "</testsuites>",
    ]
    return "\n".join(lines) + "\n"


def _case(case: Case) -> Iterator[str]:
    names = f'classname="{_attribute(case.group)}" name="{_attribute(case.name)}" time="{case.seconds:.4f}"'
    if case.failure:
        yield f"    <testcase {names}>"
        yield f'      <failure message="{_attribute(case.failure)}">{_text(case.details)}</failure>'
        yield "    </testcase>"
    elif case.skipped:
        yield f"    <testcase {names}>"
        yield f'      <skipped message="{_attribute(case.skipped)}"/>'
        yield "    </testcase>"
    else:
        yield f"    <testcase {names}/>"


def _attribute(text: str) -> str:
    from html import escape

    from rulelang.diagnostics.render.characters import visible

    return escape(visible(text))


def _text(text: str) -> str:
    from html import escape

    from rulelang.diagnostics.render.characters import visible

    return "\n".join(escape(visible(line), quote=False) for line in text.split("\n"))
