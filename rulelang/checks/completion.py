"""Can a choice be made for certain, and all that follows from it be obeyed up to the end of the move?

A move is only offered if it can be completed (6.5). What follows is gone through with all that is known: no sentence on
any way may turn out to be impossible, and further choices of the same move must be certain as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.values.step_values import Nobody, StepValues
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide, Do, End, OptionEdge, Parameter, Test
from rulelang.graph.roles import LOOP_HEADS
from rulelang.graph.terms import (
    AnyIn,
    Between,
    Compare,
    Const,
    Effect,
    Filtered,
    IfElse,
    Local,
    Members,
    PlaceOf,
    Require,
    Size,
    SumIn,
    Term,
    TokenCount,
    Tokens,
    VarietyOf,
)
from rulelang.graph.values.assume import Values
from rulelang.graph.values.intervals import ALWAYS, NEVER, PERHAPS
from rulelang.graph.values.known_facts import KnownFacts

_FARTHEST = 24
_MOST_TRIED = 3


class CompletionNeeds:
    """Holds every need against what is known there; `open` are the reasons of those not shown to be met."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.open: dict[int, None] = {}

    def effect(self, effect: Effect, facts: KnownFacts) -> None:
        """A need that has not been shown."""
        if isinstance(effect, Require) and self.values.rested().truth(effect.condition, {}, facts) != ALWAYS:
            self.open[effect.reason] = None

    def term(self, term: Term, facts: KnownFacts) -> None:
        """Nothing."""


def amount_of(parameter: Parameter) -> Term:
    """How many there are to be picked."""
    name, domain, where = parameter.name, parameter.domain, parameter.where
    if isinstance(domain, Tokens):
        amount = TokenCount(VarietyOf(Local(name)), PlaceOf(Local(name)))
        return SumIn(name, domain, amount if where is None else IfElse(where, amount, Const(0)))
    if isinstance(domain, Members):
        return Size(domain.set if where is None else Filtered(name, domain, where))
    return SumIn(name, domain, IfElse(where or Const(1), Const(1), Const(0)))


class Completion:
    """The choices of one decision, and what follows from them."""

    def __init__(self, look: ProgramFacts, steps: StepValues, node: Decide) -> None:
        self.look = look
        self.values = look.values
        self.steps = steps
        self.decision = node
        self._left = _FARTHEST
        self._around = frozenset[int]()

    def certain(self, facts: KnownFacts) -> bool:
        """Can some option certainly be chosen and completed? Which one may depend on what the options ask for: where
        what one asks for holds it is that one, and the others have to do for the rest."""
        if self._one_open(facts):
            return True
        left: KnownFacts | None = facts
        for option in self.decision.options:
            guard = option.guard
            if (
                left is not None
                and guard is not None
                and not option.window
                and self.steps.atoms.regions(guard).isdisjoint(option.handfuls.values())
                and self.values.rested().truth(guard, {}, left) == PERHAPS
            ):
                held = self.values.rested().assume(guard, left)
                self._left = _FARTHEST
                if held is None or self._open(option, held):
                    left = self.values.rested().assume(guard, left, False)
        return left is None or (left is not facts and self._one_open(left))

    def offers(self, facts: KnownFacts) -> bool:
        """Is there certainly something to choose, and not only to decline?"""
        self._left = _FARTHEST
        return any(self._open(one, facts) for one in self.decision.options if one.role == "option" and not one.window)

    def goes_through(self, number: int, facts: KnownFacts) -> bool:
        """Can certainly be done what begins at a node?"""
        self._left = _FARTHEST
        return self._completed(number, facts)

    def whatever(self, option: OptionEdge, facts: KnownFacts) -> bool:
        """Can the move be finished whatever is chosen in this option?"""
        self._left = _FARTHEST
        known = self.steps.picked(option, facts)
        return known is None or self._taken(option, known)

    def _one_open(self, facts: KnownFacts) -> bool:
        for option in self.decision.options:
            self._left = _FARTHEST
            if not option.window and self._open(option, facts):
                return True
        return False

    def _any_open(self, node: Decide, facts: KnownFacts) -> bool:
        return any(self._open(option, facts) for option in node.options if not option.window)

    def _open(self, option: OptionEdge, facts: KnownFacts) -> bool:
        """Can the option certainly be chosen and completed?"""
        if option.role == "pass" and not option.lookahead:
            return True
        return any(self._taken(option, known) for known in self._picked(option, option.parameters, facts))

    def _taken(self, option: OptionEdge, facts: KnownFacts) -> bool:
        if self.values.rested().truth(option.guard, {}, facts) != ALWAYS:
            return False
        after = self._obeyed(option.effects, facts)
        if after is None:
            return False
        return not option.lookahead or self._completed(option.target, self.steps.outside(after))

    def _picked(self, option: OptionEdge, parameters: tuple[Parameter, ...], facts: KnownFacts) -> Iterator[KnownFacts]:
        """What is known once everything is picked that is certainly there: anything, or one that serves as witness."""
        if not parameters:
            yield facts
            return
        parameter, *rest = parameters
        for known in self._one_picked(parameter, facts):
            yield from self._picked(option, tuple(rest), self.steps.held_in_hand(option, parameter, known))

    def _one_picked(self, parameter: Parameter, facts: KnownFacts) -> Iterator[KnownFacts]:
        if self._something(parameter, facts):
            known = self.steps.chosen(parameter, facts)
            if known is not None:
                yield known
        if parameter.form == "pick":
            for witness in self._witnesses(parameter, facts):
                named = self.values.learn(facts, Local(parameter.name), (witness, witness))
                where = parameter.where
                if named is not None and self.values.rested().truth(where, {}, named) == ALWAYS:
                    yield named

    def _witnesses(self, parameter: Parameter, facts: KnownFacts) -> list[int]:
        """Some elements that are certainly there."""
        match parameter.domain:
            case Between(low, high):
                first, last = self.values.number(low, {}, facts), self.values.number(high, {}, facts)
                return list(dict.fromkeys((last[0], first[1]))) if first[1] <= last[0] else []
            case Members(of):
                return list(islice(members(self.values.certain(of, {}, facts)), _MOST_TRIED))
            case _:
                return []

    def _something(self, parameter: Parameter, facts: KnownFacts) -> bool:
        """Is something certainly there to be picked, and may anything of it be?"""
        self.values.rested()
        if parameter.form == "some":
            least = Const(0) if parameter.fewest is None else parameter.fewest
            return self.values.rested().truth(Compare(">=", amount_of(parameter), least), {}, facts) == ALWAYS
        asked = AnyIn(parameter.name, parameter.domain, parameter.where or Const(1))
        if self.values.told(asked, facts)[0] > 0:
            return True
        if parameter.where is not None:
            known = self.steps.element(parameter.name, parameter.domain, facts)
            if known is None or self.values.rested().truth(parameter.where, {}, known) != ALWAYS:
                return False
        return self.values.rested().emptiness(parameter.domain, {}, facts) == NEVER

    def _obeyed(self, effects: tuple[Effect, ...], facts: KnownFacts) -> KnownFacts | None:
        """What is known after effects; None if it is not certain that they can be obeyed."""
        needs = CompletionNeeds(self.values)
        self.steps.visitor = needs
        found = self.steps.after(effects, facts)
        self.steps.visitor = Nobody()
        return None if needs.open else found

    def _completed(self, number: int, facts: KnownFacts) -> bool:
        """Does the rest of the move come to its end, whatever way it takes?"""
        self._left -= 1
        if number < 0 or self._left < 0:
            return number < 0
        node = self.look.program.nodes[number]
        if isinstance(node, ChanceNode | End) or node.rest:
            return True
        if isinstance(node, Decide):
            if node.otherwise >= 0 or node.actor != self.decision.actor:
                return node.otherwise >= 0 or self._is_another(node, facts)
            return self._any_open(node, facts)
        if isinstance(node, Do):
            after = self._obeyed(node.effects, facts)
            return after is not None and self._completed(node.target, self.steps.outside(after))
        if node.role not in LOOP_HEADS:
            return self._all_completed(node, facts)
        # Whatever is true each time the loop comes here, a pass of it comes back here.
        always = self.look.lookback.at(number)
        if number in self._around or always is None:
            return True
        left, self._around = self._left, self._around | {number}
        completed = self._all_completed(node, always)
        self._around -= {number}
        if not completed:
            self._left = left
        return completed or self._all_completed(node, facts)

    def _all_completed(self, node: Test, facts: KnownFacts) -> bool:
        return all(self._completed(target, known) for target, known in self.steps.forks(node, facts))

    def _is_another(self, node: Decide, facts: KnownFacts) -> bool:
        """Does somebody else decide there?"""
        one, other = (self.values.number(actor, {}, facts) for actor in (self.decision.actor, node.actor))
        if one[0] == one[1] and other[0] == other[1] and one != other:
            return True
        return self._any_open(node, facts)
