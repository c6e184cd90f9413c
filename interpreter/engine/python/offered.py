"""Legal moves as codes, made into moves only when somebody looks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import repeat
from typing import Final, Generic, TypeVar, overload

from interpreter.engine.executor import Move
from interpreter.engine.lower.codes import Codes
from interpreter.engine.python.remembering import Remembered

Thing = TypeVar("Thing")
Found = TypeVar("Found")


class Codebook(Remembered[int, Move]):
    """The moves of codes, each made once. Moves that have no code of their own get one when they are first offered."""

    def __init__(self, every: Sequence[Codes]) -> None:
        super().__init__(self._move)
        self._every: Final = tuple(codes for codes in every if codes.count)
        self._bases: Final = [codes.base for codes in self._every]
        self._of_option: Final = {(codes.node, codes.option): codes for codes in self._every}
        #: From here on codes are given in the order in which moves come by.
        self._next = max((codes.base + codes.count for codes in self._every), default=0)
        self._given: Final[dict[Move, int]] = {}
        self._moves: Final[dict[int, Move]] = {}

    def _move(self, code: int) -> Move:
        if code in self._moves:
            return self._moves[code]
        codes = self._every[bisect_right(self._bases, code) - 1]
        return (codes.option, *codes.values(code))

    def codes_of(self, node: int | None) -> Remembered[Move, int]:
        """The codes of the moves of a node; without one, of moves that have none of their own."""
        return Remembered(self.given if node is None else partial(self.code, node))

    def code(self, node: int, move: Move) -> int:
        """The code of a move; -1 if it has none of its own."""
        option, *values = move
        codes = self._of_option.get((node, option)) if isinstance(option, int) else None
        numbers = [value for value in values if isinstance(value, int)]
        if codes is None or len(numbers) != len(codes.sizes):
            return -1
        return codes.code(numbers)

    def given(self, move: Move) -> int:
        """The code of a move that has none of its own."""
        code = self._given.get(move)
        if code is None:
            code = self._given[move] = self._next
            self._moves[code] = move
            self._next += 1
        return code


class LikeAList(Sequence[Found]):
    """Equal to a list of the same, however it is found."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(list(self))


class Offered(LikeAList[Found], Generic[Thing, Found]):
    """The legal moves of one position of which the codes are known, or the other way round: each is found when somebody
    looks at it."""

    __slots__ = ("_find", "_things")

    def __init__(self, find: Callable[[Thing], Found], things: Sequence[Thing]) -> None:
        self._find: Final = find
        self._things: Final = things

    def __len__(self) -> int:
        return len(self._things)

    @overload
    def __getitem__(self, index: int) -> Found: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Found]: ...
    def __getitem__(self, index: int | slice) -> Found | Sequence[Found]:
        if isinstance(index, slice):
            return Offered(self._find, self._things[index])
        return self._find(self._things[index])

    def __iter__(self) -> Iterator[Found]:
        return map(self._find, self._things)


def moves_of_handfuls(option: int, handfuls: Iterable[tuple[int, ...]]) -> Iterable[Move]:
    """A move of an option for each handful; of those that are listed already, it is made when somebody looks."""
    if isinstance(handfuls, Sequence):
        return Offered(lambda handful: (option, handful), handfuls)
    return zip(repeat(option), handfuls)
