"""Mermaid, which code hosts draw in Markdown: one subgraph for each phase and action."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import edge_label, node_label

_SHAPES = {
    "decide": ("(", ")"),
    "chance": ("{", "}"),
    "do": ("[", "]"),
    "test": ("{{", "}}"),
    "end": ("((", "))"),
}


#: What Mermaid draws as long as nobody tells it otherwise; a file cannot.
_MOST_EDGES = 500


def write(drawing: Drawing) -> str:
    """The drawing as a flowchart."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    edges = sum(edge.target >= 0 for edge in drawing.edges)
    if edges > _MOST_EDGES:
        yield f"%% {edges} edges: Mermaid draws {_MOST_EDGES} unless its setting maxEdges allows more; try --group"
    yield "flowchart TD"
    for number, group in enumerate(drawing.groups):
        yield f"  subgraph g{number}[{_quoted(group or 'outside of every phase')}]"
        yield from (f"    {_node(node)}" for node in drawing.nodes if node.group == group)
        yield "  end"
    yield from (f"  {_edge(edge)}" for edge in drawing.edges if edge.target >= 0)


def _node(node: NodeCard) -> str:
    left, right = _SHAPES[node.kind]
    return f"n{node.number}{left}{_quoted(node_label(node))}{right}"


def _edge(edge: EdgeCard) -> str:
    arrow = "-.->" if edge.role in ("otherwise", "pass") else "-->"
    label = edge_label(edge)
    return f"n{edge.source} {arrow}{f'|{_quoted(label)}|' if label else ''} n{edge.target}"


def _quoted(text: str) -> str:
    escaped = text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    return f'"{escaped}"'
