"""Lists grow at their end, hold each member at most once, and are emptied. Of positions, the oldest goes when there is
no room."""

from __future__ import annotations

from rulelang.compile.context import CompileContext
from rulelang.compile.sorts import Typed
from rulelang.graph import terms as t
from rulelang.graph.build import NONE, is_there, negate, plus, same
from rulelang.graph.terms import Effect, Term
from rulelang.rulebook.world import ListOf


def noted(book: CompileContext, past: ListOf, position: Term) -> list[Effect]:
    """A position is added to a list, unless it is there."""
    now, known, place = book.local("position"), book.local("known"), book.local("place")
    region, most = past.name, t.Const(past.limit)
    there = t.AnyIn(known, t.CellList(region, t.Const(0)), t.Compare("==", t.Local(known), t.Local(now)))
    behind = t.Cell(region, plus(t.Local(place), t.Const(1)))
    forget = (
        t.ForIn(place, t.Between(t.Const(1), t.Const(past.limit - 1)), (t.Put(region, t.Local(place), behind),)),
        t.Put(region, t.Const(0), t.Const(past.limit - 1)),
    )
    room = t.When(t.Compare("==", t.Cell(region, t.Const(0)), most), forget)
    return [t.Name(now, position), t.When(negate(there), (room, t.Append(region, t.Const(0), t.Local(now))))]


def added(book: CompileContext, target: Typed, member: Typed, reason: int) -> list[Effect]:
    """Something goes to the end of a list, unless it is there already: so there is always room for it."""
    region, start = target.sort.noun, target.term
    now, known = book.local("member"), book.local("known")
    effects: list[Effect] = [t.Name(now, member.term)]
    if member.maybe:
        effects.append(t.Require(is_there(t.Local(now)), reason))
    there = t.AnyIn(known, t.CellList(region, start), same(t.Local(known), t.Local(now)))
    return [*effects, t.When(negate(there), (t.Append(region, start, t.Local(now)),))]


def forgotten(region: str, start: Term) -> list[Effect]:
    """Empty a sequence: no members, and no trace of those it had."""
    members = t.Between(plus(start, t.Const(1)), plus(start, t.Cell(region, start)))
    return [t.ForIn("member", members, (t.Put(region, t.Local("member"), NONE),)), t.Put(region, start, t.Const(0))]
