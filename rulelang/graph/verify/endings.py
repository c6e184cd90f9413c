"""Ways that go on for ever: nobody decides on them, nothing happens by chance, and no game ends."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.program import Do, Node, Program, Test
from rulelang.graph.successors import reached, targets
from rulelang.graph.terms import Const
from rulelang.graph.verify.problems import Problem


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
