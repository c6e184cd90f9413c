"""A move or a chance event of a game that is played, with the states before and after it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from interpreter.engine.executor import Move, Outcome, Told


class Step(NamedTuple):
    """A move, or a chance event: what was chosen or happened, and the state before and after it.

    `secretly`: whose way through decisions that all make at the same time it belongs to; -1 for none.

    A tuple, because a history gets one with every move, and a frozen class with as many fields takes four times as long
    to make.
    """

    kind: Literal["move", "chance"]
    seat: int
    move: Move
    outcome: Outcome
    before: tuple[int, ...]
    after: tuple[int, ...]
    told: tuple[Told, ...] = ()
    secretly: int = -1
    source: str = ""

    @property
    def secret(self) -> bool:
        """Does it belong to decisions made at the same time, of which others learn when all have decided?"""
        return self.secretly >= 0

    def __repr__(self) -> str:
        shown = (f"{name}={value!r}" for name, value in self._asdict().items() if name not in ("before", "after"))
        return f"Step({', '.join(shown)})"


#: `new_step(Step, fields)` makes a step of a tuple of all its fields, in a fifth of the time: a history gets one with
#: every move.
new_step: Final = tuple.__new__
