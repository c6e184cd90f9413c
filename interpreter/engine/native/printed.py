"""A printed game: one text, or several that are compiled side by side and linked.

A compiler takes half a minute for the largest games, and most machines have cores to spare. Routines are what is
divided: they know one another by their heads. What comes before them (types, tables, fixed C) is in every part, what
comes after them (what whoever drives the game asks) in the first one alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Final

from rulelang.tuning.fast_dataclass import dataclass

_STATIC: Final = "static "
_INLINE: Final = "static inline "


@dataclass(frozen=True, slots=True)
class PrintedGame:
    """The C of a program, and what its faults say: templates for the value of the fault, by their numbers. Each head is
    the first line of a routine, or of what comes after the routines and is called by them."""

    before: str
    heads: tuple[str, ...]
    routines: tuple[str, ...]
    after: str
    messages: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join([self.before, *(f"{head};" for head in self.heads), *self.routines, self.after])

    def parts(self, count: int) -> tuple[str, ...]:
        """All of it, as so many texts of about the same length."""
        if count < 2:
            return (self.text,)
        plain = {head: head.removeprefix(_STATIC) for head in self.heads}
        heads = [f"{head};" for head in plain.values()]

        def known_elsewhere(text: str) -> str:
            for line in _first_lines(text):
                head = line.replace(_INLINE, _STATIC, 1)
                if head in plain:
                    text = text.replace(f"{line}\n{{", f"{plain[head]}\n{{", 1)
            return text

        routines: list[list[str]] = [[] for _ in range(count)]
        sizes = [len(self.after), *map(len, self.routines)]
        ends, whole = accumulate(sizes), sum(sizes)
        next(ends)
        for text, end in zip(self.routines, ends, strict=True):
            routines[min(end * count // whole, count - 1)].append(known_elsewhere(text))
        afters = [known_elsewhere(self.after), *[""] * (count - 1)]
        return tuple("\n".join([self.before, *heads, *some, after])
                     for some, after in zip(routines, afters, strict=True))  # fmt: skip


def _first_lines(text: str) -> Iterator[str]:
    """The lines that functions begin with."""
    lines = text.split("\n")
    return (line for line, after in pairwise(lines) if after == "{" and line.startswith(_STATIC))
