"""Who won, for every game of thousands: what `interpreter.api.result` tells, without words."""

from __future__ import annotations

from typing import Final, TypeAlias

from interpreter.api.game import Game
from interpreter.api.result import shares, standings, winners
from interpreter.engine.executor import Vector

#: Everybody's part of the win, the seats that won, and the scores if there are any.
Outcome: TypeAlias = tuple[tuple[float, ...], tuple[int, ...], tuple[int, ...]]

#: So many different ends are kept in mind. Small games have few, large ones are not played so often.
_MOST_KEPT: Final = 10_000


class Outcomes:
    """Reads the ends of games."""

    def __init__(self, game: Game) -> None:
        regions = game.program.layout.regions
        self._game: Final = game
        self._decided: Final = regions["decided"].base
        self._winners: Final = regions["winners"].base
        self._playing: Final = regions["players in"].base
        self._standing: Final = game.executor.standing
        self._ranks: Final = bool(game.program.scoring.lines)
        #: Without a ranking nobody has to be asked where they stand.
        self._seats: Final = range(len(game.players) if self._ranks or game.program.scoring.eligible is not None else 0)
        self._known: Final[dict[tuple[object, ...], Outcome]] = {}

    def read(self, cells: Vector) -> Outcome:
        """The outcome of a game that is over."""
        standing = self._standing
        # Sets are not below 0: of those who win and those who still play, the latter are told by their complement.
        end: list[object] = [cells[self._winners] if cells[self._decided] else ~cells[self._playing]]
        for seat in self._seats:
            end.append(standing(cells, seat))
        key = tuple(end)
        known = self._known.get(key)
        if known is None:
            known = self._found(cells)
            if len(self._known) < _MOST_KEPT:
                self._known[key] = known
        return known

    def _found(self, cells: Vector) -> Outcome:
        ranked = standings(self._game, cells)
        won = winners(self._game, cells, ranked)
        parts = shares(won, len(self._game.players), together=self._game.together)
        return parts, won, tuple(values[0] for _, values in ranked if self._ranks)
