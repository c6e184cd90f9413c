"""Which values may stand in a variable, and which of them a loop works out in each turn though they stay the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block
from interpreter.engine.lower.expressions import (
    Binary,
    Expression,
    Immediate,
    Intrinsic,
    IntrinsicOp,
    Invoke,
    Load,
    LoadEntry,
    Logic,
    Select,
    Unary,
    UnaryOp,
    Var,
)
from interpreter.engine.lower.passes.changes import Changed, flowing
from interpreter.engine.lower.rewrite import inside, operands
from interpreter.engine.lower.types import BitSet, Truth, Type

#: Handfuls are kept by the printers, and asked for by the same words.
_KEPT_ELSEWHERE: Final = frozenset({
    IntrinsicOp.COUNT_HANDFULS, IntrinsicOp.NTH_HANDFUL, IntrinsicOp.IN_HANDFULS, IntrinsicOp.LENGTH, IntrinsicOp.ITEM,
})  # fmt: skip


def is_quick(value: Expression) -> bool:
    """Is a value read nearly as fast as a variable?"""
    return isinstance(value, Load) or (isinstance(value, Unary) and value.op is UnaryOp.SINGLE)


def may_be_kept(value: Expression) -> bool:
    """May a value stand in a variable? Truths are asked more quickly than kept, but for those that are worked out in a
    function."""
    match value:
        case Immediate() | Var() | Unary(UnaryOp.NEGATE, Immediate()):
            return False
        case Invoke(_, _, _, uses_up):
            return not uses_up
        case Intrinsic(op):
            return op not in _KEPT_ELSEWHERE
        case _:
            return not isinstance(value.type, Truth)


def are_alike(cell: Type, value: Type) -> bool:
    """Can a variable with a value stand for the cell it was written to? Sets have a width."""
    return cell == value or not isinstance(cell, BitSet)


def same_each_time(loop: code.For | code.While, changed: Changed) -> list[Expression]:
    """What a loop works out in each turn, and what is the same in each: the cells it reads by known numbers, where it
    may go on, and what it begins with."""
    values = [value for one in flowing(loop.body) for value in operands(one)]
    values += [loop.condition] if isinstance(loop, code.While) else []
    cells = [part for value in values for part in inside(value) if _is_cell(part)]
    begins = [part for value in _beginning(loop.body) for part in _sure_parts(value, changed)]
    return list(dict.fromkeys(one for one in (*cells, *begins) if not changed.touches(one)))


def _is_cell(value: Expression) -> bool:
    return isinstance(value, Load) and isinstance(value.index, Immediate)


def _beginning(block: Block) -> Iterator[Expression]:
    """What a block works out before it forks."""
    for statement in block:
        if isinstance(statement, code.If | code.Assign | code.Remark | code.For):
            yield from operands(statement)
        if not isinstance(statement, code.Assign | code.Remark):
            break


def _sure_parts(value: Expression, changed: Changed) -> Iterator[Expression]:
    """The largest parts of a value that are worked out in any case, and are not changed."""
    match value:
        case Immediate() | Var():
            pass
        case _ if may_be_kept(value) and not changed.touches(value):
            yield value
        case Logic(_, parts):
            yield from _sure_parts(parts[0], changed)
        case Select(condition, _, _):
            yield from _sure_parts(condition, changed)
        case Load(_, _, _, inner) | LoadEntry(_, inner) | Unary(_, inner):
            yield from _sure_parts(inner, changed)
        case Binary(_, left, right):
            yield from _sure_parts(left, changed)
            yield from _sure_parts(right, changed)
        case Invoke(_, arguments) | Intrinsic(_, arguments):
            for one in arguments:
                yield from _sure_parts(one, changed)
