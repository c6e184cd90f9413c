"""Where everything lies in the picture: nodes in layers inside their panel, panels in columns.

layer 0    first node of the group
layer 1    what it leads to ...
"""

from __future__ import annotations

from collections import defaultdict, deque

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import shortened, told
from rulelang.values import dataclass, field

GAP = 24
LINE = 16
_WIDTH = 360
_CHARACTERS = 42
_MOST_LINES = 9
_BETWEEN_LAYERS = 46
_HEADING = 40
_TOP = 70
_COLUMN_HEIGHT = 2400


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a box: its words, and where it leads (the flag at its right edge)."""

    text: str
    flag: str = ""
    target: int = -1


@dataclass(slots=True)
class Box:
    """A node at its place."""

    node: NodeCard
    lines: tuple[Line, ...]
    layer: int
    x: int = 0
    y: int = 0
    width: int = _WIDTH
    height: int = 0


@dataclass(slots=True)
class Panel:
    """One phase or action at its place."""

    title: str
    boxes: dict[int, Box]
    leaving: dict[int, list[EdgeCard]]
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


@dataclass(slots=True)
class _Columns:
    """Panels go below each other until a column is full."""

    x: int = GAP
    y: int = _TOP
    widest: int = 0
    panels: list[Panel] = field(default_factory=list)

    def put(self, panel: Panel) -> None:
        if self.y > _TOP and self.y + panel.height > _COLUMN_HEIGHT:
            self.x, self.y, self.widest = self.x + self.widest + GAP, _TOP, 0
        panel.x, panel.y = self.x, self.y
        for box in panel.boxes.values():
            box.x, box.y = box.x + self.x, box.y + self.y
        self.y += panel.height + GAP
        self.widest = max(self.widest, panel.width)
        self.panels.append(panel)


def arrange(drawing: Drawing) -> list[Panel]:
    """All panels in drawing order."""
    leaving: dict[int, list[EdgeCard]] = defaultdict(list)
    for edge in drawing.edges:
        leaving[edge.source].append(edge)
    columns = _Columns()
    for group in drawing.groups:
        nodes = [node for node in drawing.nodes if node.group == group]
        columns.put(_panel(group or "outside of every phase and action", nodes, leaving))
    return columns.panels


def _panel(title: str, nodes: list[NodeCard], leaving: dict[int, list[EdgeCard]]) -> Panel:
    layers = _layers(nodes, leaving)
    boxes = {node.number: _box(node, leaving[node.number], layers[node.number]) for node in nodes}
    rows: dict[int, list[Box]] = defaultdict(list)
    for box in boxes.values():
        rows[box.layer].append(box)
    y, widest = _HEADING, 0
    for layer in sorted(rows):
        x = GAP
        for box in rows[layer]:
            box.x, box.y = x, y
            x += box.width + GAP
        widest = max(widest, x)
        y += max(box.height for box in rows[layer]) + _BETWEEN_LAYERS
    return Panel(title, boxes, leaving, width=widest + GAP, height=y)


def _layers(nodes: list[NodeCard], leaving: dict[int, list[EdgeCard]]) -> dict[int, int]:
    """How many steps inside the group lead to a node at least; loops do not push their head down."""
    inside = {node.number for node in nodes}
    reached = {edge.target for number in inside for edge in leaving[number] if edge.target != number}
    starts = [node.number for node in nodes if node.number not in reached] or [nodes[0].number]
    layers: dict[int, int] = {}
    for start in [*starts, *(node.number for node in nodes)]:
        if start in layers:
            continue
        layers[start] = 0
        queue = deque([start])
        while queue:
            number = queue.popleft()
            for edge in leaving[number]:
                if edge.target in inside and edge.target not in layers:
                    layers[edge.target] = layers[number] + 1
                    queue.append(edge.target)
    return layers


def _box(node: NodeCard, leaving: list[EdgeCard], layer: int) -> Box:
    lines = _lines(node, leaving)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], Line(f"and {len(lines) - _MOST_LINES + 1} more")]
    shown = tuple(Line(shortened(line.text, _room(line)), line.flag, line.target) for line in lines)
    return Box(node, shown, layer, height=max(1, len(shown)) * LINE + 12)


def _room(line: Line) -> int:
    return _CHARACTERS - (len(line.flag) + 3 if line.flag else 0)


def _lines(node: NodeCard, leaving: list[EdgeCard]) -> list[Line]:
    match node.kind:
        case "decide" | "test":
            head = node.says[0] if node.kind == "decide" else node.title or "if"
            if head.startswith("back from"):
                return [Line("go back to where this was called")]
            return [Line(head), *(Line(f"- {edge.label}", f"to {edge.target}", edge.target) for edge in leaving)]
        case "do":
            return _ending([*map(Line, told(node.says) or ["go on"])], leaving)
        case "chance":
            steps = told(tuple(step for edge in leaving for step in edge.effects))
            return _ending([Line(node.title or "chance"), *map(Line, steps)], leaving)
        case _:
            return [Line("the game is over")]


def _ending(lines: list[Line], leaving: list[EdgeCard]) -> list[Line]:
    """The one way on stands at the end of the last line, which must not be cut off."""
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], Line(f"and {len(lines) - _MOST_LINES + 1} more")]
    target = leaving[0].target if leaving else -1
    return [*lines[:-1], Line(lines[-1].text, f"to {target}", target)] if target >= 0 else lines
