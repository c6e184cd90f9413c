"""Short ways to write a catalogue entry: `say(message, at(...), because(...), Help(...))`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulelang.diagnostics.model import Edit, Fix, Label, Safety
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Note:
    """A fact the reader may not know."""

    text: str


@dataclass(frozen=True, slots=True)
class Help:
    """What to write."""

    text: str


Detail = Label | Note | Help | Fix | None
"""Whatever may follow message and place. `None` says nothing, so that a detail can depend on what is known."""


@dataclass(frozen=True, slots=True)
class Wording:
    """All a catalogue entry says; its decorator adds the code and the severity."""

    message: str
    primary: Label
    details: tuple[Detail, ...]

    def labels(self) -> tuple[Label, ...]:
        return tuple(detail for detail in self.details if isinstance(detail, Label))

    def notes(self) -> tuple[str, ...]:
        return tuple(detail.text for detail in self.details if isinstance(detail, Note))

    def helps(self) -> tuple[str, ...]:
        return tuple(detail.text for detail in self.details if isinstance(detail, Help))

    def fixes(self) -> tuple[Fix, ...]:
        return tuple(detail for detail in self.details if isinstance(detail, Fix))


def say(message: str, place: Label, *details: Detail) -> Wording:
    """What is wrong, where, and any number of details in the order in which they should be read."""
    return Wording(message, place, details)


def at(span: Span, text: str = "") -> Label:
    """The place that is wrong."""
    return Label(span, text)


def because(span: Span, text: str) -> Label:
    """Another place that explains the first: where an expectation comes from."""
    return Label(span, text)


def write_instead(title: str, span: Span, replacement: str, safety: Safety = "unsafe") -> Fix:
    """A fix with one edit."""
    return Fix(title, (Edit(span, replacement),), safety)


def quoted(word: str) -> str:
    """The author's words as messages show them: on one line, also if the author's line goes on on the next one."""
    return f"`{' '.join(word.split())}`" if "\n" in word else f"`{word}`"


def listed(items: Iterable[str], joint: str = "or") -> str:
    """`a`, `b` or `c`."""
    return joined([quoted(item) for item in items], joint)


def joined(items: Sequence[str], joint: str = "or") -> str:
    """a, b or c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def opening(text: str) -> str:
    """Words at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def counted(number: int, noun: str) -> str:
    """1 cell, 2 cells."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
