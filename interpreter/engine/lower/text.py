"""The lowered form as text, for people and for tests.

value next_square(square: int(0..8)) -> int(-1..8):
    return after[square]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from interpreter.engine.lower import code, expressions
from interpreter.engine.lower.code import Block, Routine, Run, Statement
from interpreter.engine.lower.expressions import Expression, UnaryOp
from interpreter.engine.lower.types import BitSet, Truth

_INDENT: Final = "    "


def text_of(functions: Iterable[Routine]) -> str:
    """Functions, one after the other."""
    return "\n\n".join("\n".join(_function(function)) for function in functions) + "\n"


def _function(function: Routine) -> Iterator[str]:
    given = ", ".join(f"{var.name}: {var.type}" for var in function.parameters)
    result = f" -> {function.result}" if function.result is not None else ""
    yield f"{function.role.value} {function.name}({given}){result}:"
    yield from _block(function.body)


def _block(block: Block) -> Iterator[str]:
    for statement in block:
        for line in _statement(statement):
            yield _INDENT + line
    if not block:
        yield _INDENT + "nothing"


def _statement(statement: Statement) -> Iterator[str]:
    match statement:
        case code.Assign(var, value):
            yield f"{var.name} := {expression(value)}"
        case code.Store(region, base, _, index, value):
            yield f"{_cell(region, base, index)} <- {expression(value)}"
        case code.If(condition, then, otherwise):
            yield f"if {expression(condition)}:"
            yield from _block(then)
            if otherwise:
                yield "else:"
                yield from _block(otherwise)
        case code.For(var, over, body):
            yield f"for {var.name} in {_run(over)}:"
            yield from _block(body)
        case code.While(condition, body):
            yield f"while {expression(condition)}:"
            yield from _block(body)
        case code.Break() | code.Continue():
            yield type(statement).__name__.lower()
        case code.Return(value):
            yield f"return {expression(value)}"
        case code.Goto() | code.Rest() | code.Tail() | code.Abort() | code.Arrive() | code.DrawListed():
            yield _way_on(statement)
        case code.Offer(option, number, values):
            coded = f"{expression(number)} = " if number is not None else ""
            yield f"offer {coded}{option}({_listed(values)})"
        case code.OfferSets(sets, bases, stride, alone):
            told = [f"{base} of {expression(one)}" for one, base in zip(sets, bases, strict=True)]
            yield f"offer {stride} * each + {', '.join(told)}{' alone' if alone else ''}"
        case code.SortOffers():
            yield "sort offers"
        case code.Finish():
            yield "finish"
        case code.Weigh(value, weight):
            yield f"outcome {expression(value)} weighs {expression(weight)}"
        case code.Assume(condition):
            yield f"assume {expression(condition)}"
        case code.Copy():
            yield "copy"
        case code.Report(event, values, audience):
            yield f"tell {expression(audience)} of {event}({_listed(values)})"
        case code.EmptyList() | code.Push() | code.Gather() | code.SortList() | code.DrawNumber():
            yield _on_variable(statement)
        case code.Perform(deed, arguments, static):
            yield f"{deed.value}({_listed(arguments)}{_static(static)})"
        case code.Remark(said, _):
            yield f"# {said}"
        case _:
            assert_never(statement)


def _way_on(
    statement: code.Goto | code.Rest | code.Tail | code.Abort | code.Arrive | code.DrawListed,
) -> str:
    match statement:
        case code.Goto(node):
            return f"goto {node}"
        case code.Rest(node):
            return f"rest at {node}"
        case code.Arrive(place, moved):
            return f"{'moved' if moved else 'go on'} to place {place}"
        case code.DrawListed(node):
            return f"draw from the list at {node}"
        case code.Tail(function, arguments):
            return f"goto {function}({_listed(arguments)})"
        case code.Abort(message, node, stuck, value):
            told = f", {expression(value)}" if value is not None else ""
            return f"{'stuck' if stuck else 'fault'} at {node}: {message!r}{told}"


def _on_variable(statement: code.EmptyList | code.Push | code.Gather | code.SortList | code.DrawNumber) -> str:
    match statement:
        case code.DrawNumber(var, bound):
            return f"{var.name} := any below {expression(bound)}"
        case code.EmptyList(found):
            return f"clear {found.name}"
        case code.Push(found, value):
            return f"push {expression(value)} to {found.name}"
        case code.Gather(found, over):
            return f"{found.name} := all of {_run(over)}"
        case code.SortList(found, var, keys):
            told = ", ".join(f"{'highest' if highest else 'lowest'} {expression(key)}" for highest, key in keys)
            return f"sort {found.name} by {var.name}: {told}"


def _run(run: Run) -> str:
    match run:
        case code.Elements(elements):
            return f"bits({expression(elements)})"
        case code.CountUp(low, high):
            return f"{expression(low)}..{expression(high)}"
        case code.StaticList(lists, index):
            return f"{_name(lists)}[{expression(index)}]"
        case code.CellRun(region, base, start, backwards, snapshot):
            turned = ", backwards" if backwards else ""
            return f"cells({_cell(region, base, start)}{turned}{', snapshot' if snapshot else ''})"
        case code.TokenRun(varieties, places, snapshot):
            kept = ", snapshot" if snapshot else ""
            return f"tokens({expression(varieties)}, {expression(places)}{kept})"
        case code.Numbers(found):
            return f"all {found.name}"
        case code.Handfuls(pool, fewest, most, tokens, alike, begun):
            limit = f"..{expression(most)}" if most is not None else ".."
            words = [word for word, is_so in (("tokens", tokens), ("alike", alike)) if is_so]
            words += [f"begun {begun.name}"] if begun is not None else []
            return f"handfuls({', '.join([pool.name, expression(fewest) + limit, *words])})"
        case _:
            assert_never(run)


def expression(value: Expression) -> str:
    """One expression; whatever is put together from parts stands in brackets inside another."""
    match value:
        case expressions.Immediate(number, type_):
            if isinstance(type_, BitSet):
                found = [str(one) for one in range(number.bit_length()) if number >> one & 1] if number > 0 else []
                return "{" + ", ".join(found) + "}"
            if isinstance(type_, Truth):
                return "yes" if number else "no"
            return str(number)
        case expressions.Var(name, _):
            return name
        case expressions.Load(region, base, _, index, _):
            return _cell(region, base, index)
        case expressions.LoadEntry(table, index, _):
            return f"{_name(table)}[{expression(index)}]"
        case expressions.Unary(UnaryOp.NOT, operand, _):
            return f"not {_inner(operand)}"
        case expressions.Unary(op, operand, _):
            return f"{op.value}({expression(operand)})"
        case expressions.Binary(op, left, right, _):
            return f"{_inner(left)} {op.value} {_inner(right)}"
        case expressions.Logic(any_of, parts):
            return (" or " if any_of else " and ").join(map(_inner, parts))
        case expressions.Select(condition, then, otherwise, _):
            return f"{_inner(then)} if {_inner(condition)} else {_inner(otherwise)}"
        case expressions.Invoke(function, arguments, _):
            return f"{function}({_listed(arguments)})"
        case expressions.Intrinsic(op, arguments, static, _):
            return f"{op.value}({_listed(arguments)}{_static(static)})"
        case _:
            assert_never(value)


def _inner(value: Expression) -> str:
    text = expression(value)
    loose = isinstance(value, expressions.Binary | expressions.Logic | expressions.Select)
    is_not = isinstance(value, expressions.Unary) and value.op is UnaryOp.NOT
    return f"({text})" if loose or is_not else text


def _cell(region: str, base: int, index: Expression) -> str:
    return f"{_name(region)}@{base}[{expression(index)}]"


def _name(name: str) -> str:
    return f"<{name}>"


def _listed(values: Iterable[Expression]) -> str:
    return ", ".join(map(expression, values))


def _static(static: tuple[str | int, ...]) -> str:
    return "; " + ", ".join(_name(one) if isinstance(one, str) else str(one) for one in static) if static else ""
