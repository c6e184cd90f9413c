"""How good a position is for each player, told by the rules' own ranking and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh
from typing import Final

from interpreter.api.position import Position
from interpreter.api.result import Score


def lead(position: Position, seat: int) -> tuple[float, ...]:
    """How far a seat is ahead of the best other one: the part of the win if the game is over, then line by line."""
    result = position.result
    won = result.shares[seat] if result is not None else 0.5
    scores = result.scores if result is not None else position.scores()
    return won, *margins(scores, position, seat)


def margins(scores: Sequence[Score], position: Position, seat: int) -> list[float]:
    """By how much a seat is ahead of the best other one, for each criterion."""
    return [ahead[seat] for ahead in _leads(scores, position)]


def _leads(scores: Sequence[Score], position: Position) -> list[list[float]]:
    """The same for every seat, criterion by criterion."""
    found = []
    for number, line in enumerate(position.game.program.scoring.lines):
        values = [float(score.lines[number][1] if line.highest else -score.lines[number][1]) for score in scores]
        ranked = sorted(values, reverse=True)
        best, next_best = ranked[0], ranked[1] if len(ranked) > 1 else 0.0
        found.append([value - (best if value < best else next_best) for value in values])
    return found


class StandingJudge:
    """Turns positions into rewards from 0 to 1, measured from one position: how much better does a seat stand now?

    Who wins counts half where the game is over. The rest is told by the ranking: for each of its criteria, how much
    the distance to the best other player has grown, half as much weight for each next one. How much a point is worth
    is learned from the differences seen so far.
    """

    def __init__(self, position: Position) -> None:
        players = len(position.game.players)
        self._seats: Final = range(players)
        self._lines: Final = len(position.game.program.scoring.lines)
        #: From -1 to 1 is what a change of all criteria is worth together.
        self._weights: Final = [0.5**line for line in range(self._lines)]
        self._whole: Final = sum(self._weights)
        self._from: Final = _leads(position.scores(), position)
        self._seen = 0
        self._moved = [0.0] * self._lines

    def rewards(self, position: Position) -> list[float]:
        """A reward for every seat."""
        result = position.result
        if not self._lines:
            return list(result.shares) if result is not None else [1 / len(self._seats)] * len(self._seats)
        scores = result.scores if result is not None else position.scores()
        self._seen += 1
        worth = [0.0] * len(self._seats)
        for line, (before, after) in enumerate(zip(self._from, _leads(scores, position), strict=True)):
            changes = [now - first for first, now in zip(before, after, strict=True)]
            self._moved[line] += max(map(abs, changes))
            if moved := self._moved[line]:
                for seat, change in enumerate(changes):
                    worth[seat] += self._weights[line] * tanh(change * self._seen / moved)
        gained = [0.5 + 0.5 * part / self._whole for part in worth]
        if result is None:
            return [gain if score.eligible else gain / 2 for gain, score in zip(gained, scores, strict=True)]
        return [0.5 * share + 0.5 * gain for share, gain in zip(result.shares, gained, strict=True)]
