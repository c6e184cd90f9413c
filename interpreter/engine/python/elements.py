"""Any one of the elements of a set by its number."""

from __future__ import annotations

from typing import Final

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
