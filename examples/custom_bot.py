"""A bot of your own: it plays the move after which its opponents have the fewest moves.

A bot gets a `Seat`: what one player sees and may do. What is hidden, it can only imagine.

    python examples/custom_bot.py [RULEBOOK]
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from interpreter import Option, Seat, load
from interpreter.bots import bot, play


class SpoilSport:
    """Leaves the others as little choice as possible."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, seat: Seat) -> Option:
        """The option that leaves the fewest answers in a world as it may be."""
        assert seat.decision is not None
        return min(seat.decision.options, key=lambda option: self._answers(seat, option))

    def _answers(self, seat: Seat, option: Option) -> float:
        world = seat.imagine(self._random)
        move = world.find(option)
        assert move is not None
        world.play(move)
        world.settle(self._random)
        if world.is_over:
            return -1.0 if world.shares()[seat.number] == 1 else 1000.0
        return float(len(world.moves()))


if __name__ == "__main__":
    game = load(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent / "breakthrough.rules").game()
    session = play(game.start(seed=7), [SpoilSport(1), bot("random", seed=2)])
    print(session.transcript(), end="")
    print(session.result)
