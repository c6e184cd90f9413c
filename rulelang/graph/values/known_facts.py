"""Facts: what is known at one moment of the game.

    bounds    between what sums of values lie: the Coins of Ann minus the Price at most 0
    cells     between what the numbers of a region lie, one for each cell, or one for all of them
    sets      what is certainly in a set of the state, what may be, and how much it is
    choices   conditions of which not all can hold: not (the Moves are 100 and something can be moved)

What is not among them may be anything its own bounds allow. Facts are never changed, only replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from rulelang.graph.bounds import Bound
from rulelang.graph.terms import Term
from rulelang.graph.values.intervals import ANYTHING, Range, hull, narrowed, scaled

Combination: TypeAlias = frozenset[tuple[int, int]]
"""A sum of atoms, each with its factor, in a form that can be looked up."""
Content: TypeAlias = tuple[int, int, int, int]
"""A set: the members it certainly has, those it may have, and the least and the greatest number of them."""

_NO_CELLS: Final[Mapping[str, tuple[Range, ...]]] = MappingProxyType({})
_NO_SETS: Final[Mapping[str, tuple[Content, ...]]] = MappingProxyType({})


class KnownFacts:
    """What is known; with room to remember answers that follow from it."""

    __slots__ = ("_pairs", "answers", "bounds", "cells", "choices", "definitions", "sets")

    def __init__(
        self,
        bounds: Mapping[Combination, Range] | None = None,
        cells: Mapping[str, tuple[Range, ...]] = _NO_CELLS,
        sets: Mapping[str, tuple[Content, ...]] = _NO_SETS,
        choices: tuple[tuple[Term, ...], ...] = (),
    ) -> None:
        self.bounds: Mapping[Combination, Range] = bounds if bounds is not None else {}
        self.cells = cells
        self.sets = sets
        self.choices = choices
        self._pairs: dict[int, list[tuple[Combination, Range]]] | None = None
        self.answers: dict[object, Range] = {}
        """For terms, and for atoms by their numbers."""
        self.definitions: dict[tuple[str, tuple[Bound, ...]], Range] = {}

    def of(self, parts: Mapping[int, int]) -> Range:
        """Bounds of a sum, if it is one of those known."""
        return self.bounds.get(frozenset(parts.items()), ANYTHING) if self.bounds else ANYTHING

    def pairs(self, atom: int) -> list[tuple[Combination, Range]]:
        """The known sums of an atom and another one."""
        if self._pairs is None:
            self._pairs = {}
            for parts, bounds in self.bounds.items():
                if len(parts) == 2:
                    for part, factor in parts:
                        if factor == 1:
                            self._pairs.setdefault(part, []).append((parts, bounds))
        return self._pairs.get(atom, [])

    def with_bounds(self, bounds: Mapping[Combination, Range]) -> KnownFacts:
        """With other bounds of sums."""
        return KnownFacts(bounds, self.cells, self.sets, self.choices)

    def with_cells(self, cells: Mapping[str, tuple[Range, ...]]) -> KnownFacts:
        """With these cells known better, or otherwise."""
        return KnownFacts(self.bounds, {**self.cells, **cells}, self.sets, self.choices)

    def with_sets(self, sets: Mapping[str, tuple[Content, ...]]) -> KnownFacts:
        """With these sets known better, or otherwise."""
        return KnownFacts(self.bounds, self.cells, {**self.sets, **sets}, self.choices)

    def with_choice(self, conditions: tuple[Term, ...]) -> KnownFacts:
        """With conditions of which not all hold."""
        return KnownFacts(self.bounds, self.cells, self.sets, (*self.choices, conditions))

    def learning(self, parts: Mapping[int, int], interval: Range) -> KnownFacts | None:
        """With one more bound; None if it contradicts what is known."""
        found = narrowed(self.of(parts), interval)
        if found is None:
            return None
        opposite = frozenset((part, -factor) for part, factor in parts.items())
        return self.with_bounds({**self.bounds, frozenset(parts.items()): found, opposite: scaled(found, -1)})

    def without(self, stale: Callable[[Combination], bool], changed: Callable[[Term], bool]) -> KnownFacts:
        """Without all that is stale: sums, and choices that speak of what has changed."""
        bounds = {parts: bounds for parts, bounds in self.bounds.items() if not stale(parts)} if self.bounds else {}
        choices = tuple(one for one in self.choices if not any(changed(part) for part in one))
        if len(bounds) == len(self.bounds) and len(choices) == len(self.choices):
            return self
        return KnownFacts(bounds, self.cells, self.sets, choices)

    def or_else(self, other: KnownFacts) -> KnownFacts:
        """What is known if one or the other holds."""
        if self is other:
            return self
        found = {}
        for parts, bounds in self.bounds.items():
            if parts in other.bounds:
                around = hull(bounds, other.bounds[parts])
                if around != ANYTHING:
                    found[parts] = around
        cells = {
            region: _hulls(values, other.cells[region])
            for region, values in self.cells.items()
            if region in other.cells and len(values) == len(other.cells[region])
        }
        sets = {
            region: tuple(_either(one, two) for one, two in zip(values, other.sets[region], strict=True))
            for region, values in self.sets.items()
            if region in other.sets
        }
        return KnownFacts(found, cells, sets, tuple(one for one in self.choices if one in other.choices))

    def copied(self, source: int, target: int) -> KnownFacts:
        """What is known of one atom is also known of another that has just become equal to it."""
        found = dict(self.bounds)
        for parts, bounds in self.bounds.items():
            factors = dict(parts)
            if source in factors and target not in factors:
                factors[target] = factors.pop(source)
                found[frozenset(factors.items())] = bounds
        return self.with_bounds(found)


def _hulls(one: tuple[Range, ...], other: tuple[Range, ...]) -> tuple[Range, ...]:
    return one if one == other else tuple(hull(a, b) for a, b in zip(one, other, strict=True))


def _either(one: Content, other: Content) -> Content:
    if one == other:
        return one
    return one[0] & other[0], one[1] | other[1], min(one[2], other[2]), max(one[3], other[3])


NOTHING_KNOWN: Final = KnownFacts()
