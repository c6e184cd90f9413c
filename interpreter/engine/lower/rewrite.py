"""Walking through lowered code, and changing it block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar, cast, get_args

from interpreter.engine.lower import code, expressions
from interpreter.engine.lower.code import Block, Run, Statement
from interpreter.engine.lower.expressions import Expression
from rulelang.graph.program import Origin
from rulelang.tuning.child_fields import ChildWalk, inner_fields
from rulelang.tuning.fast_dataclass import fields, is_dataclass, replace

T = TypeVar("T")

#: Functions of the target that look at the state.
LOOKING = frozenset({
    expressions.IntrinsicOp.TOKEN_COUNT, expressions.IntrinsicOp.TOKEN_PLACES, expressions.IntrinsicOp.CAN_HOLD,
    expressions.IntrinsicOp.IN_HANDFULS,
})  # fmt: skip

_EXPRESSIONS: Final = frozenset(get_args(Expression))
_STATEMENTS: Final = frozenset(get_args(Statement))
_RUNS: Final = frozenset(get_args(Run))
#: The statements with blocks inside, and where these stand.
_BLOCKS: Final[dict[type, tuple[str, ...]]] = {
    code.If: ("then", "otherwise"), code.For: ("body",), code.While: ("body",),
}  # fmt: skip

_direct_parts: Final = ChildWalk(lambda kind: inner_fields(kind) if kind in _EXPRESSIONS else None).direct_parts

#: What is in an expression is remembered for so many.
_REMEMBERED: Final = 1 << 16

#: What leaves a block for good.
EXITS = (
    code.Return, code.Goto, code.Rest, code.Tail, code.Abort, code.Finish, code.Arrive, code.DrawListed,
    code.Continue,
)  # fmt: skip

#: What is left as it is: what is only known to hold, and runs over lists that are there already.
_LEFT: Final = (code.Assume, code.Numbers, code.Handfuls)


@lru_cache(maxsize=_REMEMBERED)
def inside(value: Expression) -> tuple[Expression, ...]:
    """An expression and all parts of it, each once: in code of a hundred lines some stand there a thousand times."""
    found = {value: None}
    for part in _direct_parts(value):
        found.update(dict.fromkeys(inside(part)))
    return tuple(found)


def blocks_changed(block: Block, change: Callable[[Block], Block]) -> Block:
    """A block with all blocks inside it changed, the innermost first, and then itself."""
    inner = [_inside_changed(statement, change) for statement in block]
    same = all(new is old for new, old in zip(inner, block, strict=True))
    return change(block if same else tuple(inner))


def _inside_changed(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    changed: dict[str, Any] = {}
    for name in _BLOCKS.get(type(statement), ()):
        old = getattr(statement, name)
        new = blocks_changed(old, change)
        if new is not old:
            changed[name] = new
    return replace(statement, **changed) if changed else statement


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """The blocks inside a statement, in the order in which they stand."""
    return tuple(getattr(statement, name) for name in _BLOCKS.get(type(statement), ()))


def mapped(part: T, change: Callable[[object], object]) -> T:
    """A block, a statement or an expression, everything in it changed from the inside out."""
    if isinstance(part, tuple):
        inner = tuple(mapped(one, change) for one in part)
        return cast("T", part if all(new is old for new, old in zip(inner, part, strict=True)) else inner)
    if not is_dataclass(part) or isinstance(part, Origin):
        return part
    changed = {
        one.name: new
        for one in fields(part)
        if one.name != "type" and (new := mapped(old := getattr(part, one.name), change)) is not old
    }
    return cast("T", change(replace(cast("Any", part), **changed) if changed else part))


def exits(block: Block) -> bool:
    """Does a block always leave its routine?"""
    if not block:
        return False
    match block[-1]:
        case code.If(_, then, otherwise):
            return exits(then) and exits(otherwise)
        case last:
            return isinstance(last, EXITS)


def _operand_fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a statement, or of what a loop runs over, in which stands what it works out. The variable that a
    statement is about, it does not work out; a list that is run over, it does. Of an expression none."""
    if kind in _EXPRESSIONS:
        return ()
    if kind not in _STATEMENTS and kind not in _RUNS:
        return None
    marks = ("Expression", "Run") if kind in _STATEMENTS else ("Expression", "Var")
    return tuple(field.name for field in fields(kind) if any(mark in str(field.type) for mark in marks))


_OPERANDS: Final = ChildWalk(_operand_fields)


def operands(part: Statement | Run) -> Iterator[Expression]:
    """The expressions of a statement itself, not of the blocks inside it; or of what a loop runs over."""
    for operand in _OPERANDS.direct_parts(part):
        yield from _OPERANDS.direct_parts(operand) if type(operand) in _RUNS else (operand,)


def with_operands(part: T, change: Callable[[Expression], Expression]) -> T:
    """A statement, or what a loop runs over, with what it works out changed."""
    changed: dict[str, Any] = {}
    for name in _OPERANDS.fields(type(part)) or () if not isinstance(part, _LEFT) else ():
        value = getattr(part, name)
        if isinstance(value, tuple):
            changed[name] = tuple(map(change, value))
        elif value is not None:
            changed[name] = with_operands(value, change) if type(value) in _RUNS else change(value)
    return cast("T", replace(cast("Any", part), **changed)) if changed else part


def statements(block: Block) -> Iterator[Statement]:
    """All statements of a block, those inside others too."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements(inner)


def called(routine: code.Routine) -> list[str]:
    """The routines that one calls, each once."""
    found: dict[str, None] = {}
    for statement in statements(routine.body):
        if isinstance(statement, code.Assume) and routine.role is not code.Role.STEP:
            continue  # only moves that were not listed are looked at again
        if isinstance(statement, code.Tail):
            found[statement.function] = None
        for value in operands(statement):
            found.update((part.function, None) for part in inside(value) if isinstance(part, expressions.Invoke))
    return list(found)


def mentions(block: Block, var: expressions.Var) -> bool:
    """Is a variable asked for somewhere in a block?"""
    return any(
        part == var for statement in statements(block) for value in operands(statement) for part in inside(value)
    )
