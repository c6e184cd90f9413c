"""Sums: a term as so many times this plus so many times that plus a number."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.graph.terms import Arithmetic, Const, Term

FAR = 1 << 40
"""Further than any number of a game: stands for "no bound"."""

Interval = tuple[int, int]
ANYTHING: Interval = (-FAR, FAR)
Combination = frozenset[tuple[Term, int]]


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


def sum_of(term: Term) -> tuple[dict[Term, int], int]:
    """The parts of a sum with their factors, and the number that is added."""
    parts: dict[Term, int] = {}
    rest = _collect(term, 1, parts)
    return {part: factor for part, factor in parts.items() if factor}, rest


def _collect(term: Term, factor: int, parts: dict[Term, int]) -> int:
    match term:
        case Const(value):
            return value * factor
        case Arithmetic("+", left, right):
            return _collect(left, factor, parts) + _collect(right, factor, parts)
        case Arithmetic("-", left, right):
            return _collect(left, factor, parts) + _collect(right, -factor, parts)
        case Arithmetic("*", left, Const(times)) | Arithmetic("*", Const(times), left):
            return _collect(left, factor * times, parts)
        case _:
            parts[term] = parts.get(term, 0) + factor
            return 0


def difference(left: Term, right: Term) -> tuple[dict[Term, int], int]:
    """`left` minus `right` as a sum."""
    return sum_of(Arithmetic("-", left, right))


def combination(parts: Mapping[Term, int]) -> Combination:
    """A sum without its number, in a form that can be looked up."""
    return frozenset(parts.items())
