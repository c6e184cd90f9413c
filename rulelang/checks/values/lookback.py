"""What is known just before a node, as far as a short look back shows.

The look back goes a few steps only and never round in a circle: what was asked further back is not known, which is
never wrong. Where several ways meet, what they agree on stays. What a called action does is forgotten behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulelang.checks.values.step_values import StepValues, Visitor
from rulelang.graph.access import effect_lists
from rulelang.graph.program import Decide, Node, Test
from rulelang.graph.successors import reached_without
from rulelang.graph.terms import Cell, Const, Effect, Put
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts

if TYPE_CHECKING:
    from rulelang.checks.program_facts import ProgramFacts
    from rulelang.graph.successors import CourseStep

_STEPS_BACK = 6
_MOST_WAYS = 4
_MOST_ASKED = 10


class Lookback:
    """Facts at the nodes of a program, worked out where they are asked for."""

    def __init__(self, look: ProgramFacts) -> None:
        self.look = look
        self.nodes = look.program.nodes
        self.steps = StepValues(look.values)
        self._at: dict[int, KnownFacts | None] = {}
        self._passing: set[int] = set()
        self._provisional: dict[int, KnownFacts | None] = {}
        self._asked = 0
        self._changed: dict[int, frozenset[str]] = {}
        program = look.program
        #: Nodes that can be come to before the game is being played.
        self._setting_up = reached_without(program, [program.entry, *program.example_entries], begins_play)

    def tell(self, visitor: Visitor, number: int) -> None:
        """Go through one node."""
        facts = self.at(number)
        if facts is None:
            return
        self.steps.tell(visitor, self.nodes[number], facts)

    def at(self, number: int) -> KnownFacts | None:
        """What is known when a node is come to; None if it is never come to."""
        if number not in self._at:
            self._asked = 0
            self._provisional.clear()
            self._at[number] = self._before(number, _STEPS_BACK)[0]
        return self._at[number]

    def _before(self, number: int, steps: int) -> tuple[KnownFacts | None, bool]:
        """What is known, and whether nothing more could be: only then is it worth remembering for other nodes."""
        if number in self._at:
            return self._at[number], True
        if number in self._provisional:
            return self._provisional[number], False
        base = self._always(number)
        before = self.look.sources[number]
        if number == self.look.program.entry or not before or len(before) > _MOST_WAYS:
            return base, True
        self._asked += 1
        if steps == 0 or number in self._passing or self._asked > _MOST_ASKED:
            return base, False
        self._passing.add(number)
        ends: list[KnownFacts] = []
        whole = True
        for step in before:
            facts, sure = self._before(step.source, steps - 1)
            whole = whole and sure
            if facts is not None:
                ends.extend(self._through(step, facts))
        found: KnownFacts | None = ends[0] if ends else None
        for end in ends[1:]:
            found = (found or base).or_else(end)
        self._passing.discard(number)
        (self._at if whole else self._provisional)[number] = found
        return found, whole

    def _through(self, step: CourseStep, facts: KnownFacts) -> Iterator[KnownFacts]:
        """What is known after one step, and after the action it goes through."""
        node: Node = self.nodes[step.source]
        found: KnownFacts | None = None
        if isinstance(node, Decide):
            found = facts if step.option is None else self.steps.taken(step.option, facts)
        elif isinstance(node, Test):
            arms = [condition for condition, _ in node.arms]
            passed: KnownFacts | None = facts
            for number, condition in enumerate(arms[: step.way + 1]):
                passed = passed and self.look.values.rested().assume(condition, passed, number == step.way)
            found = passed
        else:
            for _, known in self.steps.ways(node, facts):
                found = known
        if found is not None:
            found = self.steps.outside(found)
            yield found if step.through < 0 else self.steps.forget(found, self._done_in(step.through))

    def _done_in(self, entry: int) -> frozenset[str]:
        known = self._changed.get(entry)
        if known is None:
            found = {"order"}
            for step in self.look.course.ways_through(entry):
                found |= self.look.reader.writes(step.effects)
                if step.option is not None:
                    found.update(step.option.handfuls.values())
            known = self._changed[entry] = frozenset(found)
        return known

    def _always(self, number: int) -> KnownFacts:
        """`as soon as` also asks whether the game is being played: it is, once the setup is over."""
        if number in self._setting_up:
            return NOTHING_KNOWN
        return self.look.values.learn(NOTHING_KNOWN, Cell("playing", Const(0)), (1, 1)) or NOTHING_KNOWN


def begins_play(node: Node) -> bool:
    """Is the setup over here?"""
    return any(map(_begins, effect_lists(node)))


def _begins(effects: tuple[Effect, ...]) -> bool:
    return any(isinstance(one, Put) and one.region == "playing" for one in effects)
