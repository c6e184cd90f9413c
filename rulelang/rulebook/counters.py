"""Counters from their traits: bounds, start, bank."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.rulebook.world import Counter, Kind
from rulelang.source import Span
from rulelang.tree import nodes as tree


def counter_of(
    name: str, traits: Iterable[tree.Trait], holder: str, every: Kind | None, span: Span, *, is_open: bool = False
) -> Counter:
    """`Coins from 0 to 40 starting at 5 out of 90`; without a start it is 0, or the lowest number there is."""
    low, high = 0, 0
    start: int | None = None
    bank: int | None = None
    for trait in traits:
        match trait:
            case tree.FromTo(lowest, highest):
                low, high = lowest, highest
            case tree.TraitStart(value) if isinstance(value, int):
                start = value
            case tree.TraitBank(total):
                bank = total
            case _:
                pass
    default = low if start is None and not low <= 0 <= high else (start if start is not None else max(low, 0))
    return Counter(name, low, high, {}, default, holder, every, bank, span, is_open)
