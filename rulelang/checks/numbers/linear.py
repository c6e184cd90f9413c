"""Numbers within bounds, and sums of atoms: parts of terms that are not sums themselves (see `atoms`)."""

from __future__ import annotations

from collections.abc import Mapping

FAR = 1 << 40
"""Further than any number of a game: stands for "no bound"."""

Interval = tuple[int, int]
ANYTHING: Interval = (-FAR, FAR)
Combination = frozenset[tuple[int, int]]
"""A sum of atoms, each with its factor."""


def near(number: int) -> int:
    """Beyond `FAR` all numbers are alike."""
    return max(-FAR, min(FAR, number))


def added(one: Interval, other: Interval) -> Interval:
    """Between what the sum of two numbers lies."""
    low = -FAR if -FAR in (one[0], other[0]) else near(one[0] + other[0])
    high = FAR if FAR in (one[1], other[1]) else near(one[1] + other[1])
    return low, high


def scaled(one: Interval, factor: int) -> Interval:
    """Between what so many times a number lies."""
    ends = sorted(end * factor if abs(end) < FAR else (end if factor > 0 else -end) for end in one)
    return (0, 0) if factor == 0 else (near(ends[0]), near(ends[1]))


def hull(one: Interval, other: Interval) -> Interval:
    """The smallest interval around both."""
    return min(one[0], other[0]), max(one[1], other[1])


def narrowed(one: Interval, other: Interval) -> Interval | None:
    """What lies in both; None if nothing does."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def combination(parts: Mapping[int, int]) -> Combination:
    """A sum without its number, in a form that can be looked up."""
    return frozenset(parts.items())
