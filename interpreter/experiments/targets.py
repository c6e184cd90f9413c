"""Where a figure should lie: `first-player 50%`, `length 60..90`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from statistics import fmean
from typing import Final

from interpreter.experiments.figures import Figure, figure
from interpreter.experiments.played import Played
from rulelang.tuning.fast_dataclass import dataclass

_FORM: Final = re.compile(
    r"\s*(?P<what>.+?)\s+(?P<low>\d+(?:\.\d+)?)\s*(?P<percent>%?)(?:\s*\.\.\s*(?P<high>\d+(?:\.\d+)?)\s*(?P<also>%?))?\s*"
)
#: So much beside a target counts 1: five percent of all games, or a tenth of a length.
_SHARE: Final = 0.05
_TENTH: Final = 0.1


@dataclass(frozen=True, slots=True)
class Target:
    """A figure, and where it should lie."""

    written: str
    figure: Figure
    low: float
    high: float

    def distance(self, played: Sequence[Played]) -> float:
        """How far from it some games are, in units of what matters."""
        found = self.figure.values(played)
        if not found:
            return 1 / _SHARE
        mean = fmean(found)
        beside = max(self.low - mean, mean - self.high, 0.0)
        return beside / (_SHARE if self.figure.is_share else _TENTH * max(1.0, (self.low + self.high) / 2))


def read_target(text: str, seats: Sequence[str]) -> Target | str:
    """A target as people write it, or what is wrong with it."""
    found = _FORM.fullmatch(text)
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None:
        return f"I do not understand the target `{text}`. Write for example `first-player 50%` or `length 60..90`."
    percent = bool(found["percent"] or found["also"])
    if about.is_share != percent:
        return f"`{text}`: {'a share is told in percents' if about.is_share else 'a length is a number of moves'}."
    low = float(found["low"]) / (100 if percent else 1)
    high = float(found["high"]) / (100 if percent else 1) if found["high"] else low
    return Target(text, about, low, high) if low <= high else f"`{text}`: the lower number comes first."
