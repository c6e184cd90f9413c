"""Loops and sets no larger than any game needs: larger ones would go on for hours, or fill the memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulelang.graph.program import Program
from rulelang.graph.terms import Between, Single
from rulelang.graph.values.any_state import AnyState
from rulelang.graph.verify.problems import Problem
from rulelang.graph.walk import all_parts

#: So many numbers are gone through at most, and no set has an element of a higher number.
MOST: Final = 1 << 20


def too_large(program: Program) -> Iterator[Problem]:
    """What is certainly too much. Bounds are often wider than what really comes up."""
    bounds = AnyState(program)
    roots: list[tuple[str, Any]] = [(f"node {node.number}", node) for node in program.nodes]
    roots += [(f"function {name}", function) for name, function in program.functions.items()]
    roots += [("scoring", program.scoring)]
    roots += [(f"example {example.title}", example) for example in program.examples]
    for where, root in roots:
        for part in all_parts(root):
            yield from _too_large(bounds, where, part)


def _too_large(bounds: AnyState, where: str, part: Any) -> Iterator[Problem]:
    if isinstance(part, Between):
        first, last = bounds.bound(part.low).high, bounds.bound(part.high).low
        if first is not None and last is not None and last - first > MOST:
            yield Problem(where, f"it goes through {last - first + 1:,} numbers or more: {MOST:,} at most")
    elif isinstance(part, Single):
        least = bounds.bound(part.element).low
        if least is not None and least > MOST:
            yield Problem(where, f"a set would have the element {least:,}: {MOST:,} at most")
