"""How many things a phrase can stand for at most, by what exists at all."""

from __future__ import annotations

from collections.abc import Callable

from rulelang.compile.context import CompileContext
from rulelang.compile.groups import Group
from rulelang.graph.terms import Both, Const, Entry, Term

PLENTY = 1 << 20


def most_in(group: Group, book: CompileContext) -> int:
    """The most elements a group can have; tokens count one by one."""
    supplies = [variety.supply for variety in book.world.varieties]

    def tokens(mask: int) -> int:
        return sum(supply for number, supply in enumerate(supplies) if mask >> number & 1)

    return _most(group.varieties, tokens, book) if group.is_tokens else _most(group.mask, int.bit_count, book)


def _most(of: Term, count: Callable[[int], int], book: CompileContext) -> int:
    match of:
        case Const(value):
            return count(value) if value >= 0 else PLENTY
        case Both(parts):
            known = [part.value for part in parts if isinstance(part, Const)]
            mask = known[0] if known and known[0] >= 0 else -1
            found = [_most(Const(mask & value), count, book) for value in known]
            for part in parts:
                if isinstance(part, Entry) and part.table in book.tables:
                    found.append(max(_most(Const(mask & value), count, book) for value in book.tables[part.table]))
            return min(found, default=PLENTY)
        case Entry(table) if table in book.tables:
            return max(_most(Const(value), count, book) for value in book.tables[table])
        case _:
            return PLENTY
