"""What effects have put into cells, in terms of the state before them.

x := 3; y := x + 1              x holds 3, y holds 4
pay[you * 6] := 0               that cell holds 0; pay[you * 6 + 1] is another, of pay[seat] nobody knows
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.engine.lower.analysis.algebra import FALSE, TRUE
from rulelang.graph import terms
from rulelang.graph.access import Key
from rulelang.graph.terms import Const, Term


class Stored:
    """Knows of each region which of its cells were written; no two of them are perhaps the same one."""

    def __init__(self, known: dict[Key, Term] | None = None, at: dict[tuple[str, Term], Term] | None = None) -> None:
        #: Cells with a number for index.
        self.known: Final = {} if known is None else known
        #: Cells whose number hangs on the state before.
        self._at: Final = {} if at is None else at

    def __bool__(self) -> bool:
        return bool(self.known or self._at)

    def copy(self) -> Stored:
        """The same, to be written further by itself."""
        return Stored(dict(self.known), dict(self._at))

    def regions(self) -> set[str]:
        """Those of which a cell was written."""
        return {region for region, _ in (*self.known, *self._at)}

    def terms(self) -> Iterator[Term]:
        """All that cells hold, and their numbers."""
        yield from self.known.values()
        yield from self._at.values()
        yield from (index for _, index in self._at)

    def put(self, region: str, index: Term, value: Term) -> bool:
        """Write a cell; False if it may be one that was written under another number."""
        if not all(index == one or _differ(index, one) for one in self._written(region)):
            return False
        if isinstance(index, Const):
            self.known[region, index.value] = value
        else:
            self._at[region, index] = value
        return True

    def lose(self, region: str) -> None:
        """Nothing is known of a region."""
        for key in [key for key in self.known if key[0] == region]:
            del self.known[key]
        for at in [at for at in self._at if at[0] == region]:
            del self._at[at]

    def value(self, region: str, index: Term) -> Term:
        """What a cell holds."""
        cell = terms.Cell(region, index)
        if isinstance(index, Const):
            return self.known.get((region, index.value), cell)
        return self._at.get((region, index), cell)

    def is_doubtful(self, region: str, index: Term) -> bool:
        """Nobody knows whether a cell is one of those that were written."""
        written = self._written(region)
        return index not in written and not all(_differ(index, one) for one in written)

    def fork(self, test: Term, first: Stored, second: Stored) -> set[str]:
        """Each cell holds what it holds on the one side where a condition holds, or else what it holds on the other.
        Given are the regions of which nobody knows what they hold then."""
        known = [(region, Const(index)) for region, index in (*first.known, *second.known)]
        return {
            region
            for region, index in dict.fromkeys((*known, *first._at, *second._at))
            if not self.put(region, index, _chosen(test, first.value(region, index), second.value(region, index)))
        }

    def _written(self, region: str) -> list[Term]:
        """The numbers of the cells of a region that were written."""
        known = [Const(index) for name, index in self.known if name == region]
        return [*known, *(index for name, index in self._at if name == region)]


def _differ(one: Term, other: Term) -> bool:
    """Are two numbers certainly not the same?"""
    (base, more), (other_base, other_more) = _shifted(one), _shifted(other)
    return base == other_base and more != other_more


def _shifted(number: Term) -> tuple[Term, int]:
    match number:
        case Const(value):
            return Const(0), value
        case terms.Arithmetic("+", base, Const(value)) | terms.Arithmetic("+", Const(value), base):
            return base, value
        case _:
            return number, 0


def _chosen(test: Term, then: Term, otherwise: Term) -> Term:
    if test == TRUE or then == otherwise:
        return then
    return otherwise if test == FALSE else terms.IfElse(test, then, otherwise)
