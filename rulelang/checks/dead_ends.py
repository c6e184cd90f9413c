"""Is a decision stuck for certain: can none of its options be completed, whatever else may be true there?

The counterpart of `completion`: what follows a choice in the same move is gone through with all that is known, and
every way has to come to a sentence that cannot be obeyed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.values.step_values import StepValues
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide, Do, End, OptionEdge, Parameter
from rulelang.graph.terms import Local, Members
from rulelang.graph.values.known_facts import KnownFacts

_FARTHEST = 60
_MOST_TRIED = 16


class DeadEnd:
    """The options of one decision, and what follows from them."""

    def __init__(self, look: ProgramFacts, steps: StepValues, node: Decide) -> None:
        self.look = look
        self.values = look.values
        self.steps = steps
        self.decision = node
        self._left = _FARTHEST

    def certain(self, facts: KnownFacts) -> bool:
        """Is it stuck wherever these facts hold?"""
        held = self.look.ever_held.known.cells
        facts = facts.with_cells({name: held[name] for name in held.keys() & self.look.unchanged - facts.cells.keys()})
        self._left = _FARTHEST
        return all(self._closed(option, facts) for option in self.decision.options)

    def _closed(self, option: OptionEdge, facts: KnownFacts) -> bool:
        return all(self._barred(option, known) for known in self._picked(option.parameters, facts))

    def _picked(self, parameters: tuple[Parameter, ...], facts: KnownFacts) -> Iterator[KnownFacts]:
        """What is known whatever is picked: one thing after the other where it may be few."""
        if not parameters:
            yield facts
            return
        name, domain = parameters[0].name, parameters[0].domain
        may = self.values.members(domain.set, {}, facts) if isinstance(domain, Members) else -1
        each: list[KnownFacts | None] = [facts]
        if parameters[0].form == "pick" and may >= 0 and may.bit_count() <= _MOST_TRIED:
            each = [self.values.learn(facts, Local(name), (one, one)) for one in members(may)]
        for known in each:
            if known is not None:
                yield from self._picked(parameters[1:], known)

    def _barred(self, option: OptionEdge, facts: KnownFacts) -> bool:
        after = self.steps.taken(option, facts)
        return after is None or (option.lookahead and self._nowhere(option.target, self.steps.outside(after)))

    def _nowhere(self, number: int, facts: KnownFacts) -> bool:
        """Can the rest of the move certainly not come to its end?"""
        self._left -= 1
        if number < 0 or self._left < 0:
            return False
        node = self.look.program.nodes[number]
        if isinstance(node, ChanceNode | End) or node.rest:
            return False
        if isinstance(node, Do):
            after = self.steps.after(node.effects, facts)
            return after is None or self._nowhere(node.target, self.steps.outside(after))
        if isinstance(node, Decide):
            mine = node.otherwise < 0 and node.actor == self.decision.actor
            return mine and all(self._closed(option, facts) for option in node.options)
        ways = list(self.steps.forks(node, facts))
        return bool(ways) and all(self._nowhere(target, known) for target, known in ways)
