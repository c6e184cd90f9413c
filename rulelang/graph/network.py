"""The state graph as a networkx MultiDiGraph: plain attributes only, so that every tool of the field can use it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rulelang.graph.edges import Drawing, draw
from rulelang.graph.program import Program

if TYPE_CHECKING:
    import networkx

    Network = networkx.MultiDiGraph


def network(program: Program) -> Network:
    """Nodes are numbers with `kind`, `title`, `group`, `ends_move`, `heading`, `citation`, `place`, `says`, `sentence`,
    `role`, `told`, `is_bookkeeping`; edges have `role`, `name`, `label`, `parameters`, `guard`, `effects`, `citation`,
    `place`, `told`."""
    return drawing_network(draw(program))


def drawing_network(drawing: Drawing) -> Network:
    """The same for a part of a graph; nodes outside the part appear with a number only."""
    import networkx

    graph: Network = networkx.MultiDiGraph(
        title=drawing.title, players=drawing.players, variants=list(drawing.variants), entry=drawing.entry
    )
    for node in drawing.nodes:
        attributes: dict[str, Any] = {**asdict(node), "role": node.role.value}
        graph.add_node(attributes.pop("number"), **attributes)
    for edge in drawing.edges:
        attributes = asdict(edge)
        graph.add_edge(attributes.pop("source"), attributes.pop("target"), **attributes)
    return graph
