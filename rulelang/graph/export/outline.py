"""A drawing as text: what is drawn, group by group, with where it leads.

A number is a box of the same group, `Take Turn 3` one of another: a new box changes no number outside its group."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import LONGEST, headline, shortened

_KINDS = {"decide": "a player decides", "chance": "chance", "test": "a fork", "loop": "again and again"}


def write(drawing: Drawing) -> str:
    """The drawing, box by box."""
    return "\n".join(line.rstrip() for line in _lines(drawing)) + "\n"


def _lines(drawing: Drawing) -> Iterator[str]:
    variants = f", with {', '.join(drawing.variants)}" if drawing.variants else ""
    yield f"{drawing.title} for {drawing.players} players{variants}"
    outline = _Outline(drawing)
    for group in drawing.groups:
        yield ""
        yield group or "outside of every phase and action"
        for node in drawing.nodes:
            if node.group == group:
                yield from outline.box(node)


class _Outline:
    """Says where the boxes of one drawing lead."""

    def __init__(self, drawing: Drawing) -> None:
        self.places: Final[dict[int, tuple[str, int]]] = {}
        self.leaving: Final[dict[int, list[EdgeCard]]] = defaultdict(list)
        counted: Counter[str] = Counter()
        for node in drawing.nodes:
            title = node.group.rpartition(" / ")[2] or "game"
            counted[title] += 1
            self.places[node.number] = title, counted[title]
        for edge in drawing.edges:
            self.leaving[edge.source].append(edge)

    def box(self, node: NodeCard) -> Iterator[str]:
        """A box in its lines."""
        leaving = self.leaving[node.number]
        kind = f"  ({_KINDS[node.kind]})" if node.kind in _KINDS else ""
        calls = [self._to(edge) for edge in leaving if edge.role == "call"]
        steps = [self._to(edge) for edge in leaving if edge.role != "call" and not edge.label]
        ways = [*([f"calls {' or '.join(calls)}"] if calls else []), *([" or ".join(steps)] if steps else [])]
        on = f"  -> {', then '.join(ways)}" if ways else ""
        cite = f"  [{node.citation}]" if node.citation else ""
        words = shortened(headline(node), 2 * LONGEST)
        yield f"{self.places[node.number][1]:>5}  {words}{kind}{on}{cite}"
        yield from (f"         {shortened(line, 2 * LONGEST)}" for line in node.told)
        for edge in leaving:
            if edge.label:
                yield f"         {shortened(edge.label, 2 * LONGEST)}  -> {self._to(edge)}"

    def _to(self, edge: EdgeCard) -> str:
        if edge.target not in self.places:
            return "done" if edge.target < 0 else "elsewhere"
        title, number = self.places[edge.target]
        return str(number) if title == self.places[edge.source][0] else f"{title} {number}"
