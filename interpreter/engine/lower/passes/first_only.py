"""A loop over a set that ends with its first turn, and does not ask which element that is.

for x in bits(s):               if any(s):
    rest at 5         becomes       rest at 5
"""

from __future__ import annotations

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.expressions import Unary, UnaryOp
from interpreter.engine.lower.rewrite import blocks_changed, exits, mentions
from interpreter.engine.lower.types import TRUTH
from rulelang.tuning.fast_dataclass import replace


def without_idle_loops(routine: Routine) -> Routine:
    """A routine without such loops."""
    return replace(routine, body=blocks_changed(routine.body, _changed))


def _changed(block: Block) -> Block:
    return tuple(map(_asked, block))


def _asked(statement: Statement) -> Statement:
    match statement:
        case code.For(var, code.Elements(elements), body) if exits(body) and not mentions(body, var):
            return code.If(Unary(UnaryOp.ANY, elements, TRUTH), body)
        case _:
            return statement
