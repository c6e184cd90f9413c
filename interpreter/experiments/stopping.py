"""When there have been enough games: `first-player within 2%`, or when the time is over.

It is looked at after every so many games, in the order of their numbers: so the answer is the same whoever plays
them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final

from interpreter.experiments.dispatch import dispatch, wanted
from interpreter.experiments.engines import Engine
from interpreter.experiments.figures import Figure, figure
from interpreter.experiments.played import Played
from interpreter.experiments.setting import Setting
from rulelang.tuning.fast_dataclass import dataclass

_FORM: Final = re.compile(r"\s*(?P<what>.+?)\s+within\s+(?P<reach>\d+(?:\.\d+)?)\s*(?P<percent>%?)\s*", re.IGNORECASE)

#: After so many games one looks whether it has been enough.
LOOK: Final = 50


@dataclass(frozen=True, slots=True)
class Until:
    """A figure, and how far it may be off in either direction."""

    written: str
    figure: Figure
    reach: float

    def is_met(self, played: Sequence[Played]) -> bool:
        """Is it known well enough?"""
        low, high = self.figure.bounds(played)
        return (high - low) / 2 <= self.reach


def read_until(text: str, seats: Sequence[str]) -> Until | str:
    """A stopping rule as people write it, or what is wrong with it."""
    found = _FORM.fullmatch(text)
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None or about.name == "finished":
        return (
            f"I do not understand when to stop: `{text}`. Write for example `first-player within 2%`, "
            f"`{seats[0]} within 2%`, `draws within 1%` or `length within 3`."
        )
    if about.is_share != bool(found["percent"]):
        return (
            f"`{text}`: a share is known within percents, as in `{found['what']} within 2%`."
            if about.is_share
            else f"`{text}`: a length is a number of moves, as in `length within 3`."
        )
    reach = float(found["reach"]) / (100 if about.is_share else 1)
    return Until(text, about, reach) if reach > 0 else f"`{text}`: no number of games is enough for 0."


class InOrder:
    """Games that come in any order, put into the order of their numbers as far as none is missing."""

    def __init__(self) -> None:
        self.games: Final[list[Played]] = []
        self._waiting: Final[dict[int, Played]] = {}

    def add(self, games: Sequence[Played]) -> int:
        """More games; how many can be told now."""
        self._waiting.update((game.number, game) for game in games)
        before = len(self.games)
        while (following := self._waiting.pop(len(self.games), None)) is not None:
            self.games.append(following)
        return len(self.games) - before


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, after these games."""

    def __init__(self, games: list[Played]) -> None:
        super().__init__()
        self.games: Final = games


def _next(batches: Iterator[tuple[Setting, tuple[Played, ...]]], games: InOrder) -> tuple[Played, ...] | None:
    """The next games; None if there are no more."""
    try:
        return next((batch for _, batch in batches), None)
    except KeyboardInterrupt as stopped:
        raise Interrupted(games.games) from stopped


def simulate(
    setting: Setting,
    most: int,
    engine: Engine,
    *,
    untils: Sequence[Until] = (),
    seconds: float | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> list[Played]:
    """Games from number 0 on: so many, or fewer if all that was asked for is known or the time is over."""
    games, looked_at, end = InOrder(), 0, None if seconds is None else monotonic() + seconds
    batches: Iterator[tuple[Setting, tuple[Played, ...]]] = dispatch([wanted(setting, range(most))], engine)
    while (batch := _next(batches, games)) is not None:
        games.add(batch)
        done(len(batch))
        while untils and looked_at + LOOK <= len(games.games):
            looked_at += LOOK
            seen = games.games[:looked_at]
            if all(until.is_met(seen) for until in untils):
                return seen
        if end is not None and monotonic() >= end and games.games:
            return games.games
    return games.games
