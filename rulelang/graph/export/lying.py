"""What lies on a board, drawn: chips on the spaces, and below the board what lies elsewhere and what is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import atan2, cos, hypot, pi, sin
from xml.sax.saxutils import escape

from rulelang.tuning.fast_dataclass import dataclass

_WHITE = "#ffffff"
_PAPER, _HIDDEN, _INK = "#fffdf4", "#8d949b", "#3b444d"
_LETTER, _BOLD, _HIGH, _GAP, _LINE = 6.9, 8.3, 20, 6, 28
#: Two lists stand side by side if each can be so wide.
_NARROW = 420


@dataclass(frozen=True, slots=True)
class Chip:
    """Pieces that are all alike. `sign` stands on a space, where there is no room for the name; `colour` is that of
    their owner ("": nobody's)."""

    name: str
    sign: str
    count: int = 1
    colour: str = ""
    is_hidden: bool = False

    @property
    def text(self) -> str:
        """The name and how many there are."""
        return self.name if self.count == 1 else f"{self.name} ×{self.count}"


@dataclass(frozen=True, slots=True)
class Lying:
    """A position: what lies in each place, and what is listed below the board under a title each: places that are not
    drawn, and what the players and the game count."""

    chips: Mapping[int, Sequence[Chip]]
    listed: Sequence[tuple[str, Sequence[Chip]]] = ()
    counted: Sequence[tuple[str, Sequence[Chip]]] = ()


def on_space(chips: Sequence[Chip], at: Point, half: float) -> Iterator[str]:
    """Chips in the lower half of a space, side by side, smaller the more there are."""
    size = min(half * 0.42, 1.8 * half / max(1, len(chips)) / 2)
    left = at[0] - size * (len(chips) - 1)
    for number, chip in enumerate(chips):
        x, y = left + 2 * size * number, at[1] + half * 0.42
        sign = chip.sign + (str(chip.count) if chip.count > 1 else "")
        ink, paper = _colours(chip)
        letters = min(size * 1.1, 1.7 * size / (0.62 * max(1, len(sign))))
        yield f"<g><title>{escape(chip.text)}</title>"
        look = f'fill="{paper}" stroke="{ink}" stroke-width="1.4"'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.96:.1f}" {look}/>'
        yield (
            f'<text x="{x:.1f}" y="{y + letters * 0.36:.1f}" font-size="{letters:.1f}" '
            f'style="fill:{_WHITE if paper == ink else _INK}">{escape(sign)}</text></g>'
        )


def below(lying: Lying, left: float, top: float, width: float) -> tuple[list[str], float]:
    """What stands below the board, and how high it is: what lies where beside what is counted, if there is room."""
    parts = [part for part in (lying.listed, lying.counted) if part]
    beside = width >= 2 * _NARROW
    step = width / len(parts) if beside and parts else 0.0
    drawn: list[str] = []
    low = top
    for number, part in enumerate(parts):
        lines, end = _list(part, left + number * step, top if beside else low, (step or width) - 2 * _GAP)
        drawn += lines
        low = max(low, end)
    return drawn, low - top


def _list(
    listed: Sequence[tuple[str, Sequence[Chip]]], left: float, top: float, width: float
) -> tuple[list[str], float]:
    """Titles with their chips beside them, in one row or several; and where the next title could stand."""
    drawn: list[str] = []
    y = top
    row = min(width / 3, max((_BOLD * len(title) for title, _ in listed), default=0.0))
    for title, chips in listed:
        drawn.append(f'<text class="key" x="{left:.0f}" y="{y + 14:.0f}" font-weight="bold">{escape(title)}</text>')
        begin = left + max(row, _BOLD * len(title)) + 10
        x = begin
        for chip in chips:
            wide = _LETTER * len(chip.text) + 14
            if x + wide > left + width and x > begin:
                x, y = begin, y + _HIGH + _GAP
            drawn += _pill(chip, x, y, wide)
            x += wide + _GAP
        y += _LINE
    return drawn, y


def _pill(chip: Chip, x: float, y: float, wide: float) -> Iterator[str]:
    ink, paper = _colours(chip)
    look = f'fill="{paper}" stroke="{ink}" stroke-width="1.4"'
    words = _WHITE if paper == ink else _INK
    yield f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{_HIGH}" rx="{_HIGH / 2:.0f}" {look}/>'
    yield (
        f'<text x="{x + wide / 2:.0f}" y="{y + 14:.0f}" font-size="12" style="fill:{words}">{escape(chip.text)}</text>'
    )


def _colours(chip: Chip) -> tuple[str, str]:
    """Ink and paper: owned things are filled with the colour of their side, hidden ones are grey."""
    if chip.is_hidden:
        return chip.colour or _HIDDEN, "#e3e5e7"
    return (chip.colour, chip.colour) if chip.colour not in ("", _WHITE) else (_INK, chip.colour or _PAPER)


Point = tuple[float, float]

#: Spots are whole numbers, so neighbours in a honeycomb are not quite equally far away.
_NEARLY = 1.12


def nearest(points: Sequence[Point], alone: float) -> float:
    """The shortest way between two of the points; `alone` if there are not two."""
    return min((hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(points, 2)), default=alone)


def honeycomb(points: Sequence[Point]) -> float | None:
    """The direction from a cell to one of its neighbours, if the points lie like the cells of a honeycomb: a third of
    them at least with six neighbours around."""
    pitch = nearest(points, 0)
    if not pitch:
        return None
    beside = [(a, b) for a, b in combinations(points, 2) if hypot(a[0] - b[0], a[1] - b[1]) <= pitch * _NEARLY]
    around = Counter(point for pair in beside for point in pair)
    inside = sum(count == 6 for count in around.values())
    if inside * 3 < len(points) or max(around.values()) > 6:
        return None
    (x1, y1), (x2, y2) = next(pair for pair in beside if around[pair[0]] == 6)
    return atan2(y2 - y1, x2 - x1)


def pointed(x: float, y: float, radius: float, toward: float) -> Iterator[str]:
    """The six corners of a cell whose neighbour lies in a direction."""
    for number in range(6):
        angle = toward + pi / 6 + number * pi / 3
        yield f"{x + radius * cos(angle):.1f},{y + radius * sin(angle):.1f}"
