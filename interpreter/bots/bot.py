"""What a bot is, the bots there are, and playing a session with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from interpreter.api.chance import stream
from interpreter.api.decision import Option, too_many
from interpreter.api.seat import Seat
from interpreter.api.session import Session
from interpreter.bots.by_steps import by_steps
from interpreter.bots.standing import lead


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


# A bot that plays any legal move.


class RandomBot:
    """Every option is equally likely. Where there are too many to be tried, every next step of a choice is."""

    def __init__(self, seed: int = 0) -> None:
        self._random = stream(seed, "random bot")

    def choose(self, seat: Seat) -> Option:
        """Any option."""
        decision = seat.decision
        assert decision is not None
        if too_many(decision):
            return by_steps(decision, self._random)
        options = decision.options
        return options[int(self._random.random() * len(options))]


# A bot that looks one move ahead: which move gives the best score at once, on average over what it does not know?


class GreedyBot:
    """`worlds` is how many imagined worlds each move is tried in, `most_options` how many moves are tried."""

    def __init__(self, seed: int = 0, worlds: int = 4, most_options: int = 100) -> None:
        self._random = stream(seed, "greedy bot")
        self._worlds = worlds
        self._most_options = most_options

    def choose(self, seat: Seat) -> Option:
        """The option with the best expected lead; among equal ones, any."""
        decision = seat.decision
        assert decision is not None
        if too_many(decision):
            return by_steps(decision, self._random)
        options: Sequence[Option] = decision.options
        if len(options) > self._most_options:
            options = self._random.sample(list(options), self._most_options)
        if len(options) == 1:
            return options[0]
        worlds = [seat.imagine(self._random) for _ in range(self._worlds)]
        found: dict[tuple[object, ...], list[tuple[float, ...]]] = {option.key: [] for option in options}
        for world in worlds:
            for move in world.moves():
                key = world.key(move)
                if key in found:
                    after = world.copy()
                    after.play(move)
                    after.settle(self._random)
                    found[key].append(lead(after, seat.number))
        means = [_mean(found[option.key]) for option in options]
        best = max(means)
        return self._random.choice([option for option, mean in zip(options, means, strict=True) if mean == best])


def _mean(leads: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(parts) / len(leads) for parts in zip(*leads, strict=True))


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
