"""MoveLowering as numbers: every move of an option of which no value is a handful has one that never changes.

    place (9 places), step (3)        code = base + 3 * place + step

An option whose values have no known limits, or that takes a handful, has none.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes of one option: from `base` on, for values from `lows` on with so many possibilities each."""

    node: int
    option: int
    base: int
    lows: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many codes the option has."""
        total = 1
        for size in self.sizes:
            total *= size
        return total

    def values(self, code: int) -> tuple[int, ...]:
        """The values a code stands for."""
        left, found = code - self.base, []
        for low, size in zip(reversed(self.lows), reversed(self.sizes), strict=True):
            left, value = divmod(left, size)
            found.append(low + value)
        return tuple(reversed(found))

    def code(self, values: Sequence[int]) -> int:
        """The code of some values; -1 for values no move can have."""
        found = 0
        for value, low, size in zip(values, self.lows, self.sizes, strict=True):
            if not low <= value < low + size:
                return -1
            found = found * size + value - low
        return self.base + found
