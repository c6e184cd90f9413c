"""Which values may stand in a variable, and which of them a loop works out in each turn though they stay the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.code import Block
from interpreter.engine.lower.passes.changes import Changed, flowing
from interpreter.engine.lower.rewrite import inside, operands
from interpreter.engine.lower.types import BitSet, Truth, Type

#: Handfuls are kept by the printers, and asked for by the same words.
_KEPT_ELSEWHERE: Final = frozenset({
    e.IntrinsicOp.COUNT_HANDFULS, e.IntrinsicOp.NTH_HANDFUL, e.IntrinsicOp.IN_HANDFULS, e.IntrinsicOp.LENGTH,
    e.IntrinsicOp.ITEM,
})  # fmt: skip


def is_quick(value: e.Expression) -> bool:
    """Is a value read nearly as fast as a variable?"""
    return isinstance(value, e.Load) or (isinstance(value, e.Unary) and value.op is e.UnaryOp.SINGLE)


def may_be_kept(value: e.Expression) -> bool:
    """May a value stand in a variable? Truths are asked more quickly than kept, but for those that are worked out in a
    function."""
    match value:
        case e.Immediate() | e.Var() | e.Unary(e.UnaryOp.NEGATE, e.Immediate()):
            return False
        case e.Invoke(_, _, _, uses_up):
            return not uses_up
        case e.Intrinsic(op):
            return op not in _KEPT_ELSEWHERE
        case _:
            return not isinstance(value.type, Truth)


def are_alike(cell: Type, value: Type) -> bool:
    """Can a variable with a value stand for the cell it was written to? Sets have a width."""
    return cell == value or not isinstance(cell, BitSet)


def same_each_time(loop: code.For | code.While, changed: Changed) -> list[e.Expression]:
    """What a loop works out in each turn, and what is the same in each: the cells it reads by known numbers, where it
    may go on, and what it begins with."""
    values = [value for one in flowing(loop.body) for value in operands(one)]
    values += [loop.condition] if isinstance(loop, code.While) else []
    cells = [part for value in values for part in inside(value) if _is_cell(part)]
    begins = [part for value in _beginning(loop.body) for part in _sure_parts(value, changed)]
    return list(dict.fromkeys(one for one in (*cells, *begins) if not changed.touches(one)))


def _is_cell(value: e.Expression) -> bool:
    return isinstance(value, e.Load) and isinstance(value.index, e.Immediate)


def _beginning(block: Block) -> Iterator[e.Expression]:
    """What a block works out before it forks."""
    for statement in block:
        if isinstance(statement, code.If | code.Assign | code.Remark | code.For):
            yield from operands(statement)
        if not isinstance(statement, code.Assign | code.Remark):
            break


def _sure_parts(value: e.Expression, changed: Changed) -> Iterator[e.Expression]:
    """The largest parts of a value that are worked out in any case, and are not changed."""
    match value:
        case e.Immediate() | e.Var():
            pass
        case _ if may_be_kept(value) and not changed.touches(value):
            yield value
        case e.Logic(_, parts):
            yield from _sure_parts(parts[0], changed)
        case e.Select(condition, _, _):
            yield from _sure_parts(condition, changed)
        case e.Load(_, _, _, inner) | e.LoadEntry(_, inner) | e.Unary(_, inner):
            yield from _sure_parts(inner, changed)
        case e.Binary(_, left, right):
            yield from _sure_parts(left, changed)
            yield from _sure_parts(right, changed)
        case e.Invoke(_, arguments) | e.Intrinsic(_, arguments):
            for one in arguments:
                yield from _sure_parts(one, changed)
