"""Which moves change what another player has: how much players have to do with one another."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from interpreter.engine.executor import Vector
from rulelang.graph.layout import Layout
from rulelang.graph.program import Program

_KEPT: Final = ("counter", "variable", "list")


class Belongings:
    """Knows the cells that belong to each player: numbers, and what lies in places."""

    def __init__(self, program: Program) -> None:
        owned = [_cells_of(program.layout, program.players, seat) for seat in range(program.players)]
        #: For each seat what takes the cells of all the others out of a state.
        self._of_others: Final[list[Callable[[Vector], Any] | None]] = []
        for seat in range(program.players):
            others = [cell for other, cells in enumerate(owned) if other != seat for cell in cells]
            self._of_others.append(itemgetter(*others) if others else None)

    def touched(self, seat: int, before: Vector, after: Vector) -> bool:
        """Has anybody else something else now?"""
        look = self._of_others[seat] if seat >= 0 else None
        return look is not None and bool(look(before) != look(after))


def _cells_of(layout: Layout, players: int, seat: int) -> list[int]:
    found: list[int] = []
    for region in layout.regions.values():
        if region.holder == "player" and region.role in _KEPT and region.length % players == 0:
            width = region.length // players
            found.extend(range(region.base + seat * width, region.base + (seat + 1) * width))
    contents = layout.regions.get("contents")
    own = [number for number, place in enumerate(layout.places) if place.owner == seat]
    if contents is not None:
        found.extend(contents.base + place for place in own)
    found.extend(store.counts[place] for store in layout.tokens for place in own if place in store.counts)
    return found
