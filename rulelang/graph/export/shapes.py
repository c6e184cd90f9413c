"""Points of a picture: how near they lie, and whether they form a honeycomb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import atan2, cos, hypot, pi, sin

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
