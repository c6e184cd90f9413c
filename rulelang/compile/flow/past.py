"""Lists of positions: the newest stands last, and the oldest goes when there is no room."""

from __future__ import annotations

from rulelang.compile.context import Book
from rulelang.graph.build import negate, plus
from rulelang.graph.terms import (
    AnyIn,
    Append,
    Cell,
    Compare,
    Const,
    Effect,
    ForIn,
    Local,
    Name,
    Put,
    Sequence,
    Span,
    Term,
    When,
)
from rulelang.rulebook.world import ListOf


def noted(book: Book, past: ListOf, position: Term) -> list[Effect]:
    """A position is added to a list, unless it is there."""
    now, known, place = book.local("position"), book.local("known"), book.local("place")
    region, most = past.name, Const(past.limit)
    there = AnyIn(known, Sequence(region, Const(0)), Compare("==", Local(known), Local(now)))
    behind = Cell(region, plus(Local(place), Const(1)))
    forget = (
        ForIn(place, Span(Const(1), Const(past.limit - 1)), (Put(region, Local(place), behind),)),
        Put(region, Const(0), Const(past.limit - 1)),
    )
    room = When(Compare("==", Cell(region, Const(0)), most), forget)
    return [Name(now, position), When(negate(there), (room, Append(region, Const(0), Local(now))))]
