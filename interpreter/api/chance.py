"""Chance: what may happen with which probability, and independent streams of random numbers, one for each source.

The n-th event of a source in a game draws from `stream(seed, "source/n")`. So one shuffle more does not change the
other draws of the game, and taking moves back and making them again brings the same luck.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from random import Random
from threading import local
from typing import Final

from interpreter.engine.executor import Outcome
from rulelang.tuning.fast_dataclass import dataclass

_BYTES: Final = 8


def stream(seed: int, name: str) -> Random:
    """An independent generator for one named source of chance."""
    return Random(_number(blake2b(f"{seed}/{name}".encode(), digest_size=_BYTES)))


class _Lent(local):
    """One generator for each thread, which begins anew with every number. To make one takes as long as to begin it, and
    Python's makes begin twice."""

    def __init__(self) -> None:
        random = Random(0)
        self.kept: Final = random, super(Random, random).seed


_lent: Final = _Lent()


def lent_stream(seed: int, source: str, number: int) -> Random:
    """The same as `stream` for the n-th event of a source, to be used up before the next one is asked for."""
    random, begin = _lent.kept
    begin(int.from_bytes(blake2b(f"{seed}/{source}/{number}".encode(), digest_size=_BYTES).digest(), "big"))
    return random


def seeds_of_streams(seed: int, name: str) -> Callable[[int], int]:
    """What the streams called by a name and a number begin with: for thousands of games, what they share is digested
    once."""
    shared = blake2b(f"{seed}/{name}".encode(), digest_size=_BYTES)

    def begin(number: int) -> int:
        digest = shared.copy()
        digest.update(b"%d" % number)
        return _number(digest)

    return begin


def _number(digest: blake2b) -> int:
    return int.from_bytes(digest.digest(), "big")


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that chance may bring."""

    outcome: Outcome
    weight: int
    probability: Fraction
    notation: str

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Chance:
    """A moment at which chance decides. A shuffle has no list of outcomes (there are too many): `is_shuffle`."""

    title: str
    source: str
    is_shuffle: bool
    outcomes: tuple[Happening, ...]
