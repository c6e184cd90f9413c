"""A drawing as text: what is drawn, group by group, with where it leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import LONGEST, headline, shortened

_KINDS = {"decide": "a player decides", "chance": "chance", "test": "a fork", "loop": "again and again"}


def write(drawing: Drawing) -> str:
    """The drawing, box by box."""
    return "\n".join(line.rstrip() for line in _lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    variants = f", with {', '.join(drawing.variants)}" if drawing.variants else ""
    yield f"{drawing.title} for {drawing.players} players{variants}"
    leaving: dict[int, list[EdgeCard]] = defaultdict(list)
    for edge in drawing.edges:
        leaving[edge.source].append(edge)
    for group in drawing.groups:
        yield ""
        yield group or "outside of every phase and action"
        for node in drawing.nodes:
            if node.group == group:
                yield from _box(node, leaving[node.number])


def _box(node: NodeCard, leaving: list[EdgeCard]) -> Iterator[str]:
    marks = [_KINDS[node.kind]] if node.kind in _KINDS else []
    calls = [str(edge.target) for edge in leaving if edge.role == "call"]
    steps = [str(edge.target) for edge in leaving if edge.role != "call" and not edge.label]
    ways = [*([f"calls {' or '.join(calls)}"] if calls else []), *([" or ".join(steps)] if steps else [])]
    on = f"  -> {', then '.join(ways)}" if ways else ""
    cite = f"  [{node.citation}]" if node.citation else ""
    words = shortened(headline(node), 2 * LONGEST)
    yield f"{node.number:>5}  {words}{f'  ({marks[0]})' if marks else ''}{on}{cite}"
    yield from (f"         {shortened(line, 2 * LONGEST)}" for line in node.told)
    for edge in leaving:
        if edge.label:
            target = str(edge.target) if edge.target >= 0 else "done"
            yield f"         {shortened(edge.label, 2 * LONGEST)}  -> {target}"
