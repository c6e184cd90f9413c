"""The stand-in archipelago of Yamataï, drawn: six strips of islands; ships lie on every border, and on every crossroads
where four islands meet."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations, pairwise

DRAWING = """\
|    A1   |    A2    |   A3   |    A4    |   A5   |    A6   |
|  B1  |   B2   |      B3     |  B4 |    B5    |     B6     |
|     C1    |     C2     |    C3    |     C4     |    C5    |
|   D1  |    D2   |  D3  |      D4      |     D5    |   D6  |
|      E1     |      E2     |     E3    |    E4   |    E5   |
|   F1   |    F2    |   F3  |   F4   |     F5     |    F6   |
"""


@dataclass
class Map:
    """Islands and sea spaces by their names, and what lies beside what."""

    islands: set[str] = field(default_factory=set)
    borders: dict[str, set[str]] = field(default_factory=dict)
    #: The islands at each sea space.
    shores: dict[str, set[str]] = field(default_factory=dict)
    channels: dict[str, set[str]] = field(default_factory=dict)
    entrances: set[str] = field(default_factory=set)
    edge: set[str] = field(default_factory=set)

    def space(self, *islands: str) -> str:
        """The sea space between islands; two of them share a border."""
        name = "-".join(islands)
        if name not in self.shores:
            self.shores[name] = set(islands)
            self.channels[name] = set()
            if len(islands) == 2:
                for one, other in (islands, islands[::-1]):
                    self.borders.setdefault(one, set()).add(other)
        return name

    def meet(self, *spaces: str) -> None:
        """These sea spaces are connected with one another."""
        for one, other in combinations(spaces, 2):
            self.channels[one].add(other)
            self.channels[other].add(one)


def strips() -> list[list[tuple[int, int, str]]]:
    """Where each island of a strip begins and ends."""
    found = []
    for line in DRAWING.splitlines():
        walls = [position for position, letter in enumerate(line) if letter == "|"]
        found.append([(left, right, line[left + 1 : right].strip()) for left, right in pairwise(walls)])
    return found


def draw() -> Map:
    """The map from its drawing."""
    found, rows = Map(), strips()
    for row in rows:
        found.islands |= {name for *_, name in row}
        for (*_, one), (*_, other) in pairwise(row):
            found.space(one, other)
    for row in (rows[0], rows[-1]):
        found.edge |= {found.space(one[2], other[2]) for one, other in pairwise(row)}
    for upper, lower in pairwise(rows):
        _sew(found, upper, lower)
    return found


def _sew(found: Map, upper: list[tuple[int, int, str]], lower: list[tuple[int, int, str]]) -> None:
    """The line between two strips: a space for each common border, joined where walls meet the line."""
    width = upper[-1][1]
    for left, right, name in upper:
        for start, end, below in lower:
            if max(left, start) < min(right, end):
                space = found.space(name, below)
                if max(left, start) == 0:
                    found.entrances.add(space)
                    found.edge.add(space)
                if min(right, end) == width:
                    found.edge.add(space)
    for wall in sorted({right for _, right, _ in upper[:-1]} | {right for _, right, _ in lower[:-1]}):
        above = [name for left, right, name in upper if left <= wall <= right]
        under = [name for left, right, name in lower if left <= wall <= right]
        if len(above) == len(under) == 2:
            crossing = found.space(*above, *under)
            for pair in (above, under, (above[0], under[0]), (above[1], under[1])):
                found.meet(crossing, found.space(*pair))
        elif len(above) == 2:
            found.meet(found.space(*above), *(found.space(name, under[0]) for name in above))
        else:
            found.meet(found.space(*under), *(found.space(above[0], name) for name in under))


MAP = draw()
