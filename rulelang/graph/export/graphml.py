"""GraphML, which graph editors read. Lists become one text with a line for each entry, for GraphML has no lists."""

from __future__ import annotations

from io import BytesIO

from rulelang.graph.edges import Drawing
from rulelang.graph.network import drawing_network


def write(drawing: Drawing) -> str:
    """The drawing as GraphML, UTF-8."""
    import networkx

    graph = drawing_network(drawing)
    for attributes in (
        graph.graph,
        *(data for _, data in graph.nodes(data=True)),
        *(d for *_, d in graph.edges(data=True)),
    ):
        for name, value in attributes.items():
            if isinstance(value, list | tuple):
                attributes[name] = "\n".join(map(str, value))
    buffer = BytesIO()
    networkx.write_graphml(graph, buffer, named_key_ids=True)
    return buffer.getvalue().decode("utf-8") + "\n"
