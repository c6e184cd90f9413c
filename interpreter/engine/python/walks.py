"""Walks from neighbour to neighbour at play. Of what waits the last comes first: it is found soonest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

#: Single elements below that have their bit in a table.
BITS: Final = 1024

#: Bits of single elements; nothing (-1) finds the empty set at the end.
BIT: Final = (*(1 << element for element in range(BITS)), 0)


def bit(element: int) -> int:
    """The set of one element; of nothing, the empty set."""
    return 1 << element if element >= 0 else 0


def reached(start: int, neighbours: Sequence[int], through: int) -> int:
    """What can be walked to from the set `start` inside `through`."""
    waiting, left = start, through | start
    while waiting:
        last = waiting.bit_length() - 1
        left ^= 1 << last
        waiting = (waiting | neighbours[last]) & left
    return through & ~left


def meets(start: int, neighbours: Sequence[int], through: int, goals: int) -> bool:
    """Does what can be walked to from the set `start` inside `through` share something with `goals`?"""
    if start & through & goals:
        return True
    waiting, left = start, through | start
    goals &= through
    while waiting:
        last = waiting.bit_length() - 1
        near = neighbours[last]
        if near & goals:
            return True
        left ^= 1 << last
        waiting = (waiting | near) & left
    return False


def touches(start: int, neighbours: Sequence[int], through: int, goals: int) -> bool:
    """Does what can be walked to from the set `start` inside `through` lie next to one of `goals`?"""
    waiting, left = start, through | start
    while waiting:
        last = waiting.bit_length() - 1
        near = neighbours[last]
        if near & goals and through >> last & 1:
            return True
        left ^= 1 << last
        waiting = (waiting | near) & left
    return False


def touching(neighbours: Sequence[int]) -> Callable[[int, int, int], bool]:
    """The question `touches` of a single place, or of none: most such walks are short."""
    # By the length of the set in which a place comes last; of the empty set it is nothing.
    around = ((0, 0), *((near, 1 << place) for place, near in enumerate(neighbours[:-1])))

    def touches_goals(start: int, through: int, goals: int) -> bool:
        near, one = around[start + 1]
        if near & goals and through & one:
            return True
        left = through & ~one
        waiting = near & left
        while waiting:
            near, one = around[waiting.bit_length()]
            if near & goals:
                return True
            left ^= one
            waiting = (waiting | near) & left
        return False

    return touches_goals


def joins(neighbours: Sequence[int], goals: int) -> Callable[[int, int], int]:
    """The question whether one of `goals` can be walked to from a place inside a set, where all neighbours are mutual.
    What is joined to the goals is remembered; when the set grows, only what is new is looked at."""
    around = (*(BIT[place] | near for place, near in enumerate(neighbours[:-1])), 0)
    known = joined = 0
    #: What would be joined if it were in the set.
    border = goals

    def joins_goals(start: int, through: int) -> int:
        nonlocal known, joined, border
        one = BIT[start]
        if through ^ known == one and through & one:
            # All that is new is the place itself.
            known = through
            if not border & one:
                return 0
            fresh = one
        else:
            if known & ~through & joined:
                known, joined, border = 0, 0, goals
            fresh = through & border & ~known
            known = through
        while fresh:
            last = fresh.bit_length() - 1
            near = neighbours[last]
            joined |= 1 << last
            border |= near
            fresh = (fresh | near & through) & ~joined
        return around[start] & joined

    return joins_goals
