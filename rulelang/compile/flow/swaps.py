"""Swapping pieces, and showing them."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.moves import Moves
from rulelang.compile.groups import Group
from rulelang.compile.meaning.phrases import place_of
from rulelang.compile.meaning.properties import order_start
from rulelang.compile.meaning.sets import is_ordered, limit_of
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Sort, Typed
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import all_of, either, holds, minus, negate, same, single, unite, without
from rulelang.graph.roles import Shown
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Effect,
    ForIn,
    Local,
    Members,
    MovePiece,
    MoveTokens,
    Name,
    PlaceOf,
    Put,
    Require,
    Tell,
    Term,
    TokenAt,
    TokenCount,
    VarietyOf,
    When,
    WhileIn,
)
from rulelang.graph.terms import Sequence as Order
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

#: Effects that only name things or ask for something.
_PREPARING = (Name, Require)


class Swaps(Moves):
    """Effects that exchange two things or two places, and tell what is shown."""

    def swap(self, node: tree.Swap, scope: Scope, place: Place) -> list[Effect]:
        """Each goes to where the other was, and takes its place in the order there."""
        first, second = self.meaning.value(node.first, scope), self.meaning.value(node.second, scope)
        if first.sort.form == "place" and second.sort.form == "place":
            return self._swap_places(first, second, place, node)
        for one in (first, second):
            if one.sort.form not in ("piece", "token"):
                raise Misread(thing_wording.cannot_move(node.span, str(one.sort)))
        effects = [e for one in (first, second) for e in self.there(one, "there is nothing to swap", place, node)]
        names = [Local(self.book.local("swapped")) for _ in range(4)]
        terms = [first.term, second.term, *(place_of(one, node.span) for one in (first, second))]
        effects += [Name(name.name, term) for name, term in zip(names, terms, strict=True)]
        things = [Typed(name, one.sort) for name, one in zip(names, (first, second), strict=False)]
        spots = names[2:]
        reason = self.reason("there is no room", place, node)
        for thing, other, spot in ((things[0], things[1], spots[1]), (things[1], things[0], spots[0])):
            effects += self._may_lie_there(thing, other, spot, reason)
        if first.sort.form == "piece" == second.sort.form:
            return [*effects, *self._swap_pieces(things, spots)]
        for thing, source, spot in ((things[0], first, spots[1]), (things[1], second, spots[0])):
            effects += self._swapped(thing, source, spot)
        if first.sort.form == "token" == second.sort.form:
            # Two tokens of one look: nothing changes.
            unlike = Compare("!=", VarietyOf(names[0]), VarietyOf(names[1]))
            effects = [*(e for e in effects if isinstance(e, _PREPARING)), *self._only_if(unlike, effects)]
        return effects

    @staticmethod
    def _only_if(condition: Term, effects: list[Effect]) -> list[Effect]:
        return [When(condition, tuple(effect for effect in effects if not isinstance(effect, _PREPARING)))]

    def _swapped(self, thing: Typed, source: Typed, spot: Term) -> list[Effect]:
        """A thing goes to a spot; what has remembered a token knows where it is now."""
        if thing.sort.form == "piece":
            return [MovePiece(thing.term, spot)]
        effects: list[Effect] = [MoveTokens(VarietyOf(thing.term), PlaceOf(thing.term), spot, Const(1))]
        if isinstance(source.term, Cell):
            effects.append(Put(source.term.region, source.term.index, TokenAt(VarietyOf(thing.term), spot)))
        return effects

    def _may_lie_there(self, thing: Typed, other: Typed, spot: Term, reason: int) -> list[Effect]:
        """Where the other thing is, such a thing may lie. As one comes for one, there is room."""
        world = self.world
        theirs = world.piece_classes(other.sort.noun)
        spots = [spot for spot in range(len(world.place_names)) if any(world.takes(spot, kind) for kind in theirs)]
        return self.may_lie(thing, spot, spots, reason)

    def _swap_pieces(self, things: Sequence[Typed], spots: Sequence[Local]) -> list[Effect]:
        """Two pieces change places. In an order, what stood behind one of them stands behind the other then."""
        world = self.world
        kinds = [kind for thing in things for kind in world.piece_classes(thing.sort.noun)]
        numbers = [n for n in range(len(world.place_names)) if any(world.takes(n, kind) for kind in kinds)]
        natures = [nature for nature in map(world.nature_of, numbers) if nature is not None and nature.order]
        one, other = (thing.term for thing in things)
        moves: list[Effect] = [MovePiece(other, spots[0]), MovePiece(one, spots[1])]
        if not natures:
            return moves
        for nature in natures:
            self.book.crowded.setdefault(nature.name, 1)
        ordered = Const(sum(1 << number for number in numbers if world.nature_of(number) in natures))
        names: list[Effect] = []
        for gone, comes, spot in ((one, other, spots[0]), (other, one, spots[1])):
            local, before = self.book.local("piece"), Local(self.book.local("before"))
            row = Order("order", order_start(self.meaning, spot))
            ahead = WhileIn(local, row, Compare("!=", Local(local), gone))
            names.append(Name(before.name, either(holds(ordered, spot), ahead, Const(0))))
            here = Local(self.book.local("piece"))
            # In one row, each stands where the other was.
            front = either(holds(before, comes), unite((without(before, single(comes)), single(gone))), before)
            behind = all_of((negate(holds(front, here)), Compare("!=", here, comes)))
            again = ForIn(here.name, row, (When(behind, (MovePiece(here, spot),)),))
            moves.append(When(holds(ordered, spot), (again,)))
        return [*names, *moves]

    def _swap_places(self, first: Typed, second: Typed, place: Place, node: tree.Swap) -> list[Effect]:
        """What lies in two places changes places, each in the order it has."""
        one, other, ours, theirs = (Local(self.book.local(name)) for name in ("one", "other", "pieces", "pieces"))
        effects: list[Effect] = [Name(one.name, first.term), Name(other.name, second.term)]
        for name, typed in ((one, first), (other, second)):
            effects += self.there(replace(typed, term=name), "there is nothing to swap", place, node)
        reason = self.reason("there is no room", place, node)
        for source, target, coming, there_now in ((first, second, one, other), (second, first, other, one)):
            effects += self._all_fit(source, target, coming, there_now, reason)
        effects += [Name(ours.name, Cell("contents", one)), Name(theirs.name, Cell("contents", other))]
        for number in {*self.numbers(first), *self.numbers(second)}:
            nature = self.world.nature_of(number)
            if nature is not None:
                self.book.crowded[nature.name] = len(self.world.individuals)
        for source, coming, goal, pieces in ((first, one, other, ours), (second, other, one, theirs)):
            piece = self.book.local("piece")
            move = MovePiece(Local(piece), goal)
            if is_ordered(self.meaning, source):
                body = When(holds(pieces, Local(piece)), (move,))
                effects.append(ForIn(piece, Order("order", order_start(self.meaning, coming)), (body,)))
            else:
                effects.append(ForIn(piece, Members(pieces), (move,)))
        return [*effects, *self._swap_tokens(one, other)]

    def _all_fit(self, source: Typed, target: Typed, coming: Term, goal: Term, reason: int) -> list[Effect]:
        """Everything in one place may lie in another, and has room there once that is empty."""
        world = self.world
        effects: list[Effect] = []
        limit = limit_of(self.meaning, target)
        if limit >= 0 and not 0 <= limit_of(self.meaning, source) <= limit:
            count = self.occupants(target, coming)
            effects.append(Require(Compare("<=", count, Const(limit)), reason))
        goals, sources = self.numbers(target), self.numbers(source)
        strange = [
            kind
            for kind in world.pieces.values()
            if any(world.takes(number, kind) for number in sources)
            and not all(world.takes(number, kind) for number in goals)
        ]
        if any(not kind.is_token for kind in strange):
            rest = without(Cell("contents", coming), self.taken(goal, tokens=False))
            effects.append(Require(same(rest, Const(0)), reason))
        for kind in strange:
            if kind.is_token:
                refused = without(Const(kind.variety_mask), self.taken(goal, tokens=True))
                tokens = Group(Sort("token"), self.book.local("token"), varieties=refused, places=single(coming))
                effects.append(Require(negate(tokens.any()), reason))
        return effects

    def _swap_tokens(self, one: Term, other: Term) -> list[Effect]:
        """Of each look, as many go as there are more on one side."""
        if not self.world.varieties:
            return []
        variety, more = Local(self.book.local("variety")), Local(self.book.local("amount"))
        surplus = minus(TokenCount(variety, one), TokenCount(variety, other))
        there = (MoveTokens(variety, one, other, more),)
        back = (MoveTokens(variety, other, one, minus(Const(0), more)),)
        moves = When(Compare(">", more, Const(0)), there, (When(Compare("<", more, Const(0)), back),))
        every = Members(Const((1 << len(self.world.varieties)) - 1))
        return [ForIn(variety.name, every, (Name(more.name, surplus), moves))]

    def show(self, node: tree.Show, scope: Scope, place: Place) -> list[Effect]:
        what = self.meaning.value(node.what, scope)
        to = self.meaning.value(node.to, scope)
        if what.sort.form not in ("place", "piece", "token", "handful"):
            raise Misread(thing_wording.cannot_show(node.what.span, str(what.sort)))
        if to.sort != PLAYER:
            raise Misread(thing_wording.not_somebody(node.to.span, str(to.sort)))
        event = self.event(Shown(what.sort.form))
        seen = Cell("contents", what.term) if what.sort.form == "place" else what.term
        return [
            *self.there(what, "there is nothing to show", place, node),
            *self.there(to, "there is nobody to show it to", place, node),
            Tell(event, (seen,), single(to.term)),
        ]
