"""Sets of elements as the bits of a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.graph.faults import Fault


def members(bits: int) -> Iterator[int]:
    """The elements of a set, lowest first."""
    if bits < 0:
        raise Fault("a set has no end")
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def union_of(sets: Iterable[int]) -> int:
    """The elements of all the sets together."""
    found = 0
    for one in sets:
        found |= one
    return found


def common_to(sets: Iterable[int]) -> int:
    """What all the sets have in common; everything, if there are none."""
    found = -1
    for one in sets:
        found &= one
    return found


def set_of(elements: Iterable[int]) -> int:
    """The set of some elements."""
    found = 0
    for element in elements:
        found |= 1 << element
    return found
