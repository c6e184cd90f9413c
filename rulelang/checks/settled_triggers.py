"""Where an `as soon as` cannot come true: it was false when it was last looked at, and nothing has changed since of
what it speaks of.

`as soon as` is looked at after everything that happens. Most of what happens does not concern it:

    if the number of Goods in a player's Store is more than 5 has been asked: no
    a Merchant moves                                                          it still is no

What is known to be false spreads along the steps; where ways meet, what they agree on stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.graph import terms as t
from rulelang.graph.access import ANYTHING, PIECES, PiecesRead, every_effect
from rulelang.graph.program import ChanceNode, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import Effect, Term

if TYPE_CHECKING:
    from rulelang.checks.program_facts import ProgramFacts

_ALL = -1


class SettledTriggers:
    """The conditions of `as soon as` that are false at each node. Sets of conditions are numbers, bit by bit."""

    def __init__(self, look: ProgramFacts) -> None:
        self.look = look
        self.nodes = look.program.nodes
        triggers = [node for node in self.nodes if isinstance(node, Test) and node.role is NodeRole.TRIGGER]
        conditions = dict.fromkeys(condition for node in triggers for condition, _ in node.arms)
        self._bits: dict[Term, int] = {condition: 1 << number for number, condition in enumerate(conditions)}
        self._all = (1 << len(self._bits)) - 1
        self._concerned: dict[str, int] = {}
        self._anyhow = 0
        self._pieces: dict[int, int] = {}
        self._interest = PiecesRead(look.program.functions, look.values.elements)
        for condition, bit in self._bits.items():
            self._note(condition, bit)
        self._touched: dict[tuple[Effect, ...], int] = {}
        self._through: dict[int, int] = {}
        self._false: dict[int, int] = {}
        if conditions:
            self._spread()

    def may_fire(self, step: CourseStep) -> bool:
        """May a fork of an `as soon as` take this way?"""
        known = self._false.get(step.source, 0)
        return not (known and step.condition is not None and self._bits.get(step.condition, 0) & known)

    def _note(self, condition: Term, bit: int) -> None:
        reads = self.look.reader.reads(condition)
        for region in reads:
            self._concerned[region] = self._concerned.get(region, 0) | bit
        self._anyhow |= bit if ANYTHING in reads else 0
        if reads & PIECES:
            self._pieces[bit] = self._interest(condition)

    def _spread(self) -> None:
        course, entry = self.look.course, self.look.program.entry
        self._false[entry] = 0
        waiting = [entry]
        while waiting:
            number = waiting.pop()
            known = self._false[number]
            for step in course.steps[number]:
                if self.may_fire(step):
                    before = self._false.get(step.target, _ALL)
                    after = before & self._after(step, known)
                    if after != before:
                        self._false[step.target] = after
                        waiting.append(step.target)

    def _after(self, step: CourseStep, known: int) -> int:
        """What is false behind a step."""
        node = self.nodes[step.source]
        if isinstance(node, Test) and node.role is NodeRole.TRIGGER:
            asked = 0
            for condition, _ in node.arms:
                asked |= self._bits[condition]
            known = known & ~asked if step.kind == "arm" else known | asked
        known &= ~self._changes(step)
        if step.through >= 0:
            if step.through not in self._through:
                self._through[step.through] = self._changed_in(step.through)
            known &= ~self._through[step.through]
        return known

    def _changed_in(self, entry: int) -> int:
        found = 0
        for step in self.look.course.ways_through(entry):
            found |= self._changes(step)
        return found

    def _changes(self, step: CourseStep) -> int:
        """The conditions that a step may make true."""
        found = self._touched_by(step.effects)
        for region in step.option.handfuls.values() if step.option is not None else ():
            found |= self._concerned.get(region, 0) | self._anyhow
        node = self.nodes[step.source]
        if isinstance(node, ChanceNode) and node.shuffles is not None:
            found |= self._concerned.get("order", 0) | self._anyhow
        return found

    def _touched_by(self, effects: tuple[Effect, ...]) -> int:
        known = self._touched.get(effects)
        if known is None:
            known = self._anyhow if effects else 0
            for effect in every_effect(effects):
                if isinstance(effect, t.MovePiece):
                    moved = self.look.values.elements(effect.piece)
                    for bit, pieces in self._pieces.items():
                        known |= bit if pieces & moved else 0
                elif not isinstance(effect, t.When | t.ForIn):
                    for region in self.look.reader.writes((effect,)):
                        known |= self._concerned.get(region, 0)
            self._touched[effects] = known
        return known
