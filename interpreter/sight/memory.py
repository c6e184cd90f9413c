"""What a player can know about where unseen pieces are, from having watched: for each piece the places it may be in.

A piece that everybody saw go into a bag is in that bag. When something unseen moves from one place to another, all
unseen
pieces of that back that may have been in the first place may be in the second from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.execute.interface import Told
from interpreter.execute.storage import members

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step


class Memory:
    """For each piece the set of places in which it may be, for all one player has seen."""

    def __init__(self, game: Game, player: int, first: Sequence[int]) -> None:
        self._sight = game.sight
        self._events = game.program.events
        self._player = player
        self.places = [1 << place for place in self._at(game, first)]

    def _at(self, game: Game, cells: Sequence[int]) -> list[int]:
        return [cells[self._sight.at + piece] for piece in range(len(game.program.layout.pieces))]

    def watch(self, before: Sequence[int], after: Sequence[int], told: Iterable[Told] = ()) -> None:
        """Something happened."""
        sight, player = self._sight, self._player
        opened: dict[tuple[int, object], int] = {}
        for piece in range(len(self.places)):
            source, target = before[sight.at + piece], after[sight.at + piece]
            saw = sight.sees_piece(before, player, piece)
            if saw or sight.sees_piece(after, player, piece):
                self.places[piece] = 1 << target
            elif source != target:
                key = source, sight.back(piece)
                opened[key] = opened.get(key, 0) | 1 << target
        for piece, places in enumerate(self.places):
            if sight.sees_piece(after, player, piece):
                continue
            for (source, back), targets in opened.items():
                if places >> source & 1 and sight.back(piece) == back:
                    self.places[piece] |= targets
        for one in told:
            if one.audience >> player & 1 and self._events[one.event] in ("show place", "show set"):
                for piece in (piece for value in one.values for piece in members(value)):
                    self.places[piece] = 1 << after[sight.at + piece]


def remembered(
    game: Game, player: int, first: Sequence[int], steps: Sequence[Step], before: Sequence[int] | None = None
) -> list[int]:
    """Where every piece may be after some steps from a first state; `before` is how things lay before it."""
    memory = Memory(game, player, first if before is None else before)
    if before is not None:
        memory.watch(before, first)
    for step in steps:
        memory.watch(step.before, step.after, step.told)
    return memory.places
