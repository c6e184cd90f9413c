"""The state graph as a networkx MultiDiGraph, and back. The graph is the whole program (`parts.py` says what stands
where): nothing is kept beside it, and whatever a tool changes in it changes the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.graph.parts import GraphParts, put_together, take_apart
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problem, Problems

if TYPE_CHECKING:
    import networkx

    Network = networkx.MultiDiGraph


def graph_of(program: Program) -> Network:
    """The program as a graph of its own: changing it does not change the program."""
    import networkx

    parts = take_apart(program)
    graph: Network = networkx.MultiDiGraph(**parts.whole)
    for number, attributes in parts.nodes.items():
        graph.add_node(number, **attributes)
    for source, target, attributes in parts.edges:
        graph.add_edge(source, target, **attributes)
    return graph


def program_of(graph: Network) -> Program | Problems:
    """The program that a graph is, ready to be played, or all that is wrong with the graph."""
    from rulelang.graph.node_link import parts_text
    from rulelang.graph.node_link.shapes import misshaped
    from rulelang.graph.verify import verify

    edges = [(source, target, attributes) for source, target, attributes in graph.edges(data=True)]
    parts = GraphParts(dict(graph.graph), dict(graph.nodes(data=True)), edges)
    try:
        found = misshaped(parts_text(parts)) or put_together(parts)
    except RecursionError:
        return Problems((Problem("graph", "something in it stands in itself, or has hundreds of levels"),))
    return found if isinstance(found, Problems) else verify(found) or found
