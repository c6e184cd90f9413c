"""The figures that expectations, targets and stopping rules speak of, and where one lies or should lie, as people write
it: `first-player 45%..55%`, `length 60..90`, `draws 5%`."""

from __future__ import annotations

import re
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


_NUMBER: Final = r"-?(?:\d*\.)?\d+"
_FORM: Final = re.compile(
    rf"\s*(?P<what>.+?)\s+(?P<low>{_NUMBER})\s*(?P<percent>%?)(?:\s*\.\.\s*(?P<high>{_NUMBER})\s*(?P<also>%?))?\s*"
)


@dataclass(frozen=True, slots=True)
class RangeUse:
    """What a range is said for: what it is called, what one may write, what stands before it, whether it is about a
    change (which may be below 0), and whether one number is a range, too."""

    name: str
    examples: str
    before: str = ""
    is_change: bool = False
    single: bool = False


EXPECTATION: Final = RangeUse(
    "expectation",
    "`first-player 45%..55%`, `{seat} 45%..55%`, `length 10..40`, `draws 0%..20%` or `finished 100%..100%`",
)
CHANGE: Final = RangeUse(
    "expectation", "`change of first-player -3%..3%` or `change of length -5..5`", "change of ", is_change=True
)
TARGET: Final = RangeUse("target", "`first-player 50%` or `length 60..90`", single=True)


@dataclass(frozen=True, slots=True)
class Range:
    """A figure, and from where to where."""

    written: str
    figure: Figure
    low: float
    high: float


def read_range(text: str, seats: Sequence[str], use: RangeUse) -> Range | str:
    """A range, or what is wrong with it."""
    found = _FORM.fullmatch(text.strip().removeprefix(use.before))
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None or not (found["high"] or use.single):
        return f"I do not understand the {use.name} `{text}`. Write for example {use.examples.format(seat=seats[0])}."
    percent = bool(found["percent"] or found["also"])
    if about.is_share != percent:
        return f"`{text}`: {'a share is told in percents' if about.is_share else 'a length is a number of moves'}."
    low, high = float(found["low"]), float(found["high"] or found["low"])
    if low > high:
        return f"Nothing lies in the range of `{text}`: the lower number comes first."
    if not use.is_change and (low < 0 or (about.is_share and high > 100)):
        return f"`{text}`: {'a share is from 0% to 100%' if about.is_share else 'no length is below 0'}."
    scale = 100 if percent else 1
    return Range(text, about, low / scale, high / scale)
