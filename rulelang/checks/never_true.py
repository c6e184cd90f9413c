"""`as soon as` conditions that cannot come true, because a number never leaves its bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.graph import Compilation
from rulelang.graph.layout import Layout
from rulelang.graph.program import Test
from rulelang.graph.terms import And, AnyIn, Cell, Compare, Const, Or, Term
from rulelang.rulebook.loading import Rulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree


def check_never_true(rulebook: Rulebook, compilations: Iterable[Compilation]) -> Iterator[Diagnostic]:
    """A condition is only called impossible if it is so for every number of players and every variant."""
    possible: dict[Span, bool] = {}
    for program in (compilation.program for compilation in compilations):
        if program is None:
            continue
        for node in program.nodes:
            if isinstance(node, Test) and node.origin.span is not None and node.title == "as soon as":
                holds = any(can_hold(condition, program.layout) for condition, _ in node.arms)
                possible[node.origin.span] = possible.get(node.origin.span, False) or holds
    for placed in rulebook.items:
        item = placed.item
        if isinstance(item, tree.StateTrigger) and not possible.get(item.span, True):
            yield wording.never_true(item.condition.span)


def can_hold(condition: Term, layout: Layout) -> bool:
    """False only if the bounds of the numbers rule the condition out."""
    match condition:
        case Const(value):
            return value != 0
        case And(parts):
            return all(can_hold(part, layout) for part in parts)
        case Or(parts):
            return any(can_hold(part, layout) for part in parts)
        case AnyIn():
            return can_hold(condition.body, layout)
        case Compare(operation, left, right):
            one, other = _bounds(left, layout), _bounds(right, layout)
            return one is None or other is None or _comparable(operation, one, other)
        case _:
            return True


def _bounds(term: Term, layout: Layout) -> tuple[int, int] | None:
    """The least and the greatest value, if they are known."""
    if isinstance(term, Const):
        return term.value, term.value
    if isinstance(term, Cell) and term.region in layout.regions:
        region = layout.regions[term.region]
        return (region.low, region.high) if region.role == "counter" else None
    return None


def _comparable(operation: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Is there a value in each range so that the comparison holds?"""
    match operation:
        case "==":
            return one[0] <= other[1] and other[0] <= one[1]
        case "<":
            return one[0] < other[1]
        case "<=":
            return one[0] <= other[1]
        case ">":
            return one[1] > other[0]
        case ">=":
            return one[1] >= other[0]
        case _:
            return one[0] != one[1] or one != other
