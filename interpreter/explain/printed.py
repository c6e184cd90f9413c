"""A term in words, and the values of the parts of it that say something."""

from __future__ import annotations

from rulelang.tuning.fast_dataclass import dataclass

#: More values than these only make a long list of what nobody asked for.
_MOST = 6


@dataclass(frozen=True, slots=True)
class Printed:
    """A term in words, and each part whose value is worth knowing with that value."""

    text: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each part with its value, once."""
        return tuple(dict.fromkeys(pair for pair in self.values if pair[0] != pair[1]))

    def drawing(self) -> str:
        """The values, one on a line: `Ann's Chips: 1`."""
        pairs = self.pairs()
        lines = [f"{part}: {value}" for part, value in pairs[:_MOST]]
        return "\n".join([*lines, *([f"and {len(pairs) - _MOST} more"] if len(pairs) > _MOST else [])])
