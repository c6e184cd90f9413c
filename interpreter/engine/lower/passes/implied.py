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
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.rewrite import LOOKING, exits, inside
from interpreter.engine.lower.types import TRUTH
from rulelang.tuning.fast_dataclass import replace

#: What is known to hold, and not to hold.
_Known: TypeAlias = Mapping[e.Expression, bool]

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
    if isinstance(condition, e.Immediate):
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


def _reduced(condition: e.Expression, known: _Known) -> e.Expression:
    """A condition without the parts that are known."""
    if condition in known:
        return e.Immediate(int(known[condition]), TRUTH)
    match condition:
        case e.Unary(e.UnaryOp.NOT, operand, _) if operand in known:
            return e.Immediate(int(not known[operand]), TRUTH)
        case e.Logic(any_of, parts):
            kept = [one for part in parts if (one := _reduced(part, known)) != e.Immediate(int(not any_of), TRUTH)]
            if e.Immediate(int(any_of), TRUTH) in kept:
                return e.Immediate(int(any_of), TRUTH)
            if not kept:
                return e.Immediate(int(not any_of), TRUTH)
            return kept[0] if len(kept) == 1 else e.Logic(any_of, tuple(kept))
        case _:
            return condition


def _knowing(known: _Known, condition: e.Expression, *, holds: bool) -> _Known:
    """With more that is known. Behind the thousandth branch of a long menu it is begun anew: what is known is looked
    through at every statement."""
    return {**(known if len(known) < _MOST_KNOWN else _NOTHING), **dict(_follows(condition, holds=holds))}


def _follows(condition: e.Expression, *, holds: bool) -> Iterator[tuple[e.Expression, bool]]:
    """What is known once a condition was found to hold, or not to."""
    yield condition, holds
    if isinstance(condition, e.Binary):
        yield e.negated(condition), not holds
    match condition:
        case e.Unary(e.UnaryOp.NOT, operand, _):
            yield from _follows(operand, holds=not holds)
        case e.Logic(any_of, parts) if any_of is not holds:
            for part in parts:
                yield from _follows(part, holds=holds)
        case _:
            pass


def _after_store(store: code.Store, known: _Known) -> _Known:
    """What is still known after a cell was written; of a set that got or lost an element, that too."""
    kept = _without(known, [one for one in known if any(_reads(part, store) for part in _asked(one))])
    match store:
        case code.Store(
            _, base, _, index, e.Binary(e.BinaryOp.UNION | e.BinaryOp.DIFFERENCE as op, e.Load() as old, right, _)
        ):
            single = isinstance(right, e.Unary) and right.op is e.UnaryOp.SINGLE and isinstance(right.operand, e.Var)
            if single and isinstance(right, e.Unary) and (old.base, old.index) == (base, index):
                has = e.Binary(e.BinaryOp.HAS, old, right.operand, TRUTH)
                return {**kept, has: op is e.BinaryOp.UNION}
        case _:
            pass
    return kept


@lru_cache(maxsize=1 << 14)
def _asked(condition: e.Expression) -> tuple[e.Expression, ...]:
    """The parts of a condition that may have another value after something was done: it is asked of each again and
    again, behind every statement."""
    return tuple(
        {part: None for part in inside(condition) if isinstance(part, e.Load | e.Invoke | e.Intrinsic | e.Var)}
    )


def _without(known: _Known, changed: list[e.Expression]) -> _Known:
    """What is known but for some of it. Only these are hashed: expressions are long, and what is known is much."""
    if not changed:
        return known
    kept = dict(known)
    for one in changed:
        del kept[one]
    return kept


def _reads(part: e.Expression, store: code.Store) -> bool:
    """May a part of an expression have another value after a cell was written?"""
    match part:
        case e.Load(_, base, length, index, _):
            if isinstance(index, e.Immediate) and isinstance(store.index, e.Immediate):
                return base + index.value == store.base + store.index.value
            return base < store.base + store.length and store.base < base + length
        case e.Invoke():
            return True
        case e.Intrinsic(op, _, _, _):
            return op in LOOKING
        case _:
            return False
