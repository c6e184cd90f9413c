"""Shuffling by the bits of a generator alone: the same on every Python version, whatever its library does."""

from __future__ import annotations

from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


def below(bound: int, random: Random) -> int:
    """A number from 0 up to, but not including, a bound; all equally likely."""
    bits = bound.bit_length()
    found = random.getrandbits(bits)
    while found >= bound:
        found = random.getrandbits(bits)
    return found


def shuffle(things: list[Thing], random: Random) -> None:
    """Bring a list into any order, every order equally likely."""
    for last in range(len(things) - 1, 0, -1):
        other = below(last + 1, random)
        things[last], things[other] = things[other], things[last]
