"""Which statements of the printed rules a mutant belongs to: those cited where it changes something, by the sentence
or above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from sys import maxsize
from typing import Final, Literal, NamedTuple

from rulelang.mutation.mutant import Mutant
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.statements import cited
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


class _Home(NamedTuple):
    start: int
    end: int
    statements: tuple[str, ...]


class Homes:
    """The constructs of a rulebook that cite statements, and what stands around them."""

    def __init__(self, written: WrittenRulebook) -> None:
        self._written: Final = written
        self._homes: Final[dict[int, list[_Home]]] = {}

    def nearest(self, mutant: Mutant) -> tuple[str, ...]:
        """Those cited by the smallest construct around what a mutant changes, and by constructs that it changes as a
        whole."""
        found: dict[str, None] = {}
        for edit in mutant.edits:
            homes = self._of(mutant)
            about = [home for home in homes if home.start <= edit.span.start and edit.span.end <= home.end]
            inside = [home for home in homes if edit.span.start <= home.start and home.end <= edit.span.end]
            smallest = sorted(about, key=lambda home: home.end - home.start)[:1]
            for home in (*smallest, *inside):
                found.update(dict.fromkeys(home.statements))
        return tuple(found)

    def around(self, mutant: Mutant) -> tuple[str, ...]:
        """Those cited by any construct around what it changes."""
        homes = self._of(mutant)
        found = (
            home.statements
            for edit in mutant.edits
            for home in homes
            if home.start <= edit.span.start and edit.span.end <= home.end
        )
        return tuple(dict.fromkeys(number for numbers in found for number in numbers))

    def _of(self, mutant: Mutant) -> list[_Home]:
        place = mutant.changes[0][0]
        if place not in self._homes:
            placed = self._written.items[place]
            self._homes[place] = [_home(cite, node.span.start, node.span.end) for cite, node in cited(placed)]
            if placed.headings.cite is not None:
                # What a heading, a card's text or a variant cites is said of all that stands there.
                self._homes[place].append(_home(placed.headings.cite, 0, maxsize))
        return self._homes[place]


def _home(cite: tree.Cite, start: int, end: int) -> _Home:
    return _Home(start, end, tuple(word.text for word in cite.statements))


@dataclass(frozen=True, slots=True)
class Held:
    """How many of the mutants that belong to a statement were noticed, and how many were not."""

    noticed: int = 0
    missed: int = 0


Outcome = Literal["noticed", "missed"]


def held(written: WrittenRulebook, mutants: Iterable[Mutant], outcomes: Mapping[str, Outcome]) -> dict[str, Held]:
    """What mutants say about every statement: those nearest to it, or all inside of what cites it where none are."""
    homes = Homes(written)
    nearest: dict[str, list[Outcome]] = {}
    around: dict[str, list[Outcome]] = {}
    for mutant in mutants:
        outcome = outcomes.get(mutant.key)
        if outcome is not None:
            for number in homes.nearest(mutant):
                nearest.setdefault(number, []).append(outcome)
            for number in homes.around(mutant):
                around.setdefault(number, []).append(outcome)
    found = {number: nearest.get(number) or around.get(number, []) for number in {*nearest, *around}}
    return {number: Held(all_.count("noticed"), all_.count("missed")) for number, all_ in found.items()}
