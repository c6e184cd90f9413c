"""Numbers known by their least and their greatest value, and answers that are certain or not."""

from __future__ import annotations

from typing import Final, TypeAlias

Range: TypeAlias = tuple[int, int]

NEVER, ALWAYS, PERHAPS = 0, 1, 2
#: Sets with members beyond this number are not spelt out.
WIDEST: Final = 4096


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
            return {NEVER: ALWAYS, ALWAYS: NEVER}.get(compared("==", one, other), PERHAPS)
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
    if operation == "+":
        return one[0] + other[0], one[1] + other[1]
    if operation == "-":
        return one[0] - other[1], one[1] - other[0]
    if operation == "min":
        return min(one[0], other[0]), min(one[1], other[1])
    if operation == "max":
        return max(one[0], other[0]), max(one[1], other[1])
    if operation == "*":
        products = [a * b for a in one for b in other]
        return min(products), max(products)
    if other[0] > 0 and one[0] >= 0:
        if operation == "//":
            return one[0] // other[1], one[1] // other[0]
        return -(-one[0] // other[1]), -(-one[1] // other[0])
    most = max(abs(one[0]), abs(one[1]))
    return -most, most


def joined(one: Range, other: Range) -> Range:
    """The range of both."""
    return min(one[0], other[0]), max(one[1], other[1])


def between(low: int, high: int) -> int:
    """The set of all numbers in a range."""
    if high >= WIDEST:
        return -1
    return (1 << (high + 1)) - (1 << low) if high >= low else 0
