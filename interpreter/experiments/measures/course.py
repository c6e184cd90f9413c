"""Who leads by the rules' own ranking, from the beginning of a game to its end."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import sqrt
from typing import Final

from interpreter.api.game import Game
from interpreter.api.result import leaders, standings
from interpreter.engine.executor import Vector
from interpreter.experiments.played import PlayedCourse

#: At so many equal steps of a game it is kept who led.
STEPS: Final = 10


class Leads:
    """Looks at the ranking now and then. Games without a ranking have no leaders before they are over."""

    def __init__(self, game: Game) -> None:
        self._game: Final = game
        self._ranks: Final = bool(game.program.scoring.lines)
        self._seen: Final[list[tuple[int, frozenset[int], tuple[float, ...]]]] = []

    def look(self, moves: int, cells: Vector) -> None:
        """Who leads after so many moves?"""
        if self._ranks:
            scoring, ranked = self._game.program.scoring, standings(self._game, cells)
            sign = 1.0 if scoring.lines[0].highest else -1.0
            totals = tuple(sign * values[0] for _, values in ranked)
            self._seen.append((moves, frozenset(leaders(scoring, ranked)), totals))

    def course(self, moves: int, cells: Vector, winners: Sequence[int]) -> PlayedCourse | None:
        """The whole course, once it is known who won."""
        if not self._seen:
            return None
        self.look(moves, cells)
        won = frozenset(winners)
        return PlayedCourse(self._steps(moves), self._changes(), self._settled(moves, won), *self._behind(won))

    def _steps(self, moves: int) -> tuple[int, ...]:
        found, place = [], 0
        for step in range(1, STEPS + 1):
            while place + 1 < len(self._seen) and self._seen[place + 1][0] * STEPS <= step * moves:
                place += 1
            found.append(sum(1 << seat for seat in self._seen[place][1]))
        return tuple(found)

    def _changes(self) -> int:
        alone = [leading for _, leading, _ in self._seen if len(leading) == 1]
        return sum(one != next_one for one, next_one in itertools.pairwise(alone))

    def _settled(self, moves: int, won: frozenset[int]) -> float:
        """After which part of the moves did the winners lead to the end?"""
        since = 1.0
        for at, leading, _ in reversed(self._seen):
            if leading != won:
                break
            since = at / moves if moves else 0.0
        return round(since, 4)

    def _behind(self, won: frozenset[int]) -> tuple[float, float]:
        """In which part of the game the winners did not lead, and how dramatic that was."""
        if not won:
            return 0.0, 0.0
        highest = max((abs(value) for _, _, values in self._seen for value in values), default=0.0) or 1.0
        gaps = [max(values) - max(values[seat] for seat in won) for _, _, values in self._seen]
        behind = [gap for gap in gaps if gap > 0]
        drama = sum(sqrt(min(1.0, gap / highest)) for gap in behind) / len(behind) if behind else 0.0
        return round(len(behind) / len(gaps), 4), round(drama, 4)
