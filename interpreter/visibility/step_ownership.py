"""What of a step belongs to whose way through decisions that all make at the same time.

The state lets one player after the other go through. After the last choice of one the rules run on into the way of the
next: the card this player draws first thing belongs to that player, not to the one who has chosen.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.executor import Move, Outcome
from interpreter.engine.tracer import Tracer, Wrote
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Program
from rulelang.graph.terms import Put

if TYPE_CHECKING:
    from interpreter.engine.steps import Step

#: Whose it is, and the states before and after it.
Part: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]

#: Steps that are remembered, at most.
_REMEMBERED: Final = 256

LEFT: Final = ": left in secret"
"""What the set of players is called who have not gone through yet."""


class StepParts:
    """Takes the steps of one game apart."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self._known: Final[OrderedDict[object, tuple[Part, ...]]] = OrderedDict()
        self.left: Final = [
            region.base for region in program.layout.regions.values() if region.role == "frame" and LEFT in region.name
        ]

    def begins_anew(self, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Did the players who have yet to decide become more? Then another round of such decisions began in between."""
        return any(after[cell] & ~before[cell] for cell in self.left)

    def of(self, step: Step) -> tuple[Part, ...]:
        """The parts of a step."""
        return self.happened(step.secretly, step.move, step.outcome, step.before, step.after)

    def happened(
        self, seat: int, move: Move, outcome: Outcome, before: tuple[int, ...], after: tuple[int, ...]
    ) -> tuple[Part, ...]:
        """The parts of what happened on the way of a player."""
        if seat < 0 or all(before[cell] == after[cell] for cell in self.left):
            return ((seat, before, after),)
        key = seat, move, outcome, before
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._taken_apart(seat, move, outcome, before, after))
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return found

    def _taken_apart(
        self, seat: int, move: Move, outcome: Outcome, before: tuple[int, ...], after: tuple[int, ...]
    ) -> list[Part]:
        tracer, cells = Tracer(self._program), list(before)
        if move:
            tracer.play(cells, move)
        else:
            tracer.happen(cells, outcome)
        found: list[Part] = []
        start = before
        for note in tracer.notes:
            if not (isinstance(note, Wrote) and isinstance(note.effect, Put) and LEFT in note.effect.region):
                continue
            gone = next((note.before[c] & ~note.after[c] for c in self.left if note.before[c] & ~note.after[c]), 0)
            for following in members(gone):
                found.append((seat, start, note.before))
                seat, start = following, note.before
        return [*found, (seat, start, after)]
