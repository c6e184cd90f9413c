"""Lists grow at their end, hold each member at most once, and are emptied. Of positions, the oldest goes when there is
no room."""

from __future__ import annotations

from rulelang.compile.context import CompileContext
from rulelang.compile.sorts import Typed
from rulelang.graph.build import NONE, is_there, negate, plus, same
from rulelang.graph.terms import (
    AnyIn,
    Append,
    Between,
    Cell,
    CellList,
    Compare,
    Const,
    Effect,
    ForIn,
    Local,
    Name,
    Put,
    Require,
    Term,
    When,
)
from rulelang.rulebook.world import ListOf


def noted(book: CompileContext, past: ListOf, position: Term) -> list[Effect]:
    """A position is added to a list, unless it is there."""
    now, known, place = book.local("position"), book.local("known"), book.local("place")
    region, most = past.name, Const(past.limit)
    there = AnyIn(known, CellList(region, Const(0)), Compare("==", Local(known), Local(now)))
    behind = Cell(region, plus(Local(place), Const(1)))
    forget = (
        ForIn(place, Between(Const(1), Const(past.limit - 1)), (Put(region, Local(place), behind),)),
        Put(region, Const(0), Const(past.limit - 1)),
    )
    room = When(Compare("==", Cell(region, Const(0)), most), forget)
    return [Name(now, position), When(negate(there), (room, Append(region, Const(0), Local(now))))]


def added(book: CompileContext, target: Typed, member: Typed, reason: int) -> list[Effect]:
    """Something goes to the end of a list, unless it is there already: so there is always room for it."""
    region, start = target.sort.noun, target.term
    now, known = book.local("member"), book.local("known")
    effects: list[Effect] = [Name(now, member.term)]
    if member.maybe:
        effects.append(Require(is_there(Local(now)), reason))
    there = AnyIn(known, CellList(region, start), same(Local(known), Local(now)))
    return [*effects, When(negate(there), (Append(region, start, Local(now)),))]


def forgotten(region: str, start: Term) -> list[Effect]:
    """Empty a sequence: no members, and no trace of those it had."""
    members = Between(plus(start, Const(1)), plus(start, Cell(region, start)))
    return [ForIn("member", members, (Put(region, Local("member"), NONE),)), Put(region, start, Const(0))]
