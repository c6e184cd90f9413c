"""The codes of the elements of sets: `base + stride * element`, lowest element first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, overload

from interpreter.engine.python.elements import BYTE, kth, of_bytes
from interpreter.engine.python.offered import LikeAList
from rulelang.graph.bit_sets import members

#: Sets that are remembered, at most.
_REMEMBERED: Final = 1 << 14

#: Larger sets hardly ever come again: their codes are put together from those of their bytes.
NARROW: Final = 16


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


def codes_of_wide(bases: tuple[int, ...], stride: int, size: int) -> Callable[..., list[int]]:
    """The codes of sets of so many possible elements: those of element 0 in each set, of element 1, and so on.

    Every byte of a set is looked up in a table of its own. The function is written out, one look-up after the other: a
    loop over so few of them takes longer than they do.
    """
    count = -(-size // BYTE)
    around: dict[str, Any] = {}
    lines, parts = [], []
    for number, base in enumerate(bases):
        lines.append(f"bytes_{number} = set_{number}.to_bytes({count}, 'little')")
        for position in range(count):
            around[f"codes_{number}_{position}"] = of_bytes(base + stride * BYTE * position, stride)
            parts.append(f"*codes_{number}_{position}[bytes_{number}[{position}]]")
    # Several sets give several ascending runs, which are soon sorted.
    last = ["found.sort()"] if len(bases) > 1 else []
    body = "".join(f"\n  {line}" for line in (*lines, f"found = [{', '.join(parts)}]", *last, "return found"))
    given = ", ".join(f"set_{number}" for number in range(len(bases)))
    made: dict[str, Any] = {}
    exec(f"def made({', '.join(around)}):\n def codes({given}):{body}\n return codes", {}, made)
    codes: Callable[..., list[int]] = made["made"](**around)
    return codes


class OfferedSet(LikeAList[int]):
    """The codes of a set, found when somebody looks at them: who only draws one pays for no list."""

    __slots__ = ("_base", "_count", "_elements", "_list_all", "_stride")

    def __init__(self, base: int, stride: int, list_all: Callable[[int], list[int]], elements: int) -> None:
        self._base: Final = base
        self._stride: Final = stride
        self._list_all: Final = list_all
        self._elements: Final = elements
        self._count: Final = elements.bit_count()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int]:
        return iter(self._list_all(self._elements))

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, int) and 0 <= index < self._count:
            return self._base + self._stride * kth(self._elements, index)
        return self._list_all(self._elements)[index]


def offered_set(base: int, stride: int, size: int) -> Callable[[int], OfferedSet]:
    """What offers sets of so many possible elements."""
    return partial(OfferedSet, base, stride, codes_of_wide((base,), stride, size))
