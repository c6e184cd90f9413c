"""The elements of a set, looked up byte by byte, and any one of them by its number."""

from __future__ import annotations

from itertools import chain
from operator import getitem
from typing import Final

from rulelang.graph.bit_sets import members

#: The bits that are looked up together where all elements are wanted.
BYTE: Final = 8

#: So few elements are sooner found one after the other.
_FEW: Final = 5

#: The elements of each set of up to 13.
_CHUNK: Final = 13
_MASK: Final = (1 << _CHUNK) - 1
_PART_LENGTH: Final = 4 * _CHUNK
_PART: Final = (1 << _PART_LENGTH) - 1


def _of_chunks() -> tuple[tuple[int, ...], ...]:
    """Each set is one with fewer elements and its largest."""
    found: list[tuple[int, ...]] = [()]
    for element in range(_CHUNK):
        found += [(*smaller, element) for smaller in found]
    return tuple(found)


_OF_CHUNK: Final = _of_chunks()


def kth(elements: int, number: int) -> int:
    """The element with `number` smaller ones in the set."""
    base = 0
    while elements > _PART and number >= (size := (elements & _PART).bit_count()):
        number -= size
        elements >>= _PART_LENGTH
        base += _PART_LENGTH
    while number >= (size := len(chunk := _OF_CHUNK[elements & _MASK])):
        number -= size
        elements >>= _CHUNK
        base += _CHUNK
    return base + chunk[number]


def of_bytes(base: int, stride: int) -> list[tuple[int, ...]]:
    """`base + stride * element` for each set of eight elements."""
    found: list[tuple[int, ...]] = [()]
    for element in range(BYTE):
        number = (base + stride * element,)
        found += [numbers + number for numbers in found]
    return found


#: For each byte of a set, the elements that it stands for.
_OF_BYTE: Final[list[list[tuple[int, ...]]]] = []


def all_of(elements: int) -> tuple[int, ...]:
    """The elements of a set, lowest first: of many in half the time that it takes to go from one to the next."""
    if elements < 0 or elements.bit_count() <= _FEW:
        return tuple(members(elements))
    held = elements.to_bytes(-(-elements.bit_length() // BYTE), "little")
    while len(_OF_BYTE) < len(held):
        _OF_BYTE.append(of_bytes(BYTE * len(_OF_BYTE), 1))
    return tuple(chain.from_iterable(map(getitem, _OF_BYTE, held)))
