"""Who won, for every game of thousands: what `interpreter.api.result` tells, without words."""

from __future__ import annotations

from typing import Final, TypeAlias

from interpreter.api.game import Game
from interpreter.api.result import result, shares
from interpreter.engine.executor import Vector

#: Everybody's part of the win, the seats that won, and the scores if there are any.
Outcome: TypeAlias = tuple[tuple[float, ...], tuple[int, ...], tuple[int, ...]]


class Outcomes:
    """Reads the ends of games."""

    def __init__(self, game: Game) -> None:
        regions = game.program.layout.regions
        self._game: Final = game
        self._decided: Final = regions["decided"].base
        self._winners: Final = regions["winners"].base
        self._ranks: Final = bool(game.program.scoring.lines)
        #: Of games that a rule decides there are few different ends.
        self._known: Final[dict[int, Outcome]] = {}

    def read(self, cells: Vector) -> Outcome:
        """The outcome of a game that is over."""
        if self._ranks or not cells[self._decided]:
            found = result(self._game, cells)
            won = tuple(seat for seat, name in enumerate(self._game.players) if name in found.winners)
            return found.shares, won, tuple(score.total for score in found.scores) if self._ranks else ()
        named = cells[self._winners]
        known = self._known.get(named)
        if known is None:
            players = len(self._game.players)
            won = tuple(seat for seat in range(players) if named >> seat & 1)
            known = self._known[named] = shares(won, players), won, ()
        return known
