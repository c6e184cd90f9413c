"""A bot that plays any legal move."""

from __future__ import annotations

from interpreter.api.chance import stream
from interpreter.api.decision import Option
from interpreter.api.seat import Seat


class RandomBot:
    """Every option is equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self._random = stream(seed, "random bot")

    def choose(self, seat: Seat) -> Option:
        """Any option."""
        decision = seat.decision
        assert decision is not None
        options = decision.options
        return options[int(self._random.random() * len(options))]
