"""The codes of the elements of sets: `base + stride * element`, lowest element first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from operator import getitem
from typing import Final

from rulelang.graph.bit_sets import members

#: Sets that are remembered, at most.
_REMEMBERED: Final = 1 << 14

#: Larger sets hardly ever come again: their codes are put together from those of their bytes.
NARROW: Final = 16
_BYTE: Final = 8


class CodesOf(dict[int, tuple[int, ...]]):
    """The codes of small sets, remembered from one time to the next."""

    def __init__(self, base: int, stride: int) -> None:
        super().__init__()
        self._base: Final = base
        self._stride: Final = stride

    def __missing__(self, elements: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[elements] = tuple(self._base + self._stride * element for element in members(elements))
        return found


class _CodesOfBytes(dict[tuple[int, ...], tuple[int, ...]]):
    """The codes of the same eight elements of several sets, element by element."""

    def __init__(self, bases: tuple[int, ...], stride: int) -> None:
        super().__init__()
        self._bases: Final = bases
        self._stride: Final = stride

    def __missing__(self, parts: tuple[int, ...]) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[parts] = tuple(
            base + self._stride * element
            for element in range(_BYTE)
            for base, part in zip(self._bases, parts, strict=True)
            if part >> element & 1
        )
        return found


def codes_of_wide(bases: tuple[int, ...], stride: int, size: int) -> Callable[..., list[int]]:
    """The codes of sets of so many possible elements: those of element 0 in each set, of element 1, and so on."""
    count = -(-size // _BYTE)
    tables = [
        _CodesOfBytes(tuple(base + stride * _BYTE * position for base in bases), stride) for position in range(count)
    ]

    def codes(*sets: int) -> list[int]:
        by_byte = zip(*[one.to_bytes(count, "little") for one in sets], strict=True)
        return [*chain.from_iterable(map(getitem, tables, by_byte))]

    def codes_of_three(first: int, second: int, third: int) -> list[int]:
        one, two, three = (
            first.to_bytes(count, "little"),
            second.to_bytes(count, "little"),
            third.to_bytes(count, "little"),
        )
        return [*chain.from_iterable(map(getitem, tables, zip(one, two, three, strict=True)))]

    if len(bases) > 1:
        return codes_of_three if len(bases) == 3 else codes
    single = [CodesOf(bases[0] + stride * _BYTE * position, stride) for position in range(count)]

    def codes_of_one(elements: int) -> list[int]:
        return [*chain.from_iterable(map(getitem, single, elements.to_bytes(count, "little")))]

    return codes_of_one
