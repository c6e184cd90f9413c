"""What a bot is, the bots there are, and playing a session with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from interpreter.api.decision import Option
from interpreter.api.seat import Seat
from interpreter.api.session import Session


class Bot(Protocol):
    """Anything that can choose. The same bot with the same seed makes the same choices."""

    def choose(self, seat: Seat) -> Option:
        """One of the options of `seat.decision`. The seat holds everything the bot may know."""


def bot_names() -> tuple[str, ...]:
    """The bots that come with RuleLang."""
    return ("random", "greedy", "mcts")


def bot(name: str, seed: int = 0, iterations: int = 200, seconds: float | None = None, threads: int = 1) -> Bot:
    """A bot by its name. `iterations` is how many games "mcts" imagines for each move. With `seconds` it thinks for so
    long instead, of processor time, on so many `threads` where the game is played in C."""
    from interpreter.bots.greedy import GreedyBot
    from interpreter.bots.random_moves import RandomBot
    from interpreter.bots.search import SearchBot

    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    if name == "mcts":
        return SearchBot(seed, iterations=iterations, seconds=seconds, threads=threads)
    raise ValueError(f"there is no bot {name!r}; there are: {', '.join(bot_names())}")


def play(session: Session, bots: Sequence[Bot] | Mapping[int, Bot], most_moves: int | None = None) -> Session:
    """Let bots play on: one for each seat. Stops at the end, at a seat without a bot, or after this many moves."""
    made = 0
    seated = dict(bots) if isinstance(bots, Mapping) else dict(enumerate(bots))
    while (most_moves is None or made < most_moves) and not session.is_over:
        decision = session.decision
        if decision is None:
            session.happen()
            continue
        if decision.seat not in seated:
            break
        session.apply(seated[decision.seat].choose(session.seat(decision.seat)))
        made += 1
    return session
