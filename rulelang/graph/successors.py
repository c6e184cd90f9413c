"""Where the flow of a program goes on, node by node."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulelang.graph.program import ChanceNode, Decide, Do, Node, Program, Test


def targets(node: Node) -> list[int]:
    """The nodes a node leads to."""
    match node:
        case Decide():
            found = [*(option.target for option in node.options), node.otherwise]
        case Test():
            found = [*(target for _, target in node.arms), node.otherwise]
        case Do() | ChanceNode():
            found = [node.target]
        case _:
            found = []
    return [target for target in found if target >= 0]


def reached_without(
    program: Program, starts: Iterable[int], border: Callable[[Node], bool] = lambda _: False
) -> set[int]:
    """The nodes that some nodes lead to, up to a border."""
    nodes = program.nodes
    return reached(starts, lambda number: () if border(nodes[number]) else targets(nodes[number]))


def reached(starts: Iterable[int], ways: Callable[[int], Iterable[int]]) -> set[int]:
    """The numbers that some numbers lead to, themselves among them. A number below 0 leads nowhere."""
    found: set[int] = set()
    work = list(starts)
    while work:
        number = work.pop()
        if number >= 0 and number not in found:
            found.add(number)
            work += ways(number)
    return found
