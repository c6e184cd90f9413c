"""Moves that are chosen bit by bit, and of which it shows only at their end whether they can be finished: then all ways
to make the first choices are tried before it is known that none will do.

choose up to 3 of 5, eight times, then `only if ...`     26 ways, then 26 more for each, ...
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from math import prod

from rulelang.checks.completion import Completion
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.work import ways_to_pick
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import bounds as wording
from rulelang.graph.program import ChanceNode, Decide, End, OptionEdge, Parameter, Test
from rulelang.graph.roles import LOOP_HEADS
from rulelang.graph.successors import CourseStep, reached
from rulelang.graph.terms import Between, Cell
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.graph.walk import all_parts
from rulelang.source import Span

_MOST_TRIED = 10_000_000
#: Further than this nothing is counted.
_UNCOUNTED = 10**30


class _Proofs(IntEnum):
    """What is proved. Proofs take their time: the next ones are asked for where those before do not do."""

    NONE = 0
    #: Of choices behind which nothing has to be looked at.
    SHORT = 1
    ALL = 2


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence that such a move begins with, once, with the largest number found for it."""
    tried: dict[Span, int] = {}
    for look in context.looks:
        for span, count in _Moves(look, _Proofs.ALL).long_ones():
            tried[span] = max(count, tried.get(span, 0))
    for span, count in tried.items():
        yield wording.perhaps_long_ahead(span, count)


class _Moves:
    """How many ways are tried of what follows a choice in the same move, if every one of them fails as late as it can.
    Where whatever is chosen can be finished, the first one that is tried will do."""

    def __init__(self, look: ProgramFacts, proofs: _Proofs) -> None:
        self._look = look
        self._proofs = proofs
        self._behind: dict[int, int] = {}

    def long_ones(self) -> list[tuple[Span, int]]:
        """The sentences that begin moves with too many ways, and how many. What is chosen later in such a move is part
        of it."""
        found: list[tuple[int, Span, int]] = []
        inside: set[int] = set()
        counting = (_Moves(self._look, _Proofs.NONE), _Moves(self._look, _Proofs.SHORT), self)
        for node in (one for one in self._look.reached_nodes if isinstance(one, Decide)):
            for option in node.options:
                span = option.origin.span or node.origin.span
                if span is not None and all(moves._ways(node, option) > _MOST_TRIED for moves in counting):
                    found.append((node.number, span, self._ways(node, option)))
                    inside |= self._reach(option.target) - {node.number}
        return [(span, count) for number, span, count in found if number not in inside]

    def _ways(self, node: Decide, option: OptionEdge) -> int:
        """The ways to take an option, with those that have to be looked ahead at."""
        if not option.lookahead or self._never_fails(node, option):
            return 1
        after = self._on([step for step in self._look.course.steps[node.number] if step.option is option])
        return self._picked(node, option) * after if after > 1 else 1

    def _picked(self, node: Decide, option: OptionEdge) -> int:
        facts = self._look.lookback.at(node.number) if self._proofs is _Proofs.ALL else NOTHING_KNOWN
        facts = NOTHING_KNOWN if facts is None else facts
        ways = ways_to_pick(self._look, option, facts)
        return prod(max(1, count) for parameter, count in ways if not _is_narrowed(parameter))

    def _never_fails(self, node: Decide, option: OptionEdge) -> bool:
        if self._proofs < _Proofs.ALL and (option.lookahead or self._proofs is _Proofs.NONE):
            return False
        facts = self._look.lookback.at(node.number)
        return facts is None or Completion(self._look, self._look.lookback.steps, node).whatever(option, facts)

    def _on(self, steps: list[CourseStep]) -> int:
        """Behind a step: through the action that it calls, and past it."""
        on = [step for step in steps if step.through < 0 or self._reach(step.through) & self._exits(step.through)]
        return min(_UNCOUNTED, prod(self._from(step.target) for step in on))

    def _exits(self, entry: int) -> set[int]:
        return self._look.course.exits.get(entry, set())

    def _reach(self, number: int) -> set[int]:
        """The nodes that are come to before the move is over."""
        nodes, course = self._look.program.nodes, self._look.course

        def on(one: int) -> list[int]:
            node = nodes[one]
            over = isinstance(node, ChanceNode | End) or (node.rest and one != number)
            return [] if over else [step.target for step in course.steps[one]]

        return reached([number], on)

    def _from(self, number: int) -> int:
        if number not in self._behind:
            # A loop comes back here: its head counts the passes.
            self._behind[number] = 1
            self._behind[number] = self._counted(number)
        return self._behind[number]

    def _counted(self, number: int) -> int:
        node, steps = self._look.program.nodes[number], self._look.course.steps[number]
        if isinstance(node, ChanceNode | End) or node.rest:
            return 1
        if isinstance(node, Decide):
            return 1 if node.otherwise >= 0 else self._decided(node)
        if isinstance(node, Test):
            arms = [self._from(step.target) for step in steps]
            if node.role in LOOP_HEADS and len(arms) > 1:
                body, *after = arms
                passes = min(self._passes(node), 200) if number in self._reach(steps[0].target) else 1
                around: int = body**passes
                return min(_UNCOUNTED, around * max(after))
            return max(arms, default=1)
        return self._on(steps)

    def _decided(self, node: Decide) -> int:
        found = 0
        for option in node.options:
            if not option.window:
                if self._never_fails(node, option):
                    return found + 1
                steps = [step for step in self._look.course.steps[node.number] if step.option is option]
                found += self._picked(node, option) * (self._on(steps) if option.lookahead else 1)
        return min(_UNCOUNTED, max(1, found))

    def _passes(self, head: Test) -> int:
        """How often a loop is gone through at most."""
        regions = self._look.program.layout.regions
        counters = [regions[part.region] for part in all_parts(head.arms[0][0]) if isinstance(part, Cell)]
        return max((region.high for region in counters), default=1)


def _is_narrowed(parameter: Parameter) -> bool:
    """Is one thing chosen of few? What a condition leaves of pieces and spaces is next to nothing in all games we know:
    whoever captures again has one or two ways to do so."""
    return parameter.form == "pick" and parameter.where is not None and not isinstance(parameter.domain, Between)
