"""Mermaid, which code hosts draw in Markdown: one subgraph for each phase and action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import DrawnGroup, edge_label, nested, node_label

_SHAPES = {
    "decide": ("(", ")"),
    "chance": ("{", "}"),
    "do": ("[", "]"),
    "test": ("{{", "}}"),
    "loop": ("[/", "/]"),
    "trigger": ("[[", "]]"),
    "window": ("[[", "]]"),
    "end": ("((", "))"),
}


#: What Mermaid draws as long as nobody tells it otherwise; a file cannot.
_MOST_EDGES = 500


def write(drawing: Drawing) -> str:
    """The drawing as a flowchart."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    edges = len(drawing.edges)
    if edges > _MOST_EDGES:
        yield f"%% {edges} edges: Mermaid draws {_MOST_EDGES} unless its setting maxEdges allows more; try --group"
    yield "flowchart TD"
    numbers = count()
    for group in nested(drawing):
        yield from _subgraph(group, numbers, "  ")
    over = {edge.source for edge in drawing.edges if edge.target < 0}
    yield from (f"  over{number}(done)" for number in sorted(over))
    yield from (f"  {_edge(edge)}" for edge in drawing.edges)


def _subgraph(group: DrawnGroup, numbers: Iterator[int], indent: str) -> Iterator[str]:
    yield f"{indent}subgraph g{next(numbers)}[{_quoted(group.title)}]"
    yield from (f"{indent}  {_node(node)}" for node in group.nodes)
    for inner in group.inside:
        yield from _subgraph(inner, numbers, f"{indent}  ")
    yield f"{indent}end"


def _node(node: NodeCard) -> str:
    left, right = _SHAPES[node.kind]
    return f"n{node.number}{left}{_quoted(node_label(node))}{right}"


def _edge(edge: EdgeCard) -> str:
    arrow = "-.->" if edge.role in ("otherwise", "pass", "call") else "-->"
    label = edge_label(edge)
    target = f"n{edge.target}" if edge.target >= 0 else f"over{edge.source}"
    return f"n{edge.source} {arrow}{f'|{_quoted(label)}|' if label else ''} {target}"


def _quoted(text: str) -> str:
    escaped = text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    return f'"{escaped}"'
