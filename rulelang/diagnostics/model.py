"""A diagnostic is data; its words come from the catalogue and its looks from the renderers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Literal

from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, replace


class Severity(Enum):
    """How much a finding matters. An error means that the rulebook cannot be played as written.

    `UNPROVED` is no finding of fault: a question was asked of the rulebook and could not be answered either way."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"
    UNPROVED = "unproved"

    @property
    def rank(self) -> int:
        """0 for the gravest, so that findings can be sorted and compared with a threshold."""
        return list(Severity).index(self)


Safety = Literal["safe", "unsafe", "display"]
"""May a tool apply a fix? `safe`: unasked. `unsafe`: when asked. `display`: never, it only shows what to write."""


@dataclass(frozen=True, slots=True)
class Label:
    """A place in the text and a few words about it."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace what stands in `span`; an empty span inserts."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What to write instead. The edits belong together and do not overlap."""

    title: str
    edits: tuple[Edit, ...]
    safety: Safety = "unsafe"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding, complete enough for every renderer."""

    code: str
    severity: Severity
    message: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    fixes: tuple[Fix, ...] = ()
    citation: str | None = None

    @property
    def span(self) -> Span:
        return self.primary.span

    def cited(self, citation: str | None) -> Diagnostic:
        """The same finding with the sentence of the printed rulebook that the place stands for."""
        return replace(self, citation=citation)


def in_reading_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by file and place, the gravest first where they share a place, and without repetitions."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.span.source.path, d.span.start, d.severity.rank, d.code, d.message)))


def worst(diagnostics: Iterable[Diagnostic]) -> Severity | None:
    """The gravest severity among the findings."""
    return min((d.severity for d in diagnostics), key=lambda severity: severity.rank, default=None)
