"""A picture of the graph without any other program: a panel for each phase and action, read from top to bottom.

Every sentence of a box carries a small flag with the node it leads to; flags are links. Lines are drawn inside a panel
only, as on a flow chart that covers several sheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulelang.graph.edges import Drawing, EdgeCard
from rulelang.graph.export.panels import GAP, LINE, Box, Panel, PanelLine, arrange

#: How far above its target and below its source a line runs level, and how round its corners are.
_OVER, _UNDER, _CORNER = 10, 5, 7
_FILLS = {
    "decide": "#dbe9f6",
    "chance": "#fdebc8",
    "do": "#f5f5f5",
    "test": "#e6f2e1",
    "loop": "#d5ece8",
    "trigger": "#f3e3f0",
    "window": "#e3e3f8",
    "end": "#d9d9d9",
}
_WORDS = {
    "decide": "a player decides",
    "chance": "chance",
    "do": "happens by itself",
    "test": "a fork",
    "loop": "again and again",
    "trigger": "looked at all the time",
    "window": "may be done any time",
    "end": "end",
}
_KEY_WIDTH = 160
_STYLE = """
text { font-family: sans-serif; font-size: 12px; fill: #1a1a1a }
.panel { fill: #ffffff; stroke: #9aa5b1 }
.heading { font-size: 15px; font-weight: bold }
.title { font-weight: bold }
.line { fill: none; stroke: #51606f; stroke-width: 1.3 }
.dashed { stroke-dasharray: 5 4 }
.label { font-size: 11px; fill: #33404d }
.flag { fill: #fff8e1; stroke: #b59b4c }
.number { font-size: 10px; fill: #66707a }
"""


def write(drawing: Drawing) -> str:
    """The drawing as an SVG document."""
    panels = arrange(drawing)
    kinds = len({node.kind for node in drawing.nodes})
    width = max((panel.x + panel.width for panel in panels), default=200)
    width = max(width, kinds * _KEY_WIDTH) + GAP
    height = max((panel.y + panel.height for panel in panels), default=100) + GAP
    return "\n".join(_document(drawing, panels, width, height)) + "\n"


def _document(drawing: Drawing, panels: list[Panel], width: int, height: int) -> Iterator[str]:
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    yield f"<title>{escape(drawing.title)}, {drawing.players} players</title>"
    yield f"<style>{_STYLE}</style>"
    yield (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#51606f"/></marker></defs>'
    )
    yield from _legend(drawing)
    for panel in panels:
        yield from _panel(panel, drawing)
    yield "</svg>"


def _legend(drawing: Drawing) -> Iterator[str]:
    yield f'<text class="heading" x="{GAP}" y="30">{escape(drawing.title)}, {drawing.players} players</text>'
    there = {node.kind for node in drawing.nodes}
    for number, (kind, words) in enumerate((kind, words) for kind, words in _WORDS.items() if kind in there):
        x = GAP + number * _KEY_WIDTH
        yield f'<rect x="{x}" y="42" width="14" height="14" rx="3" fill="{_FILLS[kind]}" stroke="#9aa5b1"/>'
        yield f'<text x="{x + 20}" y="54">{words}</text>'


def _panel(panel: Panel, drawing: Drawing) -> Iterator[str]:
    yield f'<g><rect class="panel" x="{panel.x}" y="{panel.y}" width="{panel.width}" height="{panel.height}" rx="8"/>'
    yield f'<text class="heading" x="{panel.x + 14}" y="{panel.y + 24}">{escape(panel.title)}</text>'
    for edge in drawing.edges:
        if edge.source in panel.boxes and edge.role != "call":
            yield from _line(edge, panel)
    for box in panel.boxes.values():
        yield from _box(box)
    yield "</g>"


def _box(box: Box) -> Iterator[str]:
    node = box.node
    tooltip = "\n".join(part for part in (node.place, node.heading, node.citation, *node.says) if part)
    yield f'<g id="node-{node.number}"><title>{escape(tooltip)}</title>'
    radius = 14 if node.kind in ("decide", "end") else 3
    shape = f'width="{box.width}" height="{box.height}" rx="{radius}"'
    yield f'<rect x="{box.x}" y="{box.y}" {shape} fill="{_FILLS[node.kind]}" stroke="#66707a"/>'
    yield f'<text class="number" x="{box.x + 6}" y="{box.y + 17}">{node.number}</text>'
    for number, line in enumerate(box.lines):
        style, y = ' class="title"' if line.bold else "", box.y + 18 + number * LINE
        yield f'<text{style} x="{box.x + 30}" y="{y}">{escape(line.text)}</text>'
        if line.flag:
            yield from _flag(box.x + box.width, y, line)
    yield "</g>"


def _flag(right: int, y: int, line: PanelLine) -> Iterator[str]:
    """Where a line of a box goes on, at its right edge."""
    width = 7 * len(line.flag) + 10
    if line.target < 0:
        yield f'<text class="label" x="{right - 10}" y="{y - 1}" text-anchor="end">{escape(line.flag)}</text>'
        return
    yield f"<a href={quoteattr(f'#node-{line.target}')}>"
    yield f'<rect class="flag" x="{right - width - 6}" y="{y - 12}" width="{width}" height="15" rx="7"/>'
    middle = right - 6 - width // 2
    yield f'<text class="label" x="{middle}" y="{y - 1}" text-anchor="middle">{escape(line.flag)}</text></a>'


def _line(edge: EdgeCard, panel: Panel) -> Iterator[str]:
    source, target = panel.boxes[edge.source], panel.boxes.get(edge.target)
    if target is None:
        return
    style = "line dashed" if edge.role in ("otherwise", "pass") else "line"
    inside = [one for one in panel.leaving[edge.source] if one.target in panel.boxes]
    x = source.x + round(source.width * (inside.index(edge) + 1) / (len(inside) + 1))
    path = _curve(x, source.y + source.height, source, target)
    yield f'<path class="{style}" d="{path}" marker-end="url(#tip)"><title>{escape(edge.label)}</title></path>'


def _curve(x: int, y: int, source: Box, target: Box) -> str:
    """Where a line runs: straight down to the next row, otherwise between the rows and beside the boxes, never through
    one."""
    end, over = target.x + target.width // 2, target.y - _OVER
    if target.row == source.row + 1:
        bend = max(14, (target.y - source.below) // 2)
        return f"M{x} {y} L{x} {source.below} C{x} {source.below + bend} {end} {target.y - bend} {end} {target.y - 2}"
    lane = (source.node.number % 4) * 4
    under = source.below + _UNDER + lane // 2
    if target.row > source.row and target.x >= source.x:
        # The gap on the left of the target's column is free all the way down.
        side = target.x - GAP // 2 - 4 + lane // 2
    elif target.row > source.row:
        side = target.x + target.width + GAP // 2 - 4 + lane // 2
    else:
        side = source.side + lane
    return _rounded([(x, y), (x, under), (side, under), (side, over), (end, over), (end, target.y - 2)])


def _rounded(points: list[tuple[int, int]]) -> str:
    """A line along level and upright ways, with round corners."""
    path = f"M{points[0][0]} {points[0][1]}"
    for (x0, y0), (x, y), (x1, y1) in zip(points, points[1:], points[2:], strict=False):
        before = min(_CORNER, (abs(x - x0) + abs(y - y0)) // 2)
        after = min(_CORNER, (abs(x1 - x) + abs(y1 - y)) // 2)
        path += f" L{x - before * _sign(x - x0)} {y - before * _sign(y - y0)}"
        path += f" Q{x} {y} {x + after * _sign(x1 - x)} {y + after * _sign(y1 - y)}"
    return f"{path} L{points[-1][0]} {points[-1][1]}"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
