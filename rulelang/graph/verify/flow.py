"""The nodes: what they say, and that each way on leads to a node."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Program, Test
from rulelang.graph.successors import targets
from rulelang.graph.verify.problems import Problem
from rulelang.graph.verify.terms import NO_LOCALS, TermCheck


def wrong_nodes(program: Program) -> Iterator[Problem]:
    """What is wrong in the nodes of the graph."""
    check = TermCheck(program)
    for place, node in enumerate(program.nodes):
        where = f"node {node.number}"
        if node.number != place:
            yield Problem(where, f"it stands at place {place}")
        for target in targets(node):
            if target >= len(program.nodes):
                yield Problem(where, f"it leads to node {target}, which there is not")
        yield from _node(check, where, node)


def _node(check: TermCheck, where: str, node: Node) -> Iterator[Problem]:
    match node:
        case Decide():
            yield from check.term(where, node.actor)
            for option in node.options:
                yield from check.option(f"{where}, option {option.name}", option)
        case ChanceNode():
            yield from _chance(check, where, node)
        case Do():
            yield from check.effects(where, node.effects)
        case Test():
            for condition, _ in node.arms:
                yield from check.term(where, condition)
        case End():
            pass


def _chance(check: TermCheck, where: str, node: ChanceNode) -> Iterator[Problem]:
    if node.parameter is not None and node.shuffles is not None:
        yield Problem(where, "chance draws something or shuffles something, not both")
    known = NO_LOCALS
    if node.parameter is not None:
        yield from check.parameter(where, node.parameter, known)
        known |= {node.parameter.name}
    yield from check.maybe(where, node.shuffles)
    yield from check.maybe(where, node.weight, known)
    yield from check.effects(where, node.effects, known)
    yield from check.term(where, node.audience)
    yield from check.maybe(where, node.secretly)
