"""Conditions that are known already where they are asked.

if a:                          if a:
    if a: x        becomes         x
if b: fault                    if b: fault
if b: y                        (nothing)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.expressions import (
    Binary,
    BinaryOp,
    Expression,
    Immediate,
    Intrinsic,
    Invoke,
    Load,
    Logic,
    Unary,
    UnaryOp,
    Var,
    negated,
)
from interpreter.engine.lower.rewrite import LOOKING, exits, inside
from interpreter.engine.lower.types import TRUTH
from rulelang.tuning.fast_dataclass import replace

#: What is known to hold, and not to hold.
_Known: TypeAlias = Mapping[Expression, bool]

_NOTHING: Final[_Known] = {}
_MOST_KNOWN: Final = 200


def without_implied(routine: Routine) -> Routine:
    """A routine that asks nothing it knows."""
    body, _ = _block(routine.body, _NOTHING)
    return routine if body == routine.body else replace(routine, body=body)


def _block(block: Block, known: _Known) -> tuple[Block, _Known]:
    kept: list[Statement] = []
    for statement in block:
        found, known = _statement(statement, known)
        kept += found
        if found and exits(found[-1:]):
            break
    return tuple(kept), known


def _statement(statement: Statement, known: _Known) -> tuple[Block, _Known]:
    match statement:
        case code.Assume(condition):
            return (), _knowing(known, condition, holds=True)
        case code.If():
            return _if(statement, known)
        case code.Assign(var, _) | code.DrawNumber(var, _):
            return (statement,), _without(known, [one for one in known if var in _asked(one)])
        case code.Store():
            return (statement,), _after_store(statement, known)
        case code.For(_, _, body) | code.While(_, body):
            return (replace(statement, body=_block(body, _NOTHING)[0]),), _NOTHING
        case code.Remark() | code.Report() | code.Offer() | code.OfferSets() | code.Copy():
            return (statement,), known
        case _:
            return (statement,), _NOTHING


def _if(statement: code.If, known: _Known) -> tuple[Block, _Known]:
    condition = _reduced(statement.condition, known)
    if isinstance(condition, Immediate):
        return _block(statement.then if condition.value else statement.otherwise, known)
    first, after_first = _block(statement.then, _knowing(known, condition, holds=True))
    second, after_second = _block(statement.otherwise, _knowing(known, condition, holds=False))
    if exits(first):
        after = after_second
    elif exits(second):
        after = after_first
    else:
        after = {one: holds for one, holds in after_first.items() if after_second.get(one) is holds}
    return (code.If(condition, first, second),), after


def _reduced(condition: Expression, known: _Known) -> Expression:
    """A condition without the parts that are known."""
    if condition in known:
        return Immediate(int(known[condition]), TRUTH)
    match condition:
        case Unary(UnaryOp.NOT, operand, _) if operand in known:
            return Immediate(int(not known[operand]), TRUTH)
        case Logic(any_of, parts):
            kept = [one for part in parts if (one := _reduced(part, known)) != Immediate(int(not any_of), TRUTH)]
            if Immediate(int(any_of), TRUTH) in kept:
                return Immediate(int(any_of), TRUTH)
            if not kept:
                return Immediate(int(not any_of), TRUTH)
            return kept[0] if len(kept) == 1 else Logic(any_of, tuple(kept))
        case _:
            return condition


def _knowing(known: _Known, condition: Expression, *, holds: bool) -> _Known:
    """With more that is known. Behind the thousandth branch of a long menu it is begun anew: what is known is looked
    through at every statement."""
    return {**(known if len(known) < _MOST_KNOWN else _NOTHING), **dict(_follows(condition, holds=holds))}


def _follows(condition: Expression, *, holds: bool) -> Iterator[tuple[Expression, bool]]:
    """What is known once a condition was found to hold, or not to."""
    yield condition, holds
    if isinstance(condition, Binary):
        yield negated(condition), not holds
    match condition:
        case Unary(UnaryOp.NOT, operand, _):
            yield from _follows(operand, holds=not holds)
        case Logic(any_of, parts) if any_of is not holds:
            for part in parts:
                yield from _follows(part, holds=holds)
        case _:
            pass


def _after_store(store: code.Store, known: _Known) -> _Known:
    """What is still known after a cell was written; of a set that got or lost an element, that too."""
    kept = _without(known, [one for one in known if any(_reads(part, store) for part in _asked(one))])
    match store:
        case code.Store(_, base, _, index, Binary(BinaryOp.UNION | BinaryOp.DIFFERENCE as op, Load() as old, right, _)):
            single = isinstance(right, Unary) and right.op is UnaryOp.SINGLE and isinstance(right.operand, Var)
            if single and isinstance(right, Unary) and (old.base, old.index) == (base, index):
                has = Binary(BinaryOp.HAS, old, right.operand, TRUTH)
                return {**kept, has: op is BinaryOp.UNION}
        case _:
            pass
    return kept


@lru_cache(maxsize=1 << 14)
def _asked(condition: Expression) -> tuple[Expression, ...]:
    """The parts of a condition that may have another value after something was done: it is asked of each again and
    again, behind every statement."""
    return tuple({part: None for part in inside(condition) if isinstance(part, Load | Invoke | Intrinsic | Var)})


def _without(known: _Known, changed: list[Expression]) -> _Known:
    """What is known but for some of it. Only these are hashed: expressions are long, and what is known is much."""
    if not changed:
        return known
    kept = dict(known)
    for one in changed:
        del kept[one]
    return kept


def _reads(part: Expression, store: code.Store) -> bool:
    """May a part of an expression have another value after a cell was written?"""
    match part:
        case Load(_, base, length, index, _):
            if isinstance(index, Immediate) and isinstance(store.index, Immediate):
                return base + index.value == store.base + store.index.value
            return base < store.base + store.length and store.base < base + length
        case Invoke():
            return True
        case Intrinsic(op, _, _, _):
            return op in LOOKING
        case _:
            return False
