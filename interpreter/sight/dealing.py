"""Dealing things out to slots at random, where not everything fits everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from interpreter.execute.luck import below, shuffle


def dealt(allowed: Sequence[int], slots: Sequence[int], random: Random) -> list[int]:
    """Which thing each slot gets: `allowed` are the sets of places of the things, `slots` the places of the slots.

    Things that fit everywhere are shuffled evenly. There must be a way to deal that fits.
    """
    order = list(range(len(slots)))
    shuffle(order, random)
    here = 0
    for place in slots:
        here |= 1 << place
    if all(places & here == here for places in allowed):
        return order
    return _mixed(_matched(allowed, slots, order, random), allowed, slots, random)


def _matched(allowed: Sequence[int], slots: Sequence[int], order: Sequence[int], random: Random) -> list[int]:
    """Some way to deal that fits, found with random preferences (augmenting paths)."""
    taken = [-1] * len(slots)
    wishes = list(range(len(slots)))
    shuffle(wishes, random)

    def seat(thing: int, seen: set[int]) -> bool:
        for slot in wishes:
            if slot not in seen and allowed[thing] >> slots[slot] & 1:
                seen.add(slot)
                if taken[slot] < 0 or seat(taken[slot], seen):
                    taken[slot] = thing
                    return True
        return False

    if all(seat(thing, set()) for thing in order):
        return taken
    # There is none after all: anything is as good.
    return list(range(len(slots)))


def _mixed(taken: list[int], allowed: Sequence[int], slots: Sequence[int], random: Random) -> list[int]:
    """Exchanges of two things that fit, so often that every way to deal becomes about as likely."""
    for _ in range(8 * len(slots)):
        one, other = below(len(slots), random), below(len(slots), random)
        if allowed[taken[one]] >> slots[other] & 1 and allowed[taken[other]] >> slots[one] & 1:
            taken[one], taken[other] = taken[other], taken[one]
    return taken
