"""Derived values, the ranking and what always holds."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulelang.graph.program import Program
from rulelang.graph.terms import Apply
from rulelang.graph.verify.problems import Problem
from rulelang.graph.verify.terms import TermCheck
from rulelang.graph.walk import all_parts


def wrong_functions(program: Program) -> Iterator[Problem]:
    """What is wrong in the terms that stand outside of the nodes, and functions that never come to a value."""
    check = TermCheck(program)
    for name, function in program.functions.items():
        where = f"function {name}"
        if function.name != name:
            yield Problem(where, f"it calls itself {function.name}")
        if len(set(function.parameters)) != len(function.parameters):
            yield Problem(where, "two of its parameters have the same name")
        yield from check.term(where, function.body, frozenset(function.parameters))
    player = frozenset({"player"})
    yield from check.maybe("scoring", program.scoring.eligible, player)
    for line in program.scoring.lines:
        yield from check.term(f"scoring, {line.name}", line.value, player)
    for text, term, _ in program.invariants:
        yield from check.term(f"always {text}", term)
    yield from _endless(program)


def _endless(program: Program) -> Iterator[Problem]:
    """No function needs its own value to work it out."""
    needed = {
        name: {part.function for part in all_parts(function.body) if isinstance(part, Apply)}
        for name, function in program.functions.items()
    }
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        yield Problem("functions", f"values are needed for themselves: {', then '.join(error.args[1])}")
