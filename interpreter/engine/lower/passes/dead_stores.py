"""What is written to a cell, and written over before anybody reads it.

<turn>@4[0] <- -1
<turn>@4[0] <- 1         becomes         <turn>@4[0] <- 1
"""

from __future__ import annotations

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Role, Routine, Statement
from interpreter.engine.lower.expressions import Expression, Immediate, Intrinsic, Invoke, Load
from interpreter.engine.lower.rewrite import EXITS, LOOKING, exits, inside, operands, statements
from rulelang.tuning.fast_dataclass import replace

#: Cells that are written before anybody reads them, going backwards.
_Dead = frozenset[int]
_NONE: _Dead = frozenset()


def without_dead_stores(routine: Routine) -> Routine:
    """A routine that writes nothing in vain."""
    every = _written(routine.body) if routine.role in {Role.ATTEMPT, Role.TRIAL} else _NONE
    body, _ = _block(routine.body, _NONE, every)
    if routine.role is Role.ATTEMPT and not _changes(body):
        body = tuple(statement for statement in body if not isinstance(statement, code.Copy))
    return routine if body == routine.body else replace(routine, body=body)


def _written(block: Block) -> _Dead:
    """The cells that are written; behind a trial all are dead, because it has a copy of its own."""
    return frozenset(
        statement.base + statement.index.value
        for statement in statements(block)
        if isinstance(statement, code.Store) and isinstance(statement.index, Immediate)
    )


def _changes(block: Block) -> bool:
    """Is anything of the state changed, here or in a trial that uses it up?"""
    for statement in statements(block):
        if isinstance(statement, code.Store | code.Perform):
            return True
        if any(isinstance(part, Invoke) and part.uses_up for value in operands(statement) for part in inside(value)):
            return True
    return False


def _block(block: Block, dead: _Dead, every: _Dead) -> tuple[Block, _Dead]:
    """A block, given what is dead behind it; and what is dead before it."""
    kept: list[Statement] = []
    for statement in reversed(block):
        found, dead = _statement(statement, dead, every)
        if found is not None:
            kept.append(found)
    return tuple(reversed(kept)), dead


def _statement(statement: Statement, dead: _Dead, every: _Dead) -> tuple[Statement | None, _Dead]:
    match statement:
        case code.Store(_, base, _, Immediate(index, _), value):
            if base + index in dead:
                return None, dead
            return statement, _before_reading((value,), dead | {base + index})
        case code.If(condition, then, otherwise):
            first, dead_first = _block(then, _behind(then, dead), every)
            second, dead_second = _block(otherwise, _behind(otherwise, dead), every)
            both = dead_second if _aborts(then) else dead_first & dead_second
            return code.If(condition, first, second), _before_reading((condition,), both)
        case code.Assign() | code.Remark() | code.Report() | code.EmptyList() | code.Push() | code.DrawNumber():
            return statement, _before_reading(tuple(operands(statement)), dead)
        case code.Return(value):
            return statement, _before_reading((value,), every)
        case code.For(_, _, body):
            return replace(statement, body=_block(body, _NONE, every)[0]), _NONE
        case _:
            return statement, _NONE


def _behind(block: Block, dead: _Dead) -> _Dead:
    """What is dead at the end of a block: whoever goes on elsewhere may read everything."""
    return _NONE if exits(block) else dead


def _aborts(block: Block) -> bool:
    """Does a block always end the game? Then nobody reads what it leaves."""
    left = [statement for statement in statements(block) if isinstance(statement, EXITS)]
    return exits(block) and all(isinstance(statement, code.Abort) for statement in left)


def _before_reading(values: tuple[Expression, ...], dead: _Dead) -> _Dead:
    """What is still dead before some values are worked out."""
    for value in values:
        for part in inside(value):
            match part:
                case Load(_, base, _, Immediate(index, _), _):
                    dead -= {base + index}
                case Load(_, base, length, _, _):
                    dead -= frozenset(range(base, base + length))
                case Invoke():
                    return _NONE
                case Intrinsic(op, _, _, _) if op in LOOKING:
                    return _NONE
                case _:
                    pass
    return dead
