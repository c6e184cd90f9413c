"""What a value can be: a bound may be wider than the truth, never narrower. Numbers have an interval, elements in
addition the set of what they can be, sets the set of what they can contain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from rulelang.tuning.fast_dataclass import dataclass

#: Numbers are taken apart into the set of their possible values only up to this many.
WIDEST: Final = 4096


@dataclass(frozen=True, slots=True)
class Bound:
    """What a value can be: from `low` to `high` (None: no limit known); as a set it lies within `inside` (None:
    unknown); as a number that is not negative it is one of `among` (None: unknown)."""

    low: int | None = None
    high: int | None = None
    inside: int | None = None
    among: int | None = None

    @property
    def never_nothing(self) -> bool:
        return self.low is not None and self.low >= 0


Scope: TypeAlias = Mapping[str, Bound]

ANYTHING: Final = Bound()
NOTHING: Final = Bound(-1, -1, among=0)
NO_SCOPE: Final[Scope] = {}


def exactly(value: int) -> Bound:
    """This number, or this set."""
    among = None if value >= WIDEST else 1 << value if value >= 0 else 0
    return Bound(value, value, value if value >= 0 else None, among)


def number(low: int | None, high: int | None) -> Bound:
    """A number within an interval."""
    if high is not None and high < 0:
        return Bound(low, high, among=0)
    if low is None or high is None or high >= WIDEST:
        return Bound(low, high)
    floor = max(low, 0)
    return Bound(low, high, among=(1 << (high + 1)) - (1 << floor) if high >= floor else 0)


def one_of(elements: int, *, nothing: bool) -> Bound:
    """An element of a set, or nothing."""
    lowest = (elements & -elements).bit_length() - 1
    return Bound(-1 if nothing else max(lowest, 0), elements.bit_length() - 1, among=elements)


def subset(elements: int | None) -> Bound:
    """A set within another."""
    return Bound(low=0, high=elements, inside=elements)
