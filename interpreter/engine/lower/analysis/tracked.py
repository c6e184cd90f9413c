"""What is followed through the flow: which cells, and how much there is to write at a node."""

from __future__ import annotations

from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape
from rulelang.graph.access import Key
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Test


def tracked_cells(facts: Facts, elements: frozenset[str] | None = None) -> frozenset[Key]:
    """Cells whose values are followed through the flow: whose turn it is, where to go back to, what was chosen."""
    return frozenset(
        (region.name, 0)
        for region in facts.program.layout.regions.values()
        if region.length == 1
        and region.role in {"flow", "frame"}
        and region.name != "node"
        and (elements is None or region.elements in elements)
    )


def weight_of(node: Node) -> int:
    """How much there is to write at a node, parameters of options left out."""
    match node:
        case Do(effects=effects) | ChanceNode(effects=effects):
            return sum(map(shape.weight, effects))
        case Test(arms=arms):
            return sum(shape.weight(condition) for condition, _ in arms)
        case Decide(options=options):
            return sum(shape.weight(effect) for option in options for effect in option.effects)
        case End():
            return 0
