"""Two programs that begin otherwise and yet alike: what is done before anybody or chance decides comes to the same, and
is not done again."""

from __future__ import annotations

from typing import NamedTuple

from interpreter.engine.executor import Fault
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Node, Program
from rulelang.graph.successors import reached_without
from rulelang.graph.terms import Possible
from rulelang.graph.walk import all_parts
from rulelang.mutation.difference import Described, ProgramPart, sentence_of


class _Beginning(NamedTuple):
    """Where a new game first stops, what every region holds there, and the sentences that are still to come."""

    node: Node
    held: dict[str, tuple[int, ...]]
    to_come: frozenset[ProgramPart]


def begin_alike(original: Described, other: Described, changed: frozenset[ProgramPart]) -> bool:
    """Do both come to the same position, from where nothing is different any more? `changed` tells what is."""
    if any(part.sort != "sentence" for part in changed):
        return False
    first, second = _beginning(original.program), _beginning(other.program)
    if first is None or second is None or first.held != second.held:
        return False
    alike = original.described(first.node) == other.described(second.node)
    return alike and changed.isdisjoint(first.to_come) and changed.isdisjoint(second.to_come)


def _beginning(program: Program) -> _Beginning | None:
    reference = Reference(program)
    try:
        state = reference.start()
    except Fault:
        return None
    regions = program.layout.regions
    held = {name: tuple(state[one.base : one.base + one.length]) for name, one in regions.items() if name != "node"}
    node = reference.node(state)
    return _Beginning(node, held, _to_come(program, node))


def _to_come(program: Program, node: Node) -> frozenset[ProgramPart]:
    """The sentences that can be reached from a node, or that are looked ahead at."""
    parts = all_parts(program.nodes, tuple(program.functions.values()))
    asked = (part.node for part in parts if isinstance(part, Possible))
    return frozenset(sentence_of(program.nodes[number]) for number in reached_without(program, [node.number, *asked]))
