"""GraphML, which graph editors read. Lists become one text with a line for each entry, for GraphML has no lists."""

from __future__ import annotations

from dataclasses import asdict
from io import BytesIO
from typing import Any

from rulelang.graph.edges import Drawing


def write(drawing: Drawing) -> str:
    """The drawing as GraphML, UTF-8."""
    import networkx

    graph = networkx.MultiDiGraph(
        title=drawing.title, players=drawing.players, variants="\n".join(drawing.variants), entry=drawing.entry
    )
    for node in drawing.nodes:
        attributes = _plain(asdict(node))
        graph.add_node(attributes.pop("number"), **attributes)
    for edge in drawing.edges:
        attributes = _plain(asdict(edge))
        graph.add_edge(attributes.pop("source"), attributes.pop("target"), **attributes)
    buffer = BytesIO()
    networkx.write_graphml(graph, buffer, named_key_ids=True)
    return buffer.getvalue().decode("utf-8") + "\n"


def _plain(attributes: dict[str, Any]) -> dict[str, Any]:
    return {
        name: "\n".join(map(str, value)) if isinstance(value, list | tuple) else str(value) if name == "role" else value
        for name, value in attributes.items()
    }
