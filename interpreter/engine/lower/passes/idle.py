"""Loops and forks in which nothing happens, or nothing else than behind them.

for x in bits(s):
    if a:                         becomes         (nothing)
        # whoever it is
for x in bits({}): ...            becomes         (nothing)
for x in bits(s):
    if a:
        rest at 5                 becomes         rest at 5
rest at 5

So it is not asked whether anything can be done where something always can.
"""

from __future__ import annotations

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.expressions import Immediate
from interpreter.engine.lower.rewrite import blocks_changed
from rulelang.tuning.fast_dataclass import replace


def without_idle_blocks(routine: Routine) -> Routine:
    """A routine without them: asking changes nothing."""
    return replace(routine, body=blocks_changed(routine.body, _changed))


def _changed(block: Block) -> Block:
    busy = tuple(statement for statement in block if not _is_idle(statement))
    end = next((position for position, one in enumerate(busy) if _is_plain_end(one)), None)
    if end is None:
        return busy
    before = end
    while before and _ends_so(busy[before - 1], busy[end]):
        before -= 1
    # What was worked out there is read nowhere else, and may rest on what a fork has left.
    return (*busy[:before], *(one for one in busy[before:end] if isinstance(one, code.Remark)), *busy[end:])


def _is_plain_end(statement: Statement) -> bool:
    """Does the routine end here, whatever was worked out before?"""
    match statement:
        case code.Rest() | code.Goto() | code.Return(Immediate()):
            return True
        case _:
            return False


def _ends_so(statement: Statement, end: Statement) -> bool:
    """Does nothing happen in a statement but that the routine ends just like this?"""
    match statement:
        case code.Remark() | code.Assume() | code.Assign():
            return True
        case code.If(_, then, otherwise):
            return all(_ends_so(one, end) for one in (*then, *otherwise))
        case code.For(_, _, body):
            return all(_ends_so(one, end) for one in body)
        case _:
            return statement == end


def _is_idle(statement: Statement) -> bool:
    match statement:
        case code.If(_, then, otherwise):
            return _says_nothing(then) and _says_nothing(otherwise)
        case code.For(_, code.Elements(Immediate(0)), _):
            return True
        case code.For(_, _, body):
            return _says_nothing(body)
        case _:
            return False


def _says_nothing(block: Block) -> bool:
    return all(isinstance(statement, code.Remark | code.Assume) for statement in block)
