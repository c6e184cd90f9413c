"""Chance: what may happen with which probability, and independent streams of random numbers, one for each source.

The n-th event of a source in a game draws from `stream(seed, "source/n")`. So one shuffle more does not change the
other draws of the game, and taking moves back and making them again brings the same luck.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from random import Random

from interpreter.engine.executor import Outcome
from rulelang.tuning.fast_dataclass import dataclass


def stream(seed: int, name: str) -> Random:
    """An independent generator for one named source of chance."""
    return Random(stream_seed(seed, name))


def stream_seed(seed: int, name: str) -> int:
    """What it begins with."""
    return int.from_bytes(blake2b(f"{seed}/{name}".encode(), digest_size=8).digest(), "big")


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
