"""Numbers known by their least and their greatest value, and answers that are certain or not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from rulelang.graph.bounds import WIDEST, Bound
from rulelang.graph.bounds import number as bound_of_number

Range: TypeAlias = tuple[int, int]

FAR: Final = 1 << 40
"""Further than any number of a game: stands for "no bound"."""
ANYTHING: Final[Range] = (-FAR, FAR)

NEVER, ALWAYS, PERHAPS = 0, 1, 2
#: The same answers as numbers: a truth is 0 or 1.
TRUTHS: Final[tuple[Range, Range, Range]] = ((0, 0), (1, 1), (0, 1))
#: The answer to the opposite question.
OPPOSITE: Final = (ALWAYS, NEVER, PERHAPS)


def all_hold(answers: Iterable[int]) -> int:
    """Whether all of several conditions hold."""
    found = ALWAYS
    for answer in answers:
        if answer == NEVER:
            return NEVER
        if answer == PERHAPS:
            found = PERHAPS
    return found


def one_holds(answers: Iterable[int]) -> int:
    """Whether at least one of several conditions holds."""
    return OPPOSITE[all_hold(OPPOSITE[answer] for answer in answers)]


def near(number: int) -> int:
    """Beyond `FAR` all numbers are alike."""
    return max(-FAR, min(FAR, number))


def added(one: Range, other: Range) -> Range:
    """Between what the sum of two numbers lies."""
    low = -FAR if -FAR in (one[0], other[0]) else near(one[0] + other[0])
    high = FAR if FAR in (one[1], other[1]) else near(one[1] + other[1])
    return low, high


def scaled(one: Range, factor: int) -> Range:
    """Between what so many times a number lies."""
    if factor == 1:
        return one
    low, high = (end * factor if abs(end) < FAR else (end if factor > 0 else -end) for end in one)
    return (0, 0) if factor == 0 else (near(min(low, high)), near(max(low, high)))


def hull(one: Range, other: Range) -> Range:
    """The smallest interval around both."""
    return min(one[0], other[0]), max(one[1], other[1])


def narrowed(one: Range, other: Range) -> Range | None:
    """What lies in both; None if nothing does."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def both(one: Range, other: Range) -> Range:
    """Both are true, so the narrower of both; what cannot be is left to others to say."""
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else one


def compared(operation: str, one: Range, other: Range, alike: bool = False) -> int:
    """Does a comparison hold for all values of two ranges, for none, or for some?"""
    if alike:
        return ALWAYS if operation in ("==", "<=", ">=") else NEVER
    match operation:
        case "==":
            if one[1] < other[0] or other[1] < one[0]:
                return NEVER
            return ALWAYS if one[0] == one[1] == other[0] == other[1] else PERHAPS
        case "!=":
            return OPPOSITE[compared("==", one, other)]
        case "<":
            return ALWAYS if one[1] < other[0] else NEVER if one[0] >= other[1] else PERHAPS
        case "<=":
            return ALWAYS if one[1] <= other[0] else NEVER if one[0] > other[1] else PERHAPS
        case ">":
            return compared("<", other, one)
        case _:
            return compared("<=", other, one)


def calculated(operation: str, one: Range, other: Range) -> Range:
    """What calculating with any two values of the ranges can give."""
    match operation:
        case "+":
            return added(one, other)
        case "-":
            return added(one, (-other[1], -other[0]))
        case "min":
            return min(one[0], other[0]), min(one[1], other[1])
        case "max":
            return max(one[0], other[0]), max(one[1], other[1])
        case "*":
            products = [near(a * b) for a in one for b in other]
            return min(products), max(products)
        case _:
            return _shared_out(operation, one, other)


def _shared_out(operation: str, left: Range, right: Range) -> Range:
    """A division, rounded down or up; by 0 it gives 0."""
    if right[0] < 0:
        most = max(abs(left[0]), abs(left[1]))
        return -most, most
    ends = [_divided(operation, number, by) for number in left for by in (max(1, right[0]), max(1, right[1]))]
    if right[0] == 0:
        ends.append(0)
    return min(ends), max(ends)


def _divided(operation: str, number: int, by: int) -> int:
    if abs(number) >= FAR:
        return number
    return number // by if operation == "//" else -(-number // by)


def between(low: int, high: int) -> int:
    """The set of all numbers in a range."""
    if high >= WIDEST:
        return -1
    return (1 << (high + 1)) - (1 << low) if high >= low else 0


def bounded(low: int, high: int) -> Bound:
    """A number between these, as a bound."""
    return bound_of_number(None if low <= -FAR else low, None if high >= FAR else high)


def span(bound: Bound) -> Range:
    """Between what a value lies."""
    return -FAR if bound.low is None else bound.low, FAR if bound.high is None else bound.high
