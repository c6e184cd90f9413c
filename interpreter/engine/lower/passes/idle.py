"""Loops and forks in which nothing happens.

for x in bits(s):
    if a:                         becomes         (nothing)
        # whoever it is
for x in bits({}): ...            becomes         (nothing)
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
    return tuple(statement for statement in block if not _is_idle(statement))


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
