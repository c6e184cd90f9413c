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

_direct_parts: Final = ChildWalk(lambda kind: inner_fields(kind) if kind in _EXPRESSIONS else None).direct_parts

#: What is in an expression is remembered for so many.
_REMEMBERED: Final = 1 << 16

#: What leaves a block for good.
EXITS = (
    code.Return, code.Goto, code.Rest, code.Tail, code.Abort, code.Finish, code.Arrive, code.DrawListed,
    code.Continue,
)  # fmt: skip


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
    match statement:
        case code.If(_, then, otherwise):
            first, second = blocks_changed(then, change), blocks_changed(otherwise, change)
            same = first is then and second is otherwise
            return statement if same else replace(statement, then=first, otherwise=second)
        case code.For(_, _, body) | code.While(_, body):
            changed = blocks_changed(body, change)
            return statement if changed is body else replace(statement, body=changed)
        case _:
            return statement


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


def operands(statement: Statement) -> Iterator[Expression]:
    """The expressions of a statement itself, not of the blocks inside it."""
    match statement:
        case code.Assign(_, value) | code.Return(value) | code.Push(_, value) | code.DrawNumber(_, value):
            yield value
        case code.Store(_, _, _, index, value):
            yield index
            yield value
        case code.If(condition, _, _) | code.While(condition, _) | code.Assume(condition):
            yield condition
        case code.For(_, over, _) | code.Gather(_, over):
            yield from run_operands(over)
        case code.Tail(_, arguments) | code.Perform(_, arguments, _):
            yield from arguments
        case code.Abort(_, _, _, value):
            yield from () if value is None else (value,)
        case code.Offer(_, number, values):
            yield from () if number is None else (number,)
            yield from values
        case code.OfferSets(sets, _, _):
            yield from sets
        case code.Weigh(value, weight):
            yield value
            yield weight
        case code.Report(_, values, audience):
            yield from values
            yield audience
        case code.SortList(_, _, keys):
            yield from (key for _, key in keys)
        case _:
            pass


def run_operands(run: Run) -> Iterator[Expression]:
    """The expressions of what a loop runs over."""
    match run:
        case code.Elements(elements):
            yield elements
        case code.CountUp(low, high):
            yield low
            yield high
        case code.StaticList(_, index):
            yield index
        case code.CellRun(_, _, start, _, _):
            yield start
        case code.TokenRun(varieties, places, _):
            yield varieties
            yield places
        case code.Numbers(found):
            yield found
        case code.Handfuls(pool, fewest, most, _, _, begun):
            yield pool
            yield fewest
            yield from (one for one in (most, begun) if one is not None)


def with_operands(statement: Statement, change: Callable[[Expression], Expression]) -> Statement:
    """A statement with what it works out changed."""

    def each(values: tuple[Expression, ...]) -> tuple[Expression, ...]:
        return tuple(map(change, values))

    match statement:
        case code.Return(value) | code.Push(_, value) | code.Weigh(value, _):
            changed = replace(statement, value=change(value))
            return replace(changed, weight=change(changed.weight)) if isinstance(changed, code.Weigh) else changed
        case code.DrawNumber(_, bound):
            return replace(statement, bound=change(bound))
        case code.For(_, over, _) | code.Gather(_, over):
            return replace(statement, over=with_run_operands(over, change))
        case code.Tail(_, arguments) | code.Perform(_, arguments, _):
            return replace(statement, arguments=each(arguments))
        case code.Abort(_, _, _, value) if value is not None:
            return replace(statement, value=change(value))
        case code.OfferSets(sets, _, _):
            return replace(statement, sets=each(sets))
        case code.Offer(_, None, values):
            return replace(statement, values=each(values))
        case _:
            return statement


def with_run_operands(run: Run, change: Callable[[Expression], Expression]) -> Run:
    """What a loop runs over with what it works out changed."""
    match run:
        case code.Elements(elements):
            return replace(run, set=change(elements))
        case code.CountUp(low, high):
            return replace(run, low=change(low), high=change(high))
        case code.StaticList(_, index):
            return replace(run, index=change(index))
        case code.CellRun(_, _, start, _, _):
            return replace(run, start=change(start))
        case code.TokenRun(varieties, places, _):
            return replace(run, varieties=change(varieties), places=change(places))
        case _:
            return run


def statements(block: Block) -> Iterator[Statement]:
    """All statements of a block, those inside others too."""
    for statement in block:
        yield statement
        match statement:
            case code.If(_, then, otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case code.For(_, _, body) | code.While(_, body):
                yield from statements(body)
            case _:
                pass


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
