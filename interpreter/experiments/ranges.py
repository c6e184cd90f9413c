"""Where a figure lies or should lie, as people write it: `first-player 45%..55%`, `length 60..90`, `draws 5%`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from interpreter.experiments.figures import Figure, figure
from rulelang.tuning.fast_dataclass import dataclass

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
