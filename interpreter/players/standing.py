"""How good a position is for each player, told by the rules' own ranking and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

from interpreter.position import Position
from interpreter.result import Score, leaders, shares


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
    """Turns final positions into rewards from 0 to 1: mostly who wins, a little by how much.

    How much a point is worth is learned from the margins seen so far.
    """

    def __init__(self, margin_weight: float = 0.5) -> None:
        self._weight = margin_weight
        self._seen = 0
        self._total = 0.0

    def rewards(self, position: Position) -> list[float]:
        """A reward for every seat."""
        result = position.result
        players = len(position.game.players)
        if not position.game.program.scoring.lines:
            return list(result.shares) if result is not None else [1 / players] * players
        scores = result.scores if result is not None else position.scores()
        won = result.shares if result is not None else shares(leaders(position.game, scores), players)
        ahead = [margins(scores, position, seat)[0] for seat in range(players)]
        self._seen += 1
        self._total += max(abs(margin) for margin in ahead)
        scale = max(self._total / self._seen, 1e-9)
        return [
            (1 - self._weight) * share + self._weight * (0.5 + 0.5 * tanh(margin / scale))
            for share, margin in zip(won, ahead, strict=True)
        ]
