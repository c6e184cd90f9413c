"""A bot that plays any legal move."""

from __future__ import annotations

from interpreter.api.chance import stream
from interpreter.api.decision import Decision, Option, SubChoice
from interpreter.api.seat import Seat
from interpreter.engine.executor import Fault


class RandomBot:
    """Every option is equally likely. Where there are too many to be counted, every next step of a choice is."""

    def __init__(self, seed: int = 0) -> None:
        self._random = stream(seed, "random bot")

    def choose(self, seat: Seat) -> Option:
        """Any option."""
        decision = seat.decision
        assert decision is not None
        options = decision.options
        try:
            return options[int(self._random.random() * len(options))]
        except Fault:
            return self._by_steps(decision)

    def _by_steps(self, decision: Decision) -> Option:
        step: SubChoice | None = None
        while step is None or step.complete is None:
            step = self._random.choice(decision.steps(step))
        return step.complete
