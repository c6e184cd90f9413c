"""A move or a chance event of a game that is played, with the states before and after it."""

from __future__ import annotations

from typing import Literal

from interpreter.engine.executor import Move, Outcome, Told
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """A move, or a chance event: what was chosen or happened, and the state before and after it.

    `secretly`: whose way through decisions that all make at the same time it belongs to; -1 for none.
    """

    kind: Literal["move", "chance"]
    seat: int
    move: Move
    outcome: Outcome
    before: tuple[int, ...] = field(repr=False)
    after: tuple[int, ...] = field(repr=False)
    told: tuple[Told, ...] = ()
    secretly: int = -1
    source: str = ""

    @property
    def secret(self) -> bool:
        """Does it belong to decisions made at the same time, of which others learn when all have decided?"""
        return self.secretly >= 0
