"""Legal moves as codes, made into moves only when somebody looks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, overload

from interpreter.engine.executor import Move
from interpreter.engine.lower.codes import Codes

#: MoveLowering that are remembered, at most.
_REMEMBERED: Final = 1 << 16


class Codebook(dict[int, Move]):
    """The moves of codes, each made once."""

    def __init__(self, every: Sequence[Codes]) -> None:
        super().__init__()
        self._every: Final = tuple(codes for codes in every if codes.count)
        self._bases: Final = [codes.base for codes in self._every]

    def __missing__(self, code: int) -> Move:
        if len(self) >= _REMEMBERED:
            self.clear()
        codes = self._every[bisect_right(self._bases, code) - 1]
        move = self[code] = (codes.option, *codes.values(code))
        return move


class Offered(Sequence[Move]):
    """The legal moves of one position."""

    __slots__ = ("_book", "codes")

    def __init__(self, codes: list[int], book: Codebook) -> None:
        self.codes: Final = codes
        self._book: Final = book

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return Offered(self.codes[index], self._book)
        return self._book[self.codes[index]]

    def __iter__(self) -> Iterator[Move]:
        return map(self._book.__getitem__, self.codes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(list(self))


def _same(one: object, other: object) -> bool:
    return one == other
