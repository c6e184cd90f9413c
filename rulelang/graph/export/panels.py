"""Where everything lies in the picture: nodes in layers inside their block, blocks in their panel, panels in columns.

layer 0    first node of the group
layer 1    what it leads to ...
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from textwrap import wrap

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export.labels import DrawnGroup, headline, nested, shortened
from rulelang.graph.roles import NodeRole
from rulelang.tuning.fast_dataclass import dataclass, field, replace

GAP = 24
LINE = 16
_WIDTH = 420
_CHARACTERS, _BOLD_CHARACTERS = 56, 50
_MOST_LINES = 9
_MOST_OF_A_HEADLINE = 3
_BETWEEN_LAYERS = 46
_HEADING = 40
_TOP = 70
_COLUMN_HEIGHT = 2400
#: A panel is as wide as a sheet on which the words can still be read.
_MOST_ACROSS = 3
#: Panels inside a panel stand side by side up to this width.
_WIDEST = 1390


@dataclass(frozen=True, slots=True)
class PanelLine:
    """One line of a box: its words, and where it leads (the flag at its right edge). Bold: the headline."""

    text: str
    flag: str = ""
    target: int = -1
    bold: bool = False


@dataclass(slots=True)
class Box:
    """A node at its place."""

    node: NodeCard
    lines: tuple[PanelLine, ...]
    layer: int
    x: int = 0
    y: int = 0
    width: int = _WIDTH
    height: int = 0
    side: int = 0
    """Right of everything that hangs together with it: lines that lead up again run there."""
    below: int = 0
    """Below everything that stands in the same row."""
    row: int = 0
    """The number of the row in its block."""


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
    inside: list[Panel] = field(default_factory=list)

    def move(self, x: int, y: int) -> None:
        """Put it elsewhere with all that is in it."""
        self.x, self.y = self.x + x, self.y + y
        for box in self.boxes.values():
            box.x, box.y, box.side, box.below = box.x + x, box.y + y, box.side + x, box.below + y
        for panel in self.inside:
            panel.move(x, y)

    def all_inside(self) -> Iterator[Panel]:
        """The panel, then those in it: what lies behind is drawn first."""
        yield self
        for panel in self.inside:
            yield from panel.all_inside()


@dataclass(slots=True)
class _Columns:
    """Panels go below each other until a column is full."""

    full: int
    x: int = GAP
    y: int = _TOP
    widest: int = 0
    panels: list[Panel] = field(default_factory=list)

    def put(self, panel: Panel) -> None:
        if self.y > _TOP and self.y + panel.height > self.full:
            self.x, self.y, self.widest = self.x + self.widest + GAP, _TOP, 0
        panel.move(self.x, self.y)
        self.y += panel.height + GAP
        self.widest = max(self.widest, panel.width)
        self.panels.append(panel)


def arrange(drawing: Drawing) -> list[Panel]:
    """All panels in drawing order."""
    leaving: dict[int, list[EdgeCard]] = defaultdict(list)
    for edge in drawing.edges:
        leaving[edge.source].append(edge)
    panels = [_nest(group, leaving) for group in nested(drawing)]
    tallest = max((panel.height for panel in panels), default=0)
    # About as high as three quarters of the width, so that the whole can be looked at.
    even = round((sum(panel.width * panel.height for panel in panels) * 3 / 4) ** 0.5)
    columns = _Columns(max(_COLUMN_HEIGHT, _TOP + tallest, even))
    for panel in panels:
        columns.put(panel)
    return [panel for outer in columns.panels for panel in outer.all_inside()]


def _nest(group: DrawnGroup, leaving: dict[int, list[EdgeCard]]) -> Panel:
    """The panel of a group with those of the groups inside it, which stand side by side below its own boxes."""
    panel = _panel(group.title, group.nodes, leaving)
    x, y, tallest = GAP, panel.height, 0
    for inner in group.inside:
        one = _nest(inner, leaving)
        if x > GAP and x + one.width + GAP > _WIDEST:
            x, y, tallest = GAP, y + tallest + GAP, 0
        one.move(x, y)
        x, tallest = x + one.width + GAP, max(tallest, one.height)
        panel.width = max(panel.width, x)
        panel.inside.append(one)
    panel.height = y + tallest + GAP if group.inside else panel.height
    panel.width = max(panel.width, 2 * GAP + 9 * len(panel.title))
    return panel


def _panel(title: str, nodes: list[NodeCard], leaving: dict[int, list[EdgeCard]]) -> Panel:
    """Nodes that hang together form a block; blocks stand side by side until a row of the panel is full."""
    boxes: dict[int, Box] = {}
    x, y, tallest, widest = GAP, _HEADING, 0, 0
    for together in _blocks(nodes, leaving):
        block, width, height = _block(together, leaving)
        if x > GAP and x + width > GAP + _MOST_ACROSS * (_WIDTH + GAP):
            x, y, tallest = GAP, y + tallest + GAP, 0
        for box in block:
            box.x, box.y, box.side = box.x + x, box.y + y, x + width - GAP // 2
            box.below += y
            boxes[box.node.number] = box
        x, tallest = x + width, max(tallest, height)
        widest = max(widest, x)
    return Panel(title, {node.number: boxes[node.number] for node in nodes}, leaving, width=widest, height=y + tallest)


def _blocks(nodes: list[NodeCard], leaving: dict[int, list[EdgeCard]]) -> list[list[NodeCard]]:
    """The nodes of a group by what hangs together inside it, in drawing order."""
    beside: dict[int, set[int]] = {node.number: set() for node in nodes}
    for number, near in beside.items():
        for edge in leaving[number]:
            if edge.target in beside:
                near.add(edge.target)
                beside[edge.target].add(number)
    found: list[list[NodeCard]] = []
    block_of: dict[int, int] = {}
    for node in nodes:
        waiting = [node.number]
        while waiting:
            number = waiting.pop()
            if number not in block_of:
                block_of[number] = block_of.get(node.number, len(found))
                waiting.extend(beside[number])
        if block_of[node.number] == len(found):
            found.append([])
        found[block_of[node.number]].append(node)
    return found


def _block(nodes: list[NodeCard], leaving: dict[int, list[EdgeCard]]) -> tuple[list[Box], int, int]:
    """Its boxes in layers from the top, of which one may need several rows; its width and height."""
    layers = _layers(nodes, leaving)
    boxes = [_box(node, leaving[node.number], layers[node.number]) for node in nodes]
    y, widest, rows = 0, 0, 0
    for layer in sorted(set(layers.values())):
        row = [box for box in boxes if box.layer == layer]
        for first in range(0, len(row), _MOST_ACROSS):
            beside = row[first : first + _MOST_ACROSS]
            for place, box in enumerate(beside):
                box.x, box.y = place * (_WIDTH + GAP), y
            widest, rows = max(widest, len(beside) * (_WIDTH + GAP)), rows + 1
            below = y + max(box.height for box in beside)
            for box in beside:
                box.below, box.row = below, rows
            y = below + GAP
        y += _BETWEEN_LAYERS - GAP
    return boxes, widest + GAP, y


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
        lines = [*lines[: _MOST_LINES - 1], PanelLine(f"and {len(lines) - _MOST_LINES + 1} more")]
    shown = tuple(replace(line, text=shortened(line.text, _room(line))) for line in lines)
    return Box(node, shown, layer, height=max(1, len(shown)) * LINE + 12)


def _room(line: PanelLine) -> int:
    """How many letters fit beside the flag. The letters of bold lines are wider."""
    return (_BOLD_CHARACTERS if line.bold else _CHARACTERS) - (len(line.flag) + 3 if line.flag else 0)


def _lines(node: NodeCard, leaving: list[EdgeCard]) -> list[PanelLine]:
    if node.kind == "end":
        return [PanelLine("the game is over", bold=True)]
    if node.role is NodeRole.WAY_BACK:
        return [PanelLine("go back to where this was called", bold=True)]
    if node.kind == "chance":
        # What comes of it needs no name: there is nothing else that could come.
        leaving = [edge if edge.role != "outcome" else replace(edge, label="") for edge in leaving]
    steps = [step for edge in leaving if node.kind == "chance" for step in edge.told]
    head = wrap(headline(node), _BOLD_CHARACTERS - 8, max_lines=_MOST_OF_A_HEADLINE, placeholder="...")
    lines = [*(PanelLine(words, bold=True) for words in head), *map(PanelLine, (*node.told, *steps))]
    named = [edge for edge in leaving if edge.label]
    plain = sorted((edge for edge in leaving if not edge.label), key=lambda edge: edge.role != "call")
    if not named and len(plain) <= 1 and not any(edge.role == "call" for edge in plain):
        return _ending(lines, leaving)
    first = "each time" if node.kind == "loop" else "then"
    on = [edge for edge in plain if edge.role != "call"]
    ways = [("calls" if edge.role == "call" else first if edge is on[0] else "or", edge) for edge in plain]
    return [*lines, *(_way(words, edge) for words, edge in ways), *(_way(f"- {edge.label}", edge) for edge in named)]


def _way(words: str, edge: EdgeCard) -> PanelLine:
    """A line of a box with the flag that says where it leads."""
    return PanelLine(words, f"to {edge.target}", edge.target) if edge.target >= 0 else PanelLine(words, "done")


def _ending(lines: list[PanelLine], leaving: list[EdgeCard]) -> list[PanelLine]:
    """The one way on stands at the end of the last line, which must not be cut off."""
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], PanelLine(f"and {len(lines) - _MOST_LINES + 1} more")]
    target = leaving[0].target if leaving else -1
    return [*lines[:-1], replace(lines[-1], flag=f"to {target}", target=target)] if target >= 0 else lines
