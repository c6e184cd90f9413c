"""DOT, the language of Graphviz: one cluster for each phase and action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import DrawnGroup, edge_label, nested, node_label

_SHAPES = {
    "decide": 'shape=box style="rounded,filled" fillcolor="#dbe9f6"',
    "chance": 'shape=diamond style=filled fillcolor="#fdebc8"',
    "do": 'shape=box style=filled fillcolor="#f2f2f2"',
    "test": 'shape=hexagon style=filled fillcolor="#e6f2e1"',
    "loop": 'shape=cds style=filled fillcolor="#e6f2e1"',
    "trigger": 'shape=box style="filled,dashed" fillcolor="#f3e3f0"',
    "window": 'shape=box style="filled,dashed" fillcolor="#dbe9f6"',
    "end": 'shape=doublecircle style=filled fillcolor="#dddddd"',
}

_STYLES = {"otherwise": "dashed", "pass": "dashed", "call": "dotted"}


def write(drawing: Drawing) -> str:
    """The drawing as a directed graph."""
    return "\n".join(_lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    yield f"digraph {_quoted(drawing.title)} {{"
    yield '  graph [rankdir=TB fontname="sans-serif" labeljust=l]'
    yield '  node [fontname="sans-serif" fontsize=10]'
    yield '  edge [fontname="sans-serif" fontsize=9]'
    numbers = count()
    for group in nested(drawing):
        yield from _cluster(group, numbers, "  ")
    over = {edge.source for edge in drawing.edges if edge.target < 0}
    yield from (f"  over{number} [label=done shape=plaintext]" for number in sorted(over))
    yield from (f"  {_edge(edge)}" for edge in drawing.edges)
    yield "}"


def _cluster(group: DrawnGroup, numbers: Iterator[int], indent: str) -> Iterator[str]:
    yield f"{indent}subgraph cluster_{next(numbers)} {{"
    yield f"{indent}  label={_quoted(group.title)}"
    yield from (f"{indent}  {_node(node)}" for node in group.nodes)
    for inner in group.inside:
        yield from _cluster(inner, numbers, f"{indent}  ")
    yield f"{indent}}}"


def _node(node: NodeCard) -> str:
    return f"n{node.number} [label={_quoted(node_label(node))} {_SHAPES[node.kind]} tooltip={_quoted(node.place)}]"


def _edge(edge: EdgeCard) -> str:
    style = f" style={_STYLES[edge.role]}" if edge.role in _STYLES else ""
    target = f"n{edge.target}" if edge.target >= 0 else f"over{edge.source}"
    return f"n{edge.source} -> {target} [label={_quoted(edge_label(edge))}{style}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
