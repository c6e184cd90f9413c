"""Which individual pieces stand for others that nobody can tell apart.

Two pieces are alike here and now when look, place and all marks are equal; marks are the cells that say something about
single pieces of a kind. In a row that nobody sees into, or all but its owner, where a piece stands is all that is known
of it: pieces there are never alike. Of alike pieces only the one with the lowest number is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from interpreter.engine.executor import Vector
from rulelang.graph.layout import Layout, Region

_MARKING_ROLES: Final = ("counter", "flag", "variable")


class Alike:
    """The looks of pieces, with the cells that tell equal looks apart."""

    def __init__(self, layout: Layout) -> None:
        self._looks: Final = tuple(piece.look for piece in layout.pieces)
        self._at: Final = layout.regions["at"].base if "at" in layout.regions else 0
        marking = _marking(layout)
        self.cells: Final = tuple(_mark_cells(layout, marking, piece) for piece in range(len(layout.pieces)))
        self.bits: Final = tuple(_mark_bits(marking, piece) for piece in range(len(layout.pieces)))
        #: The cells with the pieces of each row that nobody sees into.
        self.rows: Final = hidden_rows(layout)
        looks = list(self._looks)
        #: For each piece a number for its look, far enough from others for the place to be added; nothing is place -1.
        width = len(layout.places) + 1
        self._numbers: Final = tuple(width * looks.index(look) + 1 for look in looks)
        #: Pieces whose look is theirs alone: they never stand for another.
        self.unique: Final = frozenset(piece for piece, look in enumerate(looks) if looks.count(look) == 1)
        #: The pieces of each name and owner.
        self.namesakes: Final[dict[tuple[str, int], list[int]]] = {}
        for number, piece in enumerate(layout.pieces):
            self.namesakes.setdefault((piece.name, piece.owner), []).append(number)

    def key(self, state: Vector, piece: int) -> tuple[int, ...]:
        """Equal for pieces that are alike in this state."""
        return (
            self._looks[piece],
            state[self._at + piece],
            *(state[cell] for cell in self.cells[piece]),
            *(state[cell] >> piece & 1 for cell in self.bits[piece]),
            *((piece,) if self.rows and state[self._at + piece] in self.rows else ()),
        )

    def lowest(self, state: Vector, pieces: Iterable[int]) -> list[int]:
        """Of alike pieces only the first, from pieces in ascending order."""
        kept: dict[int | tuple[int, ...], int] = {}
        for piece in pieces:
            kept.setdefault(self._short_key(state, piece), piece)
        return list(kept.values())

    def lower_twins(self, state: Vector, pool: Iterable[int]) -> dict[int, int]:
        """For each piece that has look-alikes with lower numbers in the pool (ascending), the next lower one."""
        last: dict[int | tuple[int, ...], int] = {}
        lower = {}
        for piece in pool:
            key = self._short_key(state, piece)
            if key in last:
                lower[piece] = last[key]
            last[key] = piece
        return lower

    def _short_key(self, state: Vector, piece: int) -> int | tuple[int, ...]:
        """Equal for pieces that are alike; a number where look and place say it all."""
        own, bits, cells = self._numbers[piece] + state[self._at + piece], self.bits[piece], self.cells[piece]
        if self.rows and state[self._at + piece] in self.rows:
            return (-1, piece)
        if bits or cells:
            return (own, *[state[cell] >> piece & 1 for cell in bits], *[state[cell] for cell in cells])
        return own


def hidden_rows(layout: Layout) -> dict[int, int]:
    """The rows whose pieces nobody sees, or all but the owner, each with the cell that holds how many pieces it has."""
    return {
        number: layout.regions[place.order_region].base + place.order_start
        for number, place in enumerate(layout.places)
        if place.order == "row" and place.sight in ("hidden", "outward") and place.order_region
    }


#: A region that says something about pieces, with the place of each of these in its order.
_Marking: TypeAlias = tuple[Region, dict[int, int]]


def _marking(layout: Layout) -> list[_Marking]:
    """The regions that say something about pieces of a class, or of a class that joins several."""
    marking = [one for one in layout.regions.values() if one.role in _MARKING_ROLES and one.holder]
    own = {holder: layout.pieces_of(holder) for holder in {region.holder for region in marking}}
    return [(one, {piece: place for place, piece in enumerate(own[one.holder])}) for one in marking]


def _mark_cells(layout: Layout, marking: Sequence[_Marking], piece: int) -> tuple[int, ...]:
    cells = []
    for region, own in marking:
        if piece not in own or (region.kind == "set" and region.length == 1):
            continue
        if region.length == len(layout.pieces):
            cells.append(region.base + piece)
        elif region.length == len(own):
            cells.append(region.base + own[piece])
    return tuple(cells)


def _mark_bits(marking: Sequence[_Marking], piece: int) -> tuple[int, ...]:
    return tuple(one.base for one, own in marking if piece in own and one.kind == "set" and one.length == 1)
