"""Any one of the handfuls out of a pool by its number, without listing them.

A handful takes some of every class: of tokens, of pieces nobody can tell apart, or of a single piece. How many ways
there are to take so many out of the last classes is counted once; going through the classes with a number then tells
how many to take of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rulelang.tuning.fast_dataclass import dataclass

#: Counts that are remembered, at most.
_REMEMBERED: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class HandfulPool:
    """The handfuls out of a pool: how many, the members of each class in the order they are taken, and how many ways
    there are to take 0, 1, 2 ... out of the classes from each one on."""

    count: int
    classes: tuple[tuple[int, ...], ...]
    ways: tuple[tuple[int, ...], ...]
    fewest: int


def all_handfuls(
    pool: Sequence[int], copies: Sequence[int] | None, lower: dict[int, int] | None, fewest: int, most: int | None
) -> HandfulPool:
    """The same handfuls as `handfuls` lists, counted."""
    if copies is not None:
        classes = tuple((value,) * number for value, number in zip(pool, copies, strict=True))
    elif lower:
        classes = _of_twins(pool, lower)
    else:
        classes = tuple((value,) for value in pool)
    sizes = tuple(map(len, classes))
    available = sum(sizes)
    largest = available if most is None or most > available else most
    fewest = max(fewest, 0)
    if largest < fewest:
        return HandfulPool(0, classes, (), fewest)
    ways = _ways(sizes, largest)
    return HandfulPool(sum(ways[0][fewest:]), classes, ways, fewest)


def nth_handful(handfuls: HandfulPool, number: int) -> tuple[int, ...]:
    """The handful with a number below the count; its members ascend."""
    ways, left = handfuls.ways, handfuls.fewest
    while number >= ways[0][left]:
        number -= ways[0][left]
        left += 1
    taken: list[int] = []
    for one, rest in zip(handfuls.classes, ways[1:], strict=True):
        if not left:
            break
        size = 0
        while number >= rest[left - size]:
            number -= rest[left - size]
            size += 1
        taken += one[:size]
        left -= size
    return tuple(sorted(taken))


def _of_twins(pool: Sequence[int], lower: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    """Look-alikes together, the lowest first."""
    classes: dict[int, list[int]] = {}
    for value in pool:
        found = classes[lower[value]] if value in lower else []
        found.append(value)
        classes[value] = found
    return tuple(tuple(found) for value, found in classes.items() if value not in lower)


@lru_cache(_REMEMBERED)
def _ways(sizes: tuple[int, ...], largest: int) -> tuple[tuple[int, ...], ...]:
    """How many ways there are to take 0, 1, ... `largest` out of the classes from each one on."""
    rows = [(1, *(0,) * largest)]
    for size in reversed(sizes):
        after = rows[-1]
        rows.append(tuple(sum(after[max(0, taken - size) : taken + 1]) for taken in range(largest + 1)))
    return tuple(reversed(rows))
