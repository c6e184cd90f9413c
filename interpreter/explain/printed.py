"""A printed term: its text, and the values of its parts hanging where they stand."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a printed term: where it begins and ends in the text, and its value in words."""

    start: int
    end: int
    value: str


@dataclass(slots=True)
class Printed:
    """A term in words, and the parts of it that have a value worth showing."""

    text: str = ""
    parts: list[Part] = field(default_factory=list)

    def add(self, text: str) -> None:
        """Write on."""
        self.text += text

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each part with its value, once."""
        return tuple(dict.fromkeys((self.text[part.start : part.end], part.value) for part in self.parts))

    def drawing(self) -> str:
        """The text with the values hanging below their parts.

        Ann's Chips >= Ann's Stake
        |              |
        |              2
        1
        """
        places: dict[int, str] = {}
        for part in self.parts:
            places.setdefault(part.start, part.value)
        columns = sorted(places)
        if not columns:
            return self.text
        lines = [self.text, _bars(columns)]
        for number in reversed(range(len(columns))):
            lines.append(_bars(columns[:number]).ljust(columns[number]) + places[columns[number]])
        return "\n".join(lines)


def _bars(columns: Sequence[int]) -> str:
    text = ""
    for column in columns:
        text = text.ljust(column) + "|"
    return text
