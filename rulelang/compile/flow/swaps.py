"""Swapping pieces, and showing them."""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.moves import Moves
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import all_of, is_there, minus, single
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
)
from rulelang.tree import nodes as tree


class Swaps(Moves):
    """Effects that exchange two things or two places, and tell what is shown."""

    def swap(self, node: tree.Swap, scope: Scope, place: Place) -> list[Effect]:
        """Each goes to where the other was."""
        first, second = self.meaning.phrase(node.first, scope), self.meaning.phrase(node.second, scope)
        if first.sort.form == "place" and second.sort.form == "place":
            return self._swap_places(first.term, second.term)
        for one in (first, second):
            if one.sort.form not in ("piece", "token"):
                raise Misread(thing_wording.cannot_move(node.span, str(one.sort)))
        effects: list[Effect] = []
        if first.maybe or second.maybe:
            there = all_of(is_there(one.term) for one in (first, second) if one.maybe)
            effects.append(Require(there, self.reason("there is nothing to swap", place, node)))
        names = [self.book.local("swapped") for _ in range(4)]
        places = [self.meaning.place_of(one, node.span) for one in (first, second)]
        effects += [Name(names[0], first.term), Name(names[1], second.term)]
        effects += [Name(names[2], places[0]), Name(names[3], places[1])]
        for thing, name, target in ((first, names[0], names[3]), (second, names[1], names[2])):
            if thing.sort.form == "piece":
                effects.append(MovePiece(Local(name), Local(target)))
            else:
                here = Local(name)
                effects.append(MoveTokens(VarietyOf(here), PlaceOf(here), Local(target), Const(1)))
                if isinstance(thing.term, Cell):
                    moved = TokenAt(VarietyOf(here), Local(target))
                    effects.append(Put(thing.term.region, thing.term.index, moved))
        return effects

    def _swap_places(self, first: Term, second: Term) -> list[Effect]:
        names = [self.book.local(name) for name in ("one", "other", "pieces", "pieces", "piece")]
        one, other, ours, theirs, piece = names
        effects: list[Effect] = [
            Name(one, first),
            Name(other, second),
            Name(ours, Cell("contents", Local(one))),
            Name(theirs, Cell("contents", Local(other))),
            ForIn(piece, Members(Local(ours)), (MovePiece(Local(piece), Local(other)),)),
            ForIn(piece, Members(Local(theirs)), (MovePiece(Local(piece), Local(one)),)),
        ]
        if self.world.varieties:
            variety, amounts = self.book.local("variety"), self.book.local("amount")
            count_one = TokenCount(Local(variety), Local(one))
            count_other = TokenCount(Local(variety), Local(other))
            effects.append(
                ForIn(
                    variety,
                    Members(Const((1 << len(self.world.varieties)) - 1)),
                    (
                        Name(amounts, minus(count_one, count_other)),
                        When(
                            Compare(">", Local(amounts), Const(0)),
                            (MoveTokens(Local(variety), Local(one), Local(other), Local(amounts)),),
                            (
                                When(
                                    Compare("<", Local(amounts), Const(0)),
                                    (
                                        MoveTokens(
                                            Local(variety), Local(other), Local(one), minus(Const(0), Local(amounts))
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                )
            )
        return effects

    def show(self, node: tree.Show, scope: Scope) -> list[Effect]:
        what = self.meaning.value(node.what, scope)
        to = self.meaning.phrase(node.to, scope)
        if what.sort.form not in ("place", "piece", "token", "handful"):
            raise Misread(thing_wording.cannot_show(node.what.span, str(what.sort)))
        if to.sort != PLAYER:
            raise Misread(thing_wording.not_somebody(node.to.span, str(to.sort)))
        event = self.event(f"show {what.sort.form}")
        seen = Cell("contents", what.term) if what.sort.form == "place" else what.term
        return [Tell(event, (seen,), single(to.term))]
