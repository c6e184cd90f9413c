"""Places in the text that checks ask about once the whole program is known: what changes, divides, needs room."""

from __future__ import annotations

from typing import Literal

from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass

SiteKind = Literal["change", "amount", "division", "pay", "gain", "room", "supply"]


@dataclass(frozen=True, slots=True)
class Site:
    """One way to read one place. `needed` is the least that the sentence asks for, `there` the most there can be.

    A sentence of an action is read once for every place that does the action, and for every number of players; only
    what is so in all readings is a mistake in the sentence.
    """

    kind: SiteKind
    span: Span
    name: str = ""
    needed: int = 0
    there: int = 0
