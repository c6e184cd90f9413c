"""The figures that expectations, targets and stopping rules speak of: `first-player`, `length`, `draws` ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.experiments.metrics import Metric, finished, metric, values
from interpreter.experiments.played import Played
from interpreter.statistics.intervals import Interval
from interpreter.statistics.sequences import mean_sequence, share_sequence
from rulelang.tuning.fast_dataclass import dataclass

#: What can be known of every game, however little it was watched.
_KNOWN: Final = ("first-player", "last-player", "length", "draws", "finished", "won")


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that each game gives a value of."""

    name: str
    metric: Metric

    @property
    def is_share(self) -> bool:
        """Is it a part, from 0 to 1?"""
        return self.metric.unit == "share"

    def values(self, played: Sequence[Played]) -> list[float]:
        """Its value in each game that counts for it."""
        return list(values(self.metric, played).values())

    def bounds(self, played: Sequence[Played]) -> Interval:
        """In which it lies, however often one looks."""
        found = self.values(played)
        if self.name == "finished":
            # Not a sample of anything: a single game that does not end is a game that does not end.
            share = sum(found) / len(found) if found else 0.0
            return share, share
        return share_sequence(sum(found), len(found)) if self.is_share else mean_sequence(found)


def figure(name: str, seats: Sequence[str]) -> Figure | None:
    """A figure by its name, or that of a seat; None if there is none."""
    name = name.casefold()
    about = metric(name) if name in _KNOWN else None
    names = [seat.casefold() for seat in seats]
    if about is None and name in names:
        seat = names.index(name)
        about = Metric(name, f"wins of {seats[seat]}", "share", finished(lambda game: game.shares[seat]))
    return Figure(name, about) if about is not None else None
