"""The types of lowered values."""

from __future__ import annotations

from typing import Final, TypeAlias

from rulelang.tuning.fast_dataclass import hash_consed

_WORD: Final = 64


@hash_consed(frozen=True, slots=True)
class Number:
    """An integer from `low` to `high`, both included (None: no limit is known). An element of a class is a number too:
    `of` names the class, and -1 stands for nothing."""

    low: int | None = None
    high: int | None = None
    of: str = ""

    def __str__(self) -> str:
        low, high = ("" if end is None else str(end) for end in (self.low, self.high))
        return f"int({low}..{high}{', ' if self.of else ''}{self.of})"


@hash_consed(frozen=True, slots=True)
class Truth:
    """Yes or no: 1 or 0 where it is used as a number."""

    def __str__(self) -> str:
        return "truth"


@hash_consed(frozen=True, slots=True)
class BitSet:
    """A set of the elements from 0 up to, but not including, `size` (None: no limit is known)."""

    size: int | None = None

    @property
    def words(self) -> int | None:
        """How many words of 64 bits hold it."""
        return None if self.size is None else max(1, -(-self.size // _WORD))

    def __str__(self) -> str:
        return f"set({'' if self.size is None else self.size})"


@hash_consed(frozen=True, slots=True)
class NumberList:
    """Numbers in an order, at most so many (None: no limit is known): a pool to choose from, a handful."""

    most: int | None = None

    def __str__(self) -> str:
        return f"list({'' if self.most is None else self.most})"


Type: TypeAlias = Number | Truth | BitSet | NumberList

TRUTH: Final = Truth()
