"""How good a position is for each player, told by the rules' own ranking and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Final

from interpreter.position import Position
from interpreter.result import Score


def lead(position: Position, seat: int) -> tuple[float, ...]:
    """How far a seat is ahead of the best other one: the part of the win if the game is over, then line by line."""
    result = position.result
    won = result.shares[seat] if result is not None else 0.5
    scores = result.scores if result is not None else position.scores()
    return won, *margins(scores, position, seat)


def margins(scores: Sequence[Score], position: Position, seat: int) -> list[float]:
    """By how much a seat is ahead of the best other one, for each criterion."""
    found = []
    for number, line in enumerate(position.game.program.scoring.lines):
        values = [score.lines[number][1] if line.highest else -score.lines[number][1] for score in scores]
        others = [value for other, value in enumerate(values) if other != seat]
        found.append(float(values[seat] - max(others, default=0)))
    return found


class Judge:
    """Turns positions into rewards from 0 to 1, measured from one position: how much better does a seat stand now?

    Who wins counts half where the game is over. The rest is told by the ranking: for each of its criteria, how much
    the distance to the best other player has grown, half as much weight for each next one. How much a point is worth
    is learned from the differences seen so far.
    """

    def __init__(self, position: Position) -> None:
        players = len(position.game.players)
        self._seats: Final = range(players)
        self._lines: Final = len(position.game.program.scoring.lines)
        self._weights: Final = [0.5**line for line in range(self._lines)]
        self._from: Final = self._margins(position, position.scores())
        self._seen = 0
        self._moved = [0.0] * self._lines

    def _margins(self, position: Position, scores: Sequence[Score]) -> list[list[float]]:
        return [margins(scores, position, seat) for seat in self._seats]

    def rewards(self, position: Position) -> list[float]:
        """A reward for every seat."""
        result = position.result
        if not self._lines:
            return list(result.shares) if result is not None else [1 / len(self._seats)] * len(self._seats)
        scores = result.scores if result is not None else position.scores()
        changes = [
            [now - first for now, first in zip(after, before, strict=True)]
            for after, before in zip(self._margins(position, scores), self._from, strict=True)
        ]
        self._seen += 1
        for line in range(self._lines):
            self._moved[line] += max(abs(change[line]) for change in changes)
        gained = [0.5 + 0.5 * self._worth(change) for change in changes]
        if result is None:
            return [gain if score.eligible else gain / 2 for gain, score in zip(gained, scores, strict=True)]
        return [0.5 * share + 0.5 * gain for share, gain in zip(result.shares, gained, strict=True)]

    def _worth(self, change: Sequence[float]) -> float:
        """From -1 to 1: what a change of all criteria is worth."""
        worth = 0.0
        for moved, weight, difference in zip(self._moved, self._weights, change, strict=True):
            if moved:
                worth += weight * tanh(difference * self._seen / moved)
        return worth / sum(self._weights)
