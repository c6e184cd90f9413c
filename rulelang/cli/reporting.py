"""Reports of every command that reports, in the formats that other tools take: one shape for all of them.

A command says what it found as findings with a place (`finding`), and what it tried as cases (`Case`); a
`CommandReport` puts them together with its text and its record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rulelang.cli.showing import rendered
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


@dataclass(frozen=True, slots=True)
class CommandReport:
    """What a command tells in each format; only what is asked for is made. `summary` stands behind the findings for
    people who listen; `errors` are mistakes of rulebooks that could not be looked at, for other tools."""

    command: str
    text: Callable[[], str]
    record: Callable[[], Any]
    findings: Callable[[], Sequence[Diagnostic]]
    cases: Callable[[], Iterable[Case]]
    summary: Callable[[], str] = str
    errors: Sequence[Diagnostic] = ()

    def printed(self, form: str) -> str:
        """In one of the formats."""
        match form:
            case "text":
                return self.text()
            case "json":
                return json_text(self.record())
            case "junit":
                return junit(self.command, list(self.cases()))
            case "plain":
                return "\n".join(filter(None, (rendered(self.findings(), form), self.summary())))
            case _:
                return rendered([*self.findings(), *self.errors], form)


def json_text(record: Any) -> str:
    """A record for programs."""
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


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
