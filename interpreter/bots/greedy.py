"""A bot that looks one move ahead: which move gives the best score at once, on average over what it does not know?"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.api.chance import stream
from interpreter.api.decision import Option
from interpreter.api.seat import Seat
from interpreter.bots.standing import lead


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
