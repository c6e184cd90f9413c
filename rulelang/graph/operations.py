"""What is worked out from numbers and sets alone, wherever they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import Final

from rulelang.graph.bit_sets import members


def single(element: int) -> int:
    """The set of one element; of nothing, the empty set."""
    return 1 << element if element >= 0 else 0


def reached(start: int, neighbours: Sequence[int], through: int) -> int:
    """What can be walked to from the set `start` inside `through`."""
    seen = start & through
    fresh = start
    while fresh:
        found = 0
        for element in members(fresh):
            found |= neighbours[element]
        fresh = found & through & ~seen
        seen |= fresh
    return seen


def in_line(start: int, rays: Sequence[tuple[int, ...]], directions: int, through: int) -> int:
    """What lies on straight lines from `start`, up to and with the first that is not in `through`."""
    seen = 0
    for ray in rays[start * directions : (start + 1) * directions] if start >= 0 else ():
        for element in ray:
            seen |= 1 << element
            if not through >> element & 1:
                break
    return seen


WORKED_OUT: Final[dict[str, Callable[[int, int], int]]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "//": lambda left, right: left // right if right else 0,
    "/^": lambda left, right: -(-left // right) if right else 0,
    "min": min,
    "max": max,
}

COMPARED: Final[dict[str, Callable[[int, int], bool]]] = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def arithmetic(operation: str, left: int, right: int) -> int:
    """One operation on two numbers."""
    return WORKED_OUT[operation](left, right)


def compare(operation: str, left: int, right: int) -> int:
    """One comparison of two numbers."""
    return int(COMPARED[operation](left, right))
