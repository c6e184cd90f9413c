"""What a player knows in the middle of decisions that all make in secret: the state before them, with what happened on
the player's own way and nothing of what the others did.

    before all choose   a pile of 12      the others take 3      the player takes one of 9      known: a pile of 11

So a change counts as a change, not by what it leads to: a number goes up or down by so much, a thing leaves a row or
comes into it, a member joins a set or leaves it. All else (whose turn it is, where a piece lies) is what it became.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from rulelang.graph.layout import Region

if TYPE_CHECKING:
    from interpreter.visibility.sighted_game import SightedGame

#: The states before and after something.
Change: TypeAlias = tuple[Sequence[int], Sequence[int]]


def merged(game: SightedGame, base: Sequence[int], changes: Sequence[Change]) -> tuple[int, ...]:
    """The state `base` with the changes of one player's own way."""
    cells = list(base)
    for before, after in changes:
        for region in game.program.layout.regions.values():
            span = slice(region.base, region.base + region.length)
            if before[span] == after[span] or region.role == "order":
                continue
            if region.role == "list":
                cells[span] = _sequence(cells[span], before[span], after[span], empty=region.start[-1])
            else:
                cells[span] = [
                    _number(region, *values) for values in zip(cells[span], before[span], after[span], strict=True)
                ]
        _merge_orders(game, cells, before, after)
    return tuple(cells)


def _number(region: Region, now: int, before: int, after: int) -> int:
    if region.kind == "set":
        return now ^ before ^ after
    if before == after or region.role not in ("counter", "tokens"):
        return now if before == after else after
    return max(region.low, min(region.high, now + after - before))


def _merge_orders(game: SightedGame, cells: list[int], before: Sequence[int], after: Sequence[int]) -> None:
    for place in game.program.layout.places:
        if place.order_region:
            start = game.sight.order_start(place.order_region, place.order_start)
            span = slice(start, start + 1 + max(state[start] for state in (cells, before, after)))
            if before[span] != after[span]:
                cells[span] = _sequence(cells[span], before[span], after[span], empty=0)


def _sequence(now: Sequence[int], before: Sequence[int], after: Sequence[int], *, empty: int) -> list[int]:
    """A sequence (its length first) with what one change took out of it and put in."""
    here, old, new = (list(cells[1 : 1 + cells[0]]) for cells in (now, before, after))
    found = here + new[len(old) :] if new[: len(old)] == old else _rearranged(here, old, new)
    return [len(found), *found, *[empty] * len(now)][: len(now)]


def _rearranged(here: list[int], old: list[int], new: list[int]) -> list[int]:
    """Without what left the old sequence; what is new comes behind what it stands behind in the new one."""
    found = [thing for thing in here if thing in new or thing not in old]
    if [thing for thing in new if thing in old] != [thing for thing in old if thing in new]:
        order = {thing: number for number, thing in enumerate(new)}
        found.sort(key=lambda thing: order.get(thing, len(order)))
    for number, thing in enumerate(new):
        if thing not in found:
            found.insert(found.index(new[number - 1]) + 1 if number else 0, thing)
    return found
