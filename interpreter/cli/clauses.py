"""Rules that answer a question about a game, as findings at their places: for `why` and `why-not`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from interpreter.cli.loading import Loaded
from rulelang.cli.reporting import Case, finding, junit
from rulelang.cli.showing import rendered
from rulelang.diagnostics import Severity
from rulelang.graph.program import Origin
from rulelang.source import Span


class ToldClause(Protocol):
    """A rule with the values of its parts."""

    @property
    def text(self) -> str:
        """The rule in words."""

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """Its parts, and what each came to."""

    @property
    def origin(self) -> Origin | None:
        """Where it stands."""


def clauses_report(
    loaded: Loaded, form: str, command: str, about: str, clauses: Sequence[ToldClause], *, bad: bool
) -> str:
    """One finding for each clause, in one of the formats other tools take. `bad`: they stand against something."""
    code, severity = ("not-possible", Severity.WARNING) if bad else ("at-work", Severity.NOTE)
    found = []
    for clause in clauses:
        origin = clause.origin or Origin(None)
        span = (origin.span or Span(loaded.source, 0, 0)).first_line
        notes = [f"{name} = {value}" for name, value in clause.values]
        found.append(finding(code, severity, f"{about}: {clause.text}", span, notes, origin.cite))
    if form == "junit":
        failure = found[0].message if found and bad else ""
        return junit(f"rulelang {command}", [Case(about, loaded.rulebook.title, 0, failure, rendered(found, "plain"))])
    return rendered(found, form)
