"""The same rules said in two ways, played side by side: whatever can come of a move is the same.

How a move is cut into choices may differ (a choice may be joint with the one before, or one of one), so what is
compared is how things may stand when it is somebody else's turn to decide, or chance's, or the game is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from interpreter.engine.executor import Executor, Fault, Vector
from interpreter.engine.executor import Outcome as Chanced
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Decide, Program
from tests.language.generated.failure import LONGEST, Failure

#: Ways to go that are looked at after one choice; where there are more, nothing is said.
MOST = 60
#: Moves that make themselves, after all these ways.
WORK = 3_000
STEPS = 15
_BOOKKEEPING = frozenset({"frame", "flow"})


class Standing(NamedTuple):
    """What comes next (`broken`, `over`, `chance`, `decides`), whose decision it is, and what lies on the table."""

    next: str
    actor: int = -1
    table: tuple[tuple[str, tuple[int, ...]], ...] = ()


BROKEN = Standing("broken")


class TooMany(Exception):
    """More ways to go than are looked at."""


class Side:
    """One of two games."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.left = WORK
        self.executor: Executor = Reference(program)
        self.shown = [
            (name, region.base, region.base + region.length)
            for name, region in sorted(program.layout.regions.items())
            if region.role not in _BOOKKEEPING
        ]

    def standings(self, start: Vector | None) -> dict[Standing, Vector]:
        """How things may stand after what somebody decides now."""
        found: dict[Standing, Vector] = {}
        self.left = WORK
        if start is None:
            state = self._begin()
            return {self.standing(state): state}
        for number, state in enumerate(self._ends(start, self.executor.actor(start))):
            if number > MOST:
                raise TooMany
            found.setdefault(self.standing(state), state)
        return found

    def _begin(self) -> Vector:
        try:
            return self._settled(self.executor.start())
        except Fault:
            return []

    def _settled(self, state: Vector) -> Vector:
        """Where there is only one way to go, it is gone."""
        for _ in range(LONGEST):
            self.left -= 1
            if self.left < 0:
                raise TooMany
            if self.executor.is_over(state):
                break
            if self.decides(state):
                moves = list(islice(self.executor.each_option(state), 2))
                if len(moves) != 1:
                    break
                self.executor.play(state, moves[0])
            else:
                outcomes = self.executor.outcomes(state)
                if outcomes is None or len(outcomes) != 1:
                    break
                self.executor.happen(state, outcomes[0][0])
        return state

    def _ends(self, state: Vector, actor: int, deep: int = 0) -> Iterator[Vector]:
        if deep > 12:
            raise TooMany
        moves = list(islice(self.executor.each_option(state), MOST + 1))
        if len(moves) > MOST:
            raise TooMany
        for move in moves:
            after = state.copy()
            try:
                self.executor.play(after, move)
                self._settled(after)
            except Fault:
                yield []
                continue
            if self.decides(after) and self.executor.actor(after) == actor:
                yield from self._ends(after, actor, deep + 1)
            else:
                yield after

    def decides(self, state: Vector) -> bool:
        return isinstance(self.executor.node(state), Decide)

    def standing(self, state: Vector) -> Standing:
        """Who is to decide, and what lies on the table: all that is no bookkeeping."""
        if not len(state):
            return BROKEN
        table = tuple((name, tuple(state[base:end])) for name, base, end in self.shown)
        if self.executor.is_over(state):
            return Standing("over", -1, table)
        if self.decides(state):
            return Standing("decides", self.executor.actor(state), table)
        return Standing("chance", -1, table)

    def after(self, state: Vector, outcome: Chanced) -> dict[Standing, Vector]:
        """How things stand after what chance brings."""
        after, self.left = state.copy(), WORK
        try:
            self.executor.happen(after, outcome)
            self._settled(after)
        except Fault:
            return {BROKEN: []}
        return {self.standing(after): after}


def alike(one: Side, other: Side, random: Random) -> Failure | None:
    """Both games, played side by side."""
    mine, theirs = one.standings(None), other.standings(None)
    for _ in range(STEPS):
        if mine.keys() != theirs.keys():
            return Failure("differs in other words", _difference(mine, theirs))
        found = random.choice(sorted(mine, key=repr))
        if found.next in ("over", "broken"):
            return None
        state = mine[found], theirs[found]
        try:
            if found.next == "chance":
                outcome = one.executor.draw(state[0], random)
                mine, theirs = one.after(state[0], outcome), other.after(state[1], outcome)
            else:
                mine, theirs = one.standings(state[0]), other.standings(state[1])
        except TooMany:
            return None
    return None


def _difference(mine: dict[Standing, Vector], theirs: dict[Standing, Vector]) -> str:
    if len(mine) == len(theirs) == 1:
        (here,), (there,) = mine, theirs
        if here[:2] != there[:2]:
            return f"{here.next}, {there.next}"
        return next((str(a[0]) for a, b in zip(here.table, there.table, strict=False) if a != b), "")
    return "ways to go"
