"""The same state with pieces in each other's place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from interpreter.execute.storage import members
from interpreter.sight.sight import counts_first

if TYPE_CHECKING:
    from interpreter.game import Game


def exchanged(game: Game, cells: Sequence[int], exchange: Mapping[int, int]) -> list[int]:
    """The state in which each piece is replaced by another: where it lay, and wherever the rules speak of it."""
    if all(one == other for one, other in exchange.items()):
        return list(cells)
    found = list(cells)
    sight = game.sight

    def named(piece: int) -> int:
        return exchange.get(piece, piece)

    for region in game.program.layout.regions.values():
        span = range(region.base, region.base + region.length)
        if region.role == "at":
            for piece in exchange:
                found[region.base + named(piece)] = cells[region.base + piece]
        elif region.role == "contents" or (region.kind == "set" and sight.holds_pieces(region)):
            for cell in span:
                found[cell] = sum(1 << named(piece) for piece in members(cells[cell]))
        elif region.role == "order":
            _exchange_orders(game, found, named)
        elif sight.holds_pieces(region):
            for cell in span[counts_first(region) :]:
                found[cell] = named(cells[cell])
    cell_of = {(_region_of(game, cell), piece): cell for cell, piece in sight.marked.items()}
    for (region_name, piece), cell in cell_of.items():
        found[cell_of[region_name, named(piece)]] = cells[cell]
    return found


def _region_of(game: Game, cell: int) -> str:
    regions = game.program.layout.regions.values()
    return next(region.name for region in regions if region.base <= cell < region.base + region.length)


def _exchange_orders(game: Game, found: list[int], named: Callable[[int], int]) -> None:
    for place in game.program.layout.places:
        if place.order_region:
            start = game.sight.order_start(place.order_region, place.order_start)
            for cell in range(start + 1, start + 1 + found[start]):
                found[cell] = named(found[cell])
