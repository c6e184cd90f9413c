"""Terms that have a value in every state of the layout: they may be worked out where nobody would have asked for them.

table[you] where you is 0 or 1, and the table has two entries      always
table[square + 1]                                                  not beyond the last square: then it is a fault
there is a throne, and table[the throne]                           always, since nothing is looked up without one
"""

from __future__ import annotations

from typing import Final

from rulelang.graph import shape, terms
from rulelang.graph.bounds import NO_SCOPE, Bound, Scope
from rulelang.graph.terms import Const, Members, Term
from rulelang.graph.values.any_state import AnyState
from rulelang.graph.walk import direct_parts
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: What has a value wherever its parts have one.
_PLAIN: Final = (
    Const, terms.Local, terms.Compare, terms.Not, terms.Or, terms.Holds, terms.Single, terms.Both, terms.Either,
    terms.Without, terms.Size, terms.Lowest, terms.Highest, terms.VarietyOf, terms.PlaceOf, terms.TokenAt,
)  # fmt: skip


def is_total(term: Term, values: AnyState) -> bool:
    """Does a term have a value in every state?"""
    return _Total(values).has_value(term)


@dataclass(frozen=True)
class _Total:
    """What is known where a term is asked: the bounds of locals, and terms that are not nothing."""

    values: AnyState
    scope: Scope = field(default_factory=lambda: NO_SCOPE)
    there: frozenset[Term] = frozenset()

    def has_value(self, term: Term) -> bool:
        match term:
            case terms.Cell(region, index):
                return self._within(index, 0, self.values.layout.regions[region].length)
            case terms.Entry(table, index):
                return self._within(index, -1, len(self.values.tables[table]) - 1)
            case terms.InLine(start, rays, directions, through):
                return self._within(start, -1, len(self.values.lists[rays]) // directions) and self.has_value(through)
            case terms.Arithmetic(_, left, right):
                bound = self._bound(term)
                known = bound.low is not None and bound.high is not None
                return known and self.has_value(left) and self.has_value(right)
            case terms.And((first, *rest)):
                left = terms.And(tuple(rest)) if rest else terms.Const(1)
                return self.has_value(first) and self._where(first).has_value(left)
            case terms.IfElse(condition, then, otherwise):
                sides = self._where(condition).has_value(then) and self.has_value(otherwise)
                return self.has_value(condition) and sides
            case terms.Bind(name, value, body):
                return self.has_value(value) and self._with(name, self._bound(value)).has_value(body)
            case terms.AnyIn(name, Members(elements), body) | terms.AllIn(name, Members(elements), body):
                return self._over(name, elements, body)
            case terms.Filtered(name, Members(elements), body):
                return self._over(name, elements, body)
            case terms.Apply(function, arguments):
                called = self.values.functions[function]
                given = {one: self._bound(value) for one, value in zip(called.parameters, arguments, strict=True)}
                return all(map(self.has_value, arguments)) and _Total(self.values, given).has_value(called.body)
            case _ if isinstance(term, _PLAIN):
                return all(shape.is_term(part) and self.has_value(part) for part in direct_parts(term))
            case _:
                return False

    def _within(self, index: Term, least: int, end: int) -> bool:
        bound = self._bound(index)
        if bound.low is None or bound.high is None:
            return False
        return least <= bound.low and bound.high < end and self.has_value(index)

    def _over(self, name: str, elements: Term, body: Term) -> bool:
        if self.values.inside(elements, self.scope) is None or not self.has_value(elements):
            return False
        return self._with(name, self.values.element(Members(elements), self.scope)).has_value(body)

    def _bound(self, term: Term) -> Bound:
        bound = self.values.bound(term, self.scope)
        return replace(bound, low=max(0, bound.low or 0)) if term in self.there else bound

    def _with(self, name: str, bound: Bound) -> _Total:
        there = frozenset(term for term in self.there if name not in shape.free_locals(term))
        return replace(self, scope={**self.scope, name: bound}, there=there)

    def _where(self, condition: Term) -> _Total:
        """What is known where a condition holds."""
        parts = condition.parts if isinstance(condition, terms.And) else (condition,)
        return replace(self, there=self.there | {term for part in parts for term in _said_there(part)})


def _said_there(condition: Term) -> tuple[Term, ...]:
    match condition:
        case terms.Compare(">=", term, Const(0)):
            return (term,)
        case _:
            return ()
