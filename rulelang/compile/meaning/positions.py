"""`the position`, `the arrangement of Stones on any Point`: what lies where, as one number.

    tokens        each set of spaces, or each number of them in a place, times a weight of its own
    other pieces  a weight by look and place; how far from the end of a row or pile, and marks, are further factors
    marks, variables, who acts      each times a weight of its own

Nothing that counts may be hidden from anybody, so that the number tells no secret.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.context import Misread, column_of
from rulelang.compile.meaning.sets import Sets
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import POSITION, Typed
from rulelang.diagnostics.catalogue import hidden as hidden_wording
from rulelang.diagnostics.catalogue import positions as wording
from rulelang.graph.build import YES, either, elements_of, holds, intersect, is_there, plus, times
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Entry,
    Local,
    Members,
    Sequence,
    Size,
    SumIn,
    Term,
    TokenCount,
    TokenPlaces,
    WhileIn,
)
from rulelang.graph.terms.fingerprints import Fingerprint, weight
from rulelang.rulebook.world import PieceClass, Variable
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

#: What a weight is for; so no two have the same.
_SPACES, _COUNT, _LOOK, _DEPTH, _MARK, _VALUE, _WHO = range(7)

Product = tuple[Term, ...]


class Positions(Sets):
    """Reads phrases that stand for a position."""

    def position(self, scope: Scope, span: Span) -> Typed:
        world = self.world
        pieces, varieties = (1 << len(world.individuals)) - 1, (1 << len(world.varieties)) - 1
        parts = [*self._laid(pieces, varieties, self._everywhere().value, span, marked=True), *self._kept()]
        if scope.you is not None:
            parts.append((plus(scope.you.term, Const(1)), Const(weight(_WHO))))
        return Typed(Fingerprint(tuple(parts)), POSITION)

    def arrangement(self, node: tree.SetPhrase, scope: Scope) -> Typed:
        """Of some pieces only, or in some places only; which and where has to be known beforehand."""
        group = self.group(replace(node, filters=(), where=None, as_long_as=None), scope)
        places: Term = self._everywhere()
        for filter_ in node.filters:
            if not isinstance(filter_, tree.Located):
                raise Misread(wording.no_arrangement(node.span))
            places = intersect(places, self.place_set(filter_.places, scope))
        pieces, varieties, laid = group.mask, group.varieties, group.sort.form in ("piece", "token")
        if not isinstance(pieces, Const) or not isinstance(varieties, Const) or not isinstance(places, Const):
            raise Misread(wording.no_arrangement(node.span))
        if not laid or group.where != YES or node.where is not None or node.as_long_as is not None:
            raise Misread(wording.no_arrangement(node.span))
        parts = self._laid(pieces.value, varieties.value, places.value, node.span, marked=False)
        return Typed(Fingerprint(tuple(parts)), POSITION)

    # ---------------------------------------------------------------- what lies where

    def _laid(self, pieces: int, varieties: int, places: int, span: Span, *, marked: bool) -> Iterator[Product]:
        world = self.world
        kinds = [kind for kind in world.pieces.values() if kind.mask & pieces or kind.variety_mask & varieties]
        for place in elements_of(places):
            if self._is_secret(place, kinds):
                home = world.nature_of(place)
                raise Misread(hidden_wording.position_tells(span, home.name if home else world.place_names[place]))
        for kind in kinds:
            if kind.mask & pieces:
                self.book.compared.setdefault(kind.name, span)
            for variety in kind.varieties:
                if varieties >> variety & 1:
                    yield from self._tokens(variety, kind, places)
        if pieces:
            piece = self.book.local("piece")
            there = holds(Const(places), Cell("at", Local(piece))) if places != self._everywhere().value else YES
            marks = self._marks(Local(piece), pieces) if marked else ()
            factors = Fingerprint(((self._look(Local(piece)), *self._depth(Local(piece), places), *marks),))
            yield SumIn(piece, Members(Const(pieces)), either(there, factors, Const(0))), Const(1)

    def _is_secret(self, place: int, kinds: list[PieceClass]) -> bool:
        """May somebody not see which of these pieces lie there? How many do, everybody sees."""
        home, world = self.world.nature_of(place), self.world
        if home is None or home.sight == "open" or not any(world.takes(place, kind) for kind in kinds):
            return False
        lodgers = [kind for kind in world.pieces.values() if world.takes(place, kind)]
        looks = {(kind.name, world.individuals[piece].look) for kind in lodgers for piece in kind.individuals}
        return len(looks) + sum(len(kind.varieties) for kind in lodgers) > 1

    def _tokens(self, variety: int, kind: PieceClass, places: int) -> Iterator[Product]:
        world = self.world
        homes = [place for place in range(len(world.place_names)) if world.takes(place, kind)]
        spaces = sum(1 << place for place in homes if world.is_for_one(place))
        if spaces & places:
            found: Term = TokenPlaces(Const(1 << variety))
            yield (found if spaces & ~places == 0 else intersect(found, Const(places)), Const(weight(_SPACES, variety)))
        # What lies nowhere else lies in the box.
        told = places & ~(1 << world.box) if all(places >> place & 1 for place in homes) else places
        for place in homes:
            if told >> place & 1 and not spaces >> place & 1:
                yield TokenCount(Const(variety), Const(place)), Const(weight(_COUNT, variety, place))

    def _look(self, piece: Term) -> Term:
        """The weight of a piece's look where it lies."""
        world, count = self.world, len(self.world.place_names)
        looks = [one.look for one in world.individuals]
        self.book.table("piece look", lambda: looks, -1, column_of("piece", "look"))

        def weights() -> Iterator[int]:
            return (weight(_LOOK, look, place) for look in range(max(looks, default=-1) + 1) for place in range(count))

        self.book.table("weight of look and place", weights, 0)
        return Entry(
            "weight of look and place", plus(times(Entry("piece look", piece), Const(count)), Cell("at", piece))
        )

    def _depth(self, piece: Term, places: int) -> Iterator[Term]:
        """How far a piece is from the end of a row or pile."""
        world, place = self.world, Cell("at", piece)
        ordered = sum(1 << q for q in elements_of(places) if (home := world.nature_of(q)) is not None and home.order)
        if ordered:
            other = self.book.local("other")
            before = WhileIn(other, Sequence("order", self.order_start(place)), Compare("!=", Local(other), piece))
            count = len(world.individuals)
            self.book.table("weight of depth", lambda: (weight(_DEPTH, depth) for depth in range(count)), 1)
            yield either(holds(Const(ordered), place), Entry("weight of depth", Size(before)), Const(1))

    def _marks(self, piece: Term, pieces: int) -> Iterator[Term]:
        """What a piece is marked with, and what it has."""
        world = self.world
        for number, flag in enumerate(world.flags.values()):
            if self._holders(flag.holder) & pieces:
                yield either(holds(Cell(flag.region, Const(0)), piece), Const(weight(_MARK, number)), Const(1))
        for number, variable in enumerate(world.variables.values()):
            holders = self._holders(variable.holder)
            if holders & pieces and variable.noun != POSITION.noun:
                value = self._value(variable, self.held_index(variable.holder, piece))
                told = plus(times(value, Const(weight(_VALUE, number, 0))), Const(weight(_VALUE, number, 1)))
                yield either(holds(Const(holders), piece), told, Const(1)) if pieces & ~holders else told

    # ---------------------------------------------------------------- what else is kept

    def _kept(self) -> Iterator[Product]:
        """Marks and variables, apart from those of pieces."""
        for number, flag in enumerate(self.world.flags.values()):
            if not self._holders(flag.holder):
                yield Cell(flag.region, Const(0)), Const(weight(_MARK, number))
        for number, variable in enumerate(self.world.variables.values()):
            if not self._holders(variable.holder) and self.world.plurals(variable.noun) != POSITION.noun:
                for index in range(self._how_many(variable.holder)):
                    yield self._value(variable, Const(index)), Const(weight(_VALUE, number, index))

    def _value(self, variable: Variable, index: Term) -> Term:
        """What a variable holds as a number; 0 is nothing. A piece counts by its look and where it lies."""
        held = self.variable(variable, index)
        if held.sort.form == "piece":
            return either(is_there(held.term), self._look(held.term), Const(0))
        return plus(held.term, Const(1))

    def _holders(self, holder: str) -> int:
        """The pieces of a class that holds something; none if its members are no individual pieces."""
        return sum(kind.mask for kind in self.world.piece_classes(holder))

    def _how_many(self, holder: str) -> int:
        """How many there are of a class that holds something."""
        world = self.world
        if not holder:
            return 1
        if holder == "player":
            return world.players
        spaces = world.space_classes(holder)
        return len(world.kinds[holder].members) if holder in world.kinds else sum(len(one.members) for one in spaces)
