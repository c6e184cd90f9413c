"""When there have been enough games: `first-player within 2%`, or when the time is over.

It is looked at after every so many games, in the order of their numbers: so the answer is the same whoever plays
them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import Final

from interpreter.experiments.dispatch import Wanted, dispatch, wanted
from interpreter.experiments.engines import Engine, EngineLost
from interpreter.experiments.played import Played
from interpreter.experiments.ranges import Figure, figure
from interpreter.experiments.setting import Looks, Setting
from rulelang.tuning.fast_dataclass import dataclass, replace

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


class Interrupted(Exception):
    """Ctrl-C, or no workers any more, after these games."""

    def __init__(self, games: list[Played], why: str = "") -> None:
        super().__init__(why)
        self.games: Final = games


def closely_and_quickly(setting: Setting, closely: int, most: int) -> list[Wanted]:
    """So many games of random players, of which only the first few are watched for what ends them and what is chosen:
    the others cost hardly more than the executor takes. What bots do costs so much that all their games are watched."""
    if not setting.is_random:
        return [wanted(setting, range(most))]
    quick = replace(setting, looks=Looks(endings=False))
    closely = min(closely, most)
    return [
        one for one in (wanted(setting, range(closely), most), wanted(quick, range(closely, most), most)) if one.numbers
    ]


def simulate(
    games_wanted: Sequence[Wanted],
    engine: Engine,
    *,
    untils: Sequence[Until] = (),
    seconds: float | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> list[Played]:
    """Games from number 0 on: all that are wanted, or fewer if all that was asked for is known or the time is over.
    Raises `Interrupted` with the games there are."""
    games = InOrder()
    try:
        return _simulated(games, dispatch(games_wanted, engine), untils, seconds, done)
    except KeyboardInterrupt as stopped:
        raise Interrupted(games.games) from stopped
    except EngineLost as lost:
        raise Interrupted(games.games, str(lost)) from lost


def _simulated(
    games: InOrder,
    batches: Iterator[tuple[Setting, tuple[Played, ...]]],
    untils: Sequence[Until],
    seconds: float | None,
    done: Callable[[int], None],
) -> list[Played]:
    looked_at, end = 0, None if seconds is None else monotonic() + seconds
    for _, batch in batches:
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
