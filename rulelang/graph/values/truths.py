"""Whether a condition holds: NEVER, ALWAYS or PERHAPS, by what it is made of and by what the facts say."""

from __future__ import annotations

from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.cell_values import NO_NAMES, Names
from rulelang.graph.values.counts import in_order
from rulelang.graph.values.intervals import (
    ALWAYS,
    FAR,
    NEVER,
    OPPOSITE,
    PERHAPS,
    Range,
    all_hold,
    compared,
    one_holds,
)
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.graph.values.number_values import NumberValues
from rulelang.graph.values.set_values import PIECES_KEPT

_SAME: Final = ("==", "!=")


class Truths(NumberValues):
    """Conditions of one program."""

    def truth(self, condition: Term | None, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """NEVER, ALWAYS or PERHAPS."""
        return _as_truth(self.number(condition, names, facts)) if condition is not None else ALWAYS

    def judged(self, condition: Term, names: Names, facts: KnownFacts) -> int:
        """A condition that has not been asked for before; all others are numbers."""
        found = self._judged(condition, names, facts)
        return _as_truth(self.told(condition, facts)) if found == PERHAPS and facts.bounds else found

    def _judged(self, condition: Term, names: Names, facts: KnownFacts) -> int:
        match condition:
            case t.Not(inside):
                return OPPOSITE[self.truth(inside, names, facts)]
            case t.And(parts):
                return all_hold(self.truth(part, names, facts) for part in parts)
            case t.Or(parts):
                return one_holds(self.truth(part, names, facts) for part in parts)
            case t.Compare(operation, left, right):
                return self._compared(operation, left, right, names, facts)
            case t.Holds(where, element):
                return self._held_in(where, element, names, facts)
            case t.AnyIn(name, domain, body):
                return self._any(name, domain, body, names, facts)
            case t.AllIn(name, domain, body):
                emptiness = self.emptiness(domain, names, facts)
                each = self.truth(body, self.with_element(name, domain, names, facts), facts)
                if ALWAYS in (each, emptiness):
                    return ALWAYS
                return NEVER if each == NEVER and emptiness == NEVER else PERHAPS
            case _:
                return PERHAPS

    def _compared(self, operation: str, left: Term, right: Term, names: Names, facts: KnownFacts) -> int:
        one, other = self.number(left, names, facts), self.number(right, names, facts)
        found = compared(operation, one, other, left is right or left == right)
        if found != PERHAPS:
            return found
        if self.in_play and (facts.bounds or not names):
            parts, rest = self.atoms.difference(left, right)
            found = compared(operation, self.of_sum(parts, rest, facts, names), (0, 0))
            if found != PERHAPS:
                return found
        if operation in _SAME and one[0] >= 0 and other[0] >= 0 and other[1] < FAR and one[1] < FAR:
            apart = self.elements(left, names, facts) & self.elements(right, names, facts) == 0
            return (NEVER if operation == "==" else ALWAYS) if apart else PERHAPS
        return PERHAPS

    def _held_in(self, where: Term, element: Term, names: Names, facts: KnownFacts) -> int:
        elements = self.elements(element, names, facts)
        if not self.members(where, names, facts) & elements:
            return NEVER
        if elements > 0 and elements & ~self.certain(where, names, facts) == 0:
            return ALWAYS if self.number(element, names, facts)[0] >= 0 else PERHAPS
        if not facts.bounds:
            return PERHAPS
        match where:
            case t.Both(parts):
                return all_hold(self.truth(t.Holds(part, element), names, facts) for part in parts)
            case t.Without(left, right):
                inside = self.truth(t.Holds(left, element), names, facts)
                outside = OPPOSITE[self.truth(t.Holds(right, element), names, facts)]
                return all_hold((inside, outside))
            case t.Either(parts):
                return one_holds(self.truth(t.Holds(part, element), names, facts) for part in parts)
            case _:
                return PERHAPS

    def _any(self, name: str, domain: Domain, body: Term, names: Names, facts: KnownFacts) -> int:
        lying = in_order(name, domain, body)
        if lying is not None:
            return compared(">", self.population(lying, names, facts), (0, 0))
        emptiness = self.emptiness(domain, names, facts)
        if emptiness == ALWAYS:
            return NEVER
        found = self.truth(body, self.with_element(name, domain, names, facts), facts)
        if (
            found == PERHAPS
            and PIECES_KEPT in facts.sets
            and self.certain(t.Filtered(name, domain, body), names, facts)
        ):
            return ALWAYS
        return found if found == NEVER or (found == ALWAYS and emptiness == NEVER) else PERHAPS


def _as_truth(number: Range) -> int:
    low, high = number
    return ALWAYS if low > 0 else NEVER if low == high == 0 else PERHAPS
