"""Terms about tokens: where they are counted is known from the layout."""

from __future__ import annotations

from typing import Final, Literal

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.term_context import TermContext
from interpreter.engine.lower.types import TRUTH, BitSet, Number
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.terms import Term


class TokenLowering:
    """Lowers questions about tokens; the rest of a term is left to `TermLowering`."""

    def __init__(self, values: TermContext) -> None:
        self._values: Final = values
        self._source: Final = values.source
        self._facts: Final = values.source.facts
        self._layout: Final = values.source.program.layout

    def number(
        self, term: terms.VarietyOf | terms.PlaceOf | terms.TokenAt | terms.TokenCount, scope: Bindings
    ) -> e.Expression:
        """A variety, a place, a token number, or how many there are."""
        type_ = self._source.number(term, scope.bounds)
        width = e.number(len(self._layout.varieties))
        match term:
            case terms.VarietyOf(token):
                held = self._values.body.hold("token", self._values.number(token, scope))
                rest = e.Binary(e.BinaryOp.REMAINDER, held, width, type_)
                if self._facts.bound(token, scope.bounds).never_nothing:
                    return rest
                return e.Select(e.Binary(e.BinaryOp.GREATER_EQUAL, held, e.number(0), TRUTH), rest, e.number(-1), type_)
            case terms.PlaceOf(token):
                # Rounded down, nothing stays nothing.
                return e.Binary(e.BinaryOp.DIVIDE, self._values.number(token, scope), width, type_)
            case terms.TokenAt(variety, place):
                kind = self._values.body.hold("variety", self._values.number(variety, scope))
                where = self._values.body.hold("place", self._values.number(place, scope))
                found = e.Binary(e.BinaryOp.ADD, kind, e.Binary(e.BinaryOp.MULTIPLY, width, where, type_), type_)
                there = [
                    e.Binary(e.BinaryOp.GREATER_EQUAL, value, e.number(0), TRUTH)
                    for value, part in ((kind, variety), (where, place))
                    if not self._facts.bound(part, scope.bounds).never_nothing
                ]
                return e.Select(e.all_of(tuple(there)), found, e.number(-1), type_) if there else found
            case terms.TokenCount(variety, place):
                return self._count(variety, place, scope)

    def _count(self, variety: Term, place: Term, scope: Bindings) -> e.Expression:
        sort = self.storing(variety, place, scope)
        where = self._values.number(place, scope)
        if sort == "set":
            return e.Binary(e.BinaryOp.HAS, self.set_cell(variety, scope), where, TRUTH)
        if sort == "count" and isinstance(variety, terms.Const):
            return self.count_cell(variety.value, where, place)
        given = self._values.number(variety, scope), where
        return e.Intrinsic(e.IntrinsicOp.TOKEN_COUNT, given, (), Number(0, self._most))

    def count_cell(self, variety: int, where: e.Expression, place: Term) -> e.Load:
        """The cell that counts a variety at a place that can hold it."""
        if isinstance(place, terms.Const):
            found = self._facts.cell(self._layout.tokens[variety].counts[place.value])
            return self._values.load(found.region, found.index, scope=_NOWHERE)
        cells = self._facts.cells_of(variety)
        index = e.LoadEntry(cells, where, Number(0, self._layout.size - 1))
        return e.Load("tokens", 0, self._layout.size, index, Number(0, self._most))

    @property
    def _most(self) -> int:
        regions = self._layout.regions.values()
        return max(
            (region.high for region in regions if region.role == "tokens" and region.kind == "number"), default=1
        )

    def storing(self, variety: Term, place: Term, scope: Bindings) -> Literal["set", "count", ""]:
        """Are all tokens of what `variety` and `place` can be stored in sets, in counts, or either ("")?

        For nowhere, "set" reads and writes nothing, because the set of nothing is empty.
        """
        kinds, where = self._facts.bound(variety, scope.bounds), self._facts.bound(place, scope.bounds)
        if not kinds.never_nothing or kinds.among is None or where.among is None or where.low is None:
            return ""
        stores = self._facts.stores(kinds.among)
        if all(store.set_cell >= 0 and where.among & ~store.set_places == 0 for store in stores):
            return "set"
        places = set(members(where.among))
        return "count" if where.low >= 0 and all(places <= set(store.counts) for store in stores) else ""

    def set_cell(self, variety: Term, scope: Bindings) -> e.Load:
        """The cell with the set of places of a variety that has one, to read or to write."""
        every = BitSet(len(self._layout.places))
        if isinstance(variety, terms.Const):
            cell = self._facts.cell(self._layout.tokens[variety.value].set_cell)
            return self._values.load(cell.region, cell.index, scope)
        numbers = (*(max(store.set_cell, 0) for store in self._layout.tokens), 0)
        table = self._facts.invent_table("set cells", numbers)
        index = e.LoadEntry(table, self._values.number(variety, scope), Number(0, self._layout.size - 1))
        return e.Load("tokens", 0, self._layout.size, index, every)

    def places(self, varieties: Term, scope: Bindings) -> e.Expression:
        """The places, of those stored as a set, that hold one of some varieties."""
        match varieties:
            case terms.Single(variety) if self._has_set_cell(variety, scope):
                return self.set_cell(variety, scope)
            case _:
                every = BitSet(len(self._layout.places))
                return e.Intrinsic(e.IntrinsicOp.TOKEN_PLACES, (self._values.set(varieties, scope),), (), every)

    def _has_set_cell(self, variety: Term, scope: Bindings) -> bool:
        bound = self._facts.bound(variety, scope.bounds)
        return bound.never_nothing and all(store.set_cell >= 0 for store in self._facts.stores(bound.among))


_NOWHERE: Final = Bindings({}, {})
