"""What the printer knows about a C expression: its text, whether it is a number or a set, and what it can be.

Two intervals stand on a number: what the analyses say (`trust`), by which arithmetic is done in 32 or 64 bits and
checked or not, and what follows from the ranges of cells and tables alone (`sure`), by which an index is checked. So a
wrong analysis, or a graph made to deceive one, costs a fault and never reaches outside memory.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from interpreter.engine.lower.types import BitSet, Number, NumberList, Truth, Type
from rulelang.tuning.fast_dataclass import dataclass

WORD: Final = 64

Interval: TypeAlias = tuple[int, int]

I32: Final[Interval] = (-(1 << 31), (1 << 31) - 1)
I64: Final[Interval] = (-(1 << 63), (1 << 63) - 1)
BIT: Final[Interval] = (0, 1)


class NotPrintable(ValueError):
    """A program that C has no numbers for."""


@dataclass(frozen=True, slots=True)
class Value:
    """A C expression, in brackets where it needs some. `words` is 0 for a number; elements of a set are surely below
    `size`, and none is below `least`."""

    text: str
    words: int = 0
    trust: Interval = I64
    sure: Interval = I64
    size: int = 0
    is_wide: bool = False
    """Is a number of 64 bits (32 else)?"""
    least: int = 0


def within(inner: Interval, outer: Interval) -> bool:
    """Does an interval lie in another?"""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def clipped(low: int, high: int) -> Interval:
    """An interval as far as 64 bits go."""
    return max(low, I64[0]), min(high, I64[1])


def integer_of(range_: Interval) -> str:
    """The narrowest signed type for a range."""
    for bits in (8, 16, 32):
        if within(range_, (-(1 << bits - 1), (1 << bits - 1) - 1)):
            return f"rl_i{bits}"
    return "rl_i64"


def interval_of(type_: Type) -> Interval:
    """What a number of a type can be."""
    match type_:
        case Number(low, high):
            found = clipped(I64[0] if low is None else low, I64[1] if high is None else high)
            return found if found[0] <= found[1] else (found[0], found[0])
        case Truth():
            return BIT
        case _:
            return I64


def words_of(size: int) -> int:
    """The words that hold a set."""
    return max(1, -(-size // WORD))


class Types:
    """C types of lowered ones. `universe`: no set holds elements from there on."""

    def __init__(self, universe: int) -> None:
        self.universe: Final = universe

    def size(self, type_: BitSet) -> int:
        """The elements of a set are below that."""
        return self.universe if type_.size is None else min(type_.size, max(self.universe, 1))

    def words(self, type_: Type) -> int:
        """The words of a set; 0 of anything else."""
        return words_of(self.size(type_)) if isinstance(type_, BitSet) else 0

    def name(self, type_: Type) -> str:
        """The C type."""
        match type_:
            case BitSet():
                return f"rl_s{self.words(type_)}"
            case NumberList():
                return "struct rl_list"
            case Truth():
                return "rl_i32"
            case _:
                return "rl_i32" if within(interval_of(type_), I32) else "rl_i64"

    def nothing(self, type_: Type | None) -> str:
        """A value of the type, where there is none."""
        words = self.words(type_) if type_ is not None else 0
        return f"rl_none{words}()" if words else "0"


def number(value: int) -> Value:
    """A known number; `NotPrintable` beyond 64 bits."""
    if not within((value, value), I64):
        raise NotPrintable(f"{value} needs more than 64 bits")
    wide = not within((value, value), I32)
    text = "(-RL_MOST - 1)" if value == I64[0] else f"{value}LL" if wide else str(value)
    return Value(f"({text})" if value < 0 else text, 0, (value, value), (value, value), 0, wide)


def _added(left: Interval, right: Interval) -> Interval:
    return left[0] + right[0], left[1] + right[1]


def _subtracted(left: Interval, right: Interval) -> Interval:
    return left[0] - right[1], left[1] - right[0]


def _multiplied(left: Interval, right: Interval) -> Interval:
    corners = [one * other for one in left for other in right]
    return min(corners), max(corners)


#: What a sum, a difference or a product of values of two intervals can be.
SUMS: Final = {"+": _added, "-": _subtracted, "*": _multiplied}
