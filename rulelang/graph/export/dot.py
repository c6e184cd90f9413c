"""DOT, the language of Graphviz: one cluster for each phase and action."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import edge_label, node_label

_SHAPES = {
    "decide": 'shape=box style="rounded,filled" fillcolor="#dbe9f6"',
    "chance": 'shape=diamond style=filled fillcolor="#fdebc8"',
    "do": 'shape=box style=filled fillcolor="#f2f2f2"',
    "test": 'shape=hexagon style=filled fillcolor="#e6f2e1"',
    "end": 'shape=doublecircle style=filled fillcolor="#dddddd"',
}


def write(drawing: Drawing) -> str:
    """The drawing as a directed graph."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield f"digraph {_quoted(drawing.title)} {{"
    yield '  graph [rankdir=TB fontname="sans-serif" labeljust=l]'
    yield '  node [fontname="sans-serif" fontsize=10]'
    yield '  edge [fontname="sans-serif" fontsize=9]'
    for number, group in enumerate(drawing.groups):
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(group or 'outside of every phase')}"
        for node in drawing.nodes:
            if node.group == group:
                yield f"    {_node(node)}"
        yield "  }"
    yield from (f"  {_edge(edge)}" for edge in drawing.edges if edge.target >= 0)
    yield "}"


def _node(node: NodeCard) -> str:
    return f"n{node.number} [label={_quoted(node_label(node))} {_SHAPES[node.kind]} tooltip={_quoted(node.place)}]"


def _edge(edge: EdgeCard) -> str:
    style = " style=dashed" if edge.role in ("otherwise", "pass") else ""
    return f"n{edge.source} -> n{edge.target} [label={_quoted(edge_label(edge))}{style}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
