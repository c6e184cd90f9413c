"""Options made ready: what must hold before their effects, and where only trying tells."""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.preconditions import preconditions
from interpreter.engine.lower.analysis.simplify import Simplifier
from rulelang.graph import shape, terms
from rulelang.graph.bounds import NO_SCOPE, Bound, Scope, subset
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import replace_cells
from rulelang.tuning.fast_dataclass import dataclass

#: If it takes longer than that to tell whether a choice is in doubt, it is always tried.
_HEAVIEST_DOUBT: Final = 1500

_BINDERS: Final = (*shape.FOLDS, terms.Bind, terms.Leading)


@dataclass(frozen=True, slots=True)
class Plan:
    """An option made ready for writing: what must hold, and when its effects have to be tried on a copy (0: never)."""

    option: OptionEdge
    conditions: tuple[Term, ...]
    effects: tuple[Effect, ...]
    doubt: Term

    @property
    def needs_trial(self) -> bool:
        """Are there choices of which only trying tells whether they are legal?"""
        return self.doubt != terms.Const(0)


def all_tried(option: OptionEdge) -> Plan:
    """An option of which nothing is asked before it is tried but its guard."""
    guard = () if option.guard is None else (option.guard,)
    return Plan(option, guard, option.effects, terms.Const(1))


def plan(option: OptionEdge, simplifier: Simplifier, facts: Facts, outer: Scope = NO_SCOPE) -> Plan:
    """Simplify an option and move the conditions of its sentences to the front."""
    scope = dict(outer)
    for parameter in option.parameters:
        scope[parameter.name] = bound_of(parameter, facts, simplifier, scope)
    known_before = dict(simplifier.known)
    effects = simplifier.effects(option.effects, scope)
    simplifier.known.restore(known_before)
    guard = () if option.guard is None else (option.guard,)
    if option.lookahead:
        needs = facts.ahead(effects, option.target, lambda term: simplifier.term(term, scope), scope)
        doubt = simplifier.term(_given(needs.conditions, simplifier.term(needs.doubt, scope)), scope)
        asked = shape.weight(doubt) + sum(map(shape.weight, needs.conditions))
        pays = not isinstance(doubt, terms.Const) and not option.handfuls and asked <= _HEAVIEST_DOUBT
        if doubt == terms.Const(0) or pays:
            return Plan(option, _told_sizes(option, (*guard, *needs.conditions)), effects, doubt)
        return Plan(option, guard, effects, terms.Const(1))
    found = preconditions(effects, facts)
    return Plan(option, _told_sizes(option, (*guard, *(found or ()))), effects, terms.Const(int(found is None)))


def _given(conditions: tuple[Term, ...], doubt: Term) -> Term:
    """A doubt where all conditions hold, which are asked before."""
    if isinstance(doubt, terms.Const):
        return doubt
    holding = {part for one in conditions for part in (one.parts if isinstance(one, terms.And) else (one,))}
    binders = {part.name for part in shape.parts_once(doubt) if isinstance(part, _BINDERS)}
    for one in sorted(holding, key=shape.weight):
        asked, answer = (one.inside, 0) if isinstance(one, terms.Not) else (one, 1)
        if isinstance(asked, terms.TruthTerm) and not binders & shape.free_locals(asked):
            doubt = shape.exchanged(doubt, asked, terms.Const(answer))
    return doubt


def _told_sizes(option: OptionEdge, conditions: tuple[Term, ...]) -> tuple[Term, ...]:
    """Conditions in which handfuls of so many members each have that many: often they are asked for nothing else, and
    the conditions are the same for all of them."""
    sizes: dict[str, Term] = {
        option.handfuls[parameter.name]: parameter.fewest
        for parameter in option.parameters
        if parameter.name in option.handfuls
        and isinstance(parameter.fewest, terms.Const)
        and parameter.fewest == parameter.most
    }

    return tuple(replace_cells(condition, sizes) for condition in conditions)


def bound_of(parameter: Parameter, facts: Facts, simplifier: Simplifier, scope: Scope) -> Bound:
    """What the local of a parameter can be."""
    element = facts.element(simplifier.domain(parameter.domain, scope), scope)
    if parameter.form == "pick":
        return element
    return subset(element.among)
