"""The figures that expectations, targets and stopping rules speak of: `first-player`, `length`, `draws` ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.experiments.played import Played
from interpreter.statistics.intervals import Interval
from interpreter.statistics.sequences import mean_sequence, share_sequence
from rulelang.tuning.fast_dataclass import dataclass

#: Figures that are means of numbers; all others are shares.
NUMBERS: Final = frozenset({"length"})
_SEATS: Final = {"first-player": 0, "last-player": -1}


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that each game gives a value of."""

    name: str
    seat: int | None = None

    @property
    def is_share(self) -> bool:
        """Is it a part, from 0 to 1?"""
        return self.name not in NUMBERS

    def values(self, played: Sequence[Played]) -> list[float]:
        """Its value in each game that counts for it."""
        if self.name == "finished":
            return [float(game.is_finished) for game in played]
        finished = [game for game in played if game.is_finished]
        if self.name == "length":
            return [float(game.moves) for game in finished]
        if self.name == "draws":
            return [float(len(game.winners) != 1) for game in finished]
        if self.name == "won":
            return [float(bool(game.winners)) for game in finished]
        assert self.seat is not None
        return [game.shares[self.seat] for game in finished]

    def bounds(self, played: Sequence[Played]) -> Interval:
        """In which it lies, however often one looks."""
        values = self.values(played)
        if self.name == "finished":
            # Not a sample of anything: a single game that does not end is a game that does not end.
            share = sum(values) / len(values) if values else 0.0
            return share, share
        return share_sequence(sum(values), len(values)) if self.is_share else mean_sequence(values)


def figure(name: str, seats: Sequence[str]) -> Figure | None:
    """A figure by its name, or that of a seat; None if there is none."""
    name = name.casefold()
    if name in ("length", "draws", "finished", "won"):
        return Figure(name)
    if name in _SEATS:
        return Figure(name, _SEATS[name] % len(seats))
    names = [seat.casefold() for seat in seats]
    return Figure(name, names.index(name)) if name in names else None
