"""The same state with pieces in each other's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from interpreter.visibility.sight import Sight, counts_first
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Program


class Exchange:
    """Where in the states of one game pieces are spoken of."""

    def __init__(self, program: Program, sight: Sight) -> None:
        layout = program.layout
        self._at: Final = sight.at
        #: Cells with sets of pieces, cells with a piece, and where ordered places have their length.
        self._sets: Final[list[int]] = []
        self._single: Final[list[int]] = []
        self._orders: Final = [
            (number, sight.order_start(place.order_region, place.order_start))
            for number, place in enumerate(layout.places)
            if place.order_region
        ]
        #: For each region that says something about pieces: the cell of each piece.
        self._marks: Final[list[dict[int, int]]] = []
        for region in layout.regions.values():
            span = range(region.base, region.base + region.length)
            if region.role == "contents" or (region.kind == "set" and sight.holds_pieces(region)):
                self._sets.extend(span)
            elif sight.holds_pieces(region):
                self._single.extend(span[counts_first(region) :])
            marks = {sight.marked[cell]: cell for cell in span if cell in sight.marked}
            if marks:
                self._marks.append(marks)

    def order(self, cells: Sequence[int]) -> dict[int, tuple[int, int]]:
        """The pieces that lie in some order: the place, and the how manieth there."""
        return {
            piece: (place, number)
            for place, start in self._orders
            for number, piece in enumerate(cells[start + 1 : start + 1 + cells[start]])
        }

    def made(self, cells: Sequence[int], exchange: Mapping[int, int]) -> list[int]:
        """The state in which each piece is replaced by another: where it lay, and wherever the rules speak of it."""
        found = list(cells)
        moving = {piece: other for piece, other in exchange.items() if piece != other}
        if not moving:
            return found
        every = sum(1 << piece for piece in moving)
        for piece, other in moving.items():
            found[self._at + other] = cells[self._at + piece]
        for cell in self._sets:
            if leaving := cells[cell] & every:
                found[cell] ^= leaving
                for piece in members(leaving):
                    found[cell] |= 1 << moving[piece]
        for cell in self._single:
            found[cell] = moving.get(cells[cell], cells[cell])
        for _, start in self._orders:
            for cell in range(start + 1, start + 1 + cells[start]):
                found[cell] = moving.get(cells[cell], cells[cell])
        # A mark may itself be a piece, which is replaced by now.
        said = list(found)
        for marks in self._marks:
            for piece, other in moving.items():
                if piece in marks:
                    found[marks[other]] = said[marks[piece]]
        return found
