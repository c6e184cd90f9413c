"""The codes of the elements of sets: `base + stride * element`, lowest element first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, overload

from interpreter.engine.python.elements import BYTE, of_bytes
from interpreter.engine.python.offered import LikeAList
from interpreter.engine.python.remembering import Remembered
from rulelang.graph.bit_sets import members

#: Sets that are remembered, at most.
_REMEMBERED: Final = 1 << 14

#: So many elements of several sets are in few enough ways in them to be remembered.
_FEW: Final = 4

#: Larger sets hardly ever come again: their codes are put together from those of their bytes.
NARROW: Final = 16


def codes_of_narrow(base: int, stride: int) -> Remembered[int, tuple[int, ...]]:
    """The codes of small sets."""
    return Remembered(lambda elements: tuple(base + stride * one for one in members(elements)), _REMEMBERED)


def room_of(size: int) -> int:
    """How many bits a set of so many possible elements is given where several stand in one number: halved again and
    again, they come to a byte."""
    return max(BYTE, 1 << (size - 1).bit_length())


def codes_of_wide(bases: tuple[int, ...], stride: int, size: int) -> Callable[[int], list[int]]:
    """The codes of sets of so many possible elements, which stand in one number: those of element 0 in each set, of
    element 1, and so on.

    Every byte of a set is looked up in a table of its own. The function is written out, one look-up after the other: a
    loop over so few of them takes longer than they do.
    """
    count, room = -(-size // BYTE), room_of(size) // BYTE
    around: dict[str, Any] = {}
    parts = []
    for number, base in enumerate(bases):
        for position in range(count):
            around[f"codes_{number}_{position}"] = of_bytes(base + stride * BYTE * position, stride)
            parts.append(f"*codes_{number}_{position}[held[{number * room + position}]]")
    lines = [f"held = sets.to_bytes({(len(bases) - 1) * room + count}, 'little')", f"found = [{', '.join(parts)}]"]
    # Several sets give several ascending runs, which are soon sorted.
    last = ["found.sort()"] if len(bases) > 1 else []
    body = "".join(f"\n  {line}" for line in (*lines, *last, "return found"))
    made: dict[str, Any] = {}
    exec(f"def made({', '.join(around)}):\n def codes(sets):{body}\n return codes", {}, made)
    codes: Callable[[int], list[int]] = made["made"](**around)
    return codes


class _SetsInOne:
    """Sets that stand in one number, each in as much room, which tells of elements and their codes."""

    def __init__(self, bases: tuple[int, ...], stride: int, size: int) -> None:
        room = room_of(size)
        self._places: Final = [room * number for number in range(len(bases))]
        #: All codes.
        self.listed: Final = codes_of_wide(bases, stride, size)
        last = BYTE if len(bases) == 1 else _FEW
        halves = [room >> times for times in range(1, (room // last).bit_length())]
        #: The lower half of the sets, how many elements it may have, and what they come to; then the half of this.
        self.halves: Final = [(self._in_all((1 << half) - 1), half, half * stride) for half in halves]
        self.last: Final = self._in_all((1 << last) - 1)
        listed = Remembered(self.listed, _REMEMBERED)
        #: The codes of what is left of the sets, as if that were all.
        self.codes: Final = of_bytes(bases[0], stride) if len(bases) == 1 else listed

    def _in_all(self, elements: int) -> int:
        return sum(elements << place for place in self._places)


class OfferedSets(LikeAList[int]):
    """The codes of sets, found when somebody looks at them: who only draws one pays for no list."""

    __slots__ = ("_count", "_kind", "_sets")

    def __init__(self, kind: _SetsInOne, sets: int) -> None:
        self._kind: Final = kind
        self._sets: Final = sets
        self._count: Final = sets.bit_count()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._kind.listed(self._sets))

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        kind, left = self._kind, self._sets
        if type(index) is not int or not 0 <= index < self._count:
            return kind.listed(left)[index]
        before = 0
        for half, elements, codes in kind.halves:
            below = (left & half).bit_count()
            if index >= below:
                index -= below
                left >>= elements
                before += codes
        return before + kind.codes[left & kind.last][index]


def offered_sets(bases: tuple[int, ...], stride: int, size: int) -> Callable[[int], OfferedSets]:
    """What offers sets of so many possible elements, which stand in one number with the `room_of` each."""
    return partial(OfferedSets, _SetsInOne(bases, stride, size))
