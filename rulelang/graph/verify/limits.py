"""No game is so deep, so large or so long: what executors could not go into, or would never come out of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulelang.graph.program import Do, Node, Program, Test
from rulelang.graph.successors import reached, targets
from rulelang.graph.terms import Between, Const, Single
from rulelang.graph.values.any_state import AnyState
from rulelang.graph.verify.problems import Problem
from rulelang.graph.walk import all_parts, direct_parts

#: The deepest term of all rulebooks so far has 15 levels.
DEEPEST: Final = 64


def too_deep(program: Program) -> Iterator[Problem]:
    """What has too many levels."""
    for node in program.nodes:
        if _is_deep(node):
            yield Problem(f"node {node.number}", f"a term in it has more than {DEEPEST} levels")
    for name, function in program.functions.items():
        if _is_deep(function):
            yield Problem(f"function {name}", f"it has more than {DEEPEST} levels")
    others = (program.scoring, *(term for _, term, _ in program.invariants), *program.examples)
    if any(map(_is_deep, others)):
        yield Problem("graph", f"a term of the ranking, an invariant or an example has more than {DEEPEST} levels")


def _is_deep(root: Any) -> bool:
    level = [root]
    for _ in range(DEEPEST):
        level = [part for one in level for part in direct_parts(one)]
        if not level:
            return False
    return True


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


def ways_without_end(program: Program) -> Iterator[Problem]:
    """Nodes from which, whatever the state is, the flow never comes to a stop."""
    ways = {node.number: _ways(node) for node in program.nodes}
    back: dict[int, list[int]] = {}
    for number, ahead in ways.items():
        for target in ahead:
            back.setdefault(target, []).append(number)
    stops = [number for number, ahead in ways.items() if not ahead]
    ending = reached(stops, lambda number: back.get(number, ()))
    for number in sorted(ways.keys() - ending):
        yield Problem(f"node {number}", "from here it goes on for ever: nobody decides, and no game ends")


def _ways(node: Node) -> list[int]:
    """Where the flow goes on by itself; an arm that is never taken, or past one that always is, leads nowhere."""
    if isinstance(node, Do):
        return targets(node)
    if not isinstance(node, Test):
        return []
    open_arms = [(condition, target) for condition, target in node.arms if condition != Const(0)]
    certain = next((place for place, (condition, _) in enumerate(open_arms) if isinstance(condition, Const)), None)
    if certain is None:
        return [target for target in (*(target for _, target in open_arms), node.otherwise) if target >= 0]
    return [target for _, target in open_arms[: certain + 1] if target >= 0]
