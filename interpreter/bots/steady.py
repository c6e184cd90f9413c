"""A bot that always chooses something: where the bot inside fails, any option, and the failure is kept to be told."""

from __future__ import annotations

from typing import Final

from interpreter.api.decision import Option
from interpreter.api.seat import Seat
from interpreter.bots.bot import Bot, RandomBot


class SteadyBot:
    """Plays for another bot, so that a game with people goes on whatever that bot does."""

    def __init__(self, inside: Bot, seed: int = 0) -> None:
        self._inside: Final = inside
        self._instead: Final = RandomBot(seed)
        #: What went wrong, once for each time.
        self.failures: Final[list[str]] = []

    def choose(self, seat: Seat) -> Option:
        """What the bot inside chooses, or any option."""
        decision = seat.decision
        assert decision is not None
        try:
            found = self._inside.choose(seat)
            if found.is_of(decision):
                return found
            self.failures.append(f"chose {found}, which cannot be chosen here")
        except Exception as problem:
            self.failures.append(f"{type(problem).__name__}: {problem}")
        return self._instead.choose(seat)
