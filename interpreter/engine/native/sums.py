"""What sums can come to: a variable that begins with a known number and only ever grows by something in loops whose
length is known.

    total := 0;  for x in bits(places): total := total + tokens[x]        at most as many times as there are places
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Run
from interpreter.engine.lower.expressions import Binary, BinaryOp, Expression, Immediate, Var
from interpreter.engine.lower.types import NumberList
from interpreter.engine.native.values import I64, Interval, within

if TYPE_CHECKING:
    from interpreter.engine.native.print_expressions import CExpressionPrinter

#: No list is longer.
_LONGEST: Final = 1 << 26


def sums(block: Block, values: CExpressionPrinter) -> dict[str, Interval]:
    """The variables that are sums, with what they can be."""
    changes: dict[str, list[tuple[int, Expression]]] = {}
    others: set[str] = set()
    for var, given, times in _assigned(block, 1, values):
        match given:
            case Immediate():
                changes.setdefault(var.name, [])
            case Binary(BinaryOp.ADD, Var(name), more) if name == var.name:
                changes.setdefault(var.name, []).append((times, more))
            case _:
                others.add(var.name)
    found: dict[str, Interval] = {}
    firsts = {var.name: 0 for var, _, _ in _assigned(block, 1, values)}
    for var, value, _ in _assigned(block, 1, values):
        if isinstance(value, Immediate):
            firsts[var.name] = max(firsts[var.name], abs(value.value))
    failed = values.can_fail
    for name, added in changes.items():
        if name in others or not added or isinstance(added[0][1].type, NumberList):
            continue
        low, high = -firsts[name], firsts[name]
        for times, more in added:
            least, most = values.number(more).sure
            low += times * min(least, 0)
            high += times * max(most, 0)
        if within((low, high), I64):
            found[name] = values.known[name] = (low, high)
    values.can_fail = failed
    return found


def _assigned(block: Block, times: int, values: CExpressionPrinter) -> Iterator[tuple[Var, Expression, int]]:
    """What variables get, each with how often at most."""
    for statement in block:
        match statement:
            case code.Assign(var, value):
                yield var, value, times
            case code.DrawNumber(var, _):
                yield var, var, times
            case code.If(_, then, otherwise):
                yield from _assigned(then, times, values)
                yield from _assigned(otherwise, times, values)
            case code.For(var, over, body):
                # What runs come by is no sum.
                yield var, var, times
                yield from _assigned(body, times * _length(over, values), values)
            case code.While(_, body):
                yield from _assigned(body, I64[1], values)
            case _:
                pass


def _length(run: Run, values: CExpressionPrinter) -> int:
    """How many there are in a run, at most."""
    match run:
        case code.Elements(elements):
            return max(values.any(elements).size, 1)
        case code.CountUp(low, high):
            return max(values.number(high).sure[1] - values.number(low).sure[0] + 1, 1)
        case _:
            return _LONGEST
