"""How good a position is for each player, told by the rules' own ranking and nothing else."""

from __future__ import annotations

from math import tanh

from interpreter.position import Position


def lead(position: Position, seat: int) -> tuple[float, ...]:
    """How far a seat is ahead of the best other one: the part of the win if the game is over, then line by line."""
    result = position.result
    won = result.shares[seat] if result is not None else 0.5
    scores = position.scores()
    leads = [won]
    for number, line in enumerate(position.game.program.scoring.lines):
        values = [score.lines[number][1] if line.highest else -score.lines[number][1] for score in scores]
        others = [value for other, value in enumerate(values) if other != seat]
        leads.append(float(values[seat] - max(others, default=0)))
    return tuple(leads)


class Judge:
    """Turns final positions into rewards from 0 to 1: mostly who wins, a little by how much.

    How much a point is worth is learned from the margins seen so far.
    """

    def __init__(self, margin_weight: float = 0.2) -> None:
        self._weight = margin_weight
        self._seen = 0
        self._total = 0.0

    def rewards(self, position: Position) -> list[float]:
        """A reward for every seat."""
        shares = position.shares()
        if not position.game.program.scoring.lines:
            return list(shares)
        margins = [lead(position, seat)[1] for seat in range(len(shares))]
        self._seen += 1
        self._total += max(abs(margin) for margin in margins)
        scale = max(self._total / self._seen, 1e-9)
        return [
            (1 - self._weight) * share + self._weight * (0.5 + 0.5 * tanh(margin / scale))
            for share, margin in zip(shares, margins, strict=True)
        ]
