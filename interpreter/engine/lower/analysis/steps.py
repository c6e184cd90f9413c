"""Moves from a place to another at one of few distances, told from all places at once.

a Pawn, and a Square ahead of it that is empty     becomes    for each length of a step the Pawns that can make it:
                                                              pawns & (empty >> 8), pawns & (not own >> 7), ...
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.vectorise import vectorised
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import Scope, one_of
from rulelang.graph.terms import Const, Members, Term
from rulelang.tuning.fast_dataclass import dataclass

#: Steps of so many lengths at most.
_MOST_LENGTHS: Final = 10


@dataclass(frozen=True, slots=True)
class Layers:
    """Sets to choose from, one inside the other, and the bounds of what is chosen."""

    names: list[str]
    sets: list[Term]
    scope: Scope
    rest: list[Term]


@dataclass(frozen=True, slots=True)
class Steps:
    """For each length of a step, those who can make it."""

    masks: list[tuple[int, Term]]


def steps_of(layers: Layers, facts: Facts, simplifier: Simplifier, base: Scope) -> Steps | None:
    """The steps from elements of an outer set to those of an inner one; None if they are many or hard to tell."""
    outer, inner = layers.sets
    name = layers.names[0]
    starts = facts.inside(outer, base)
    if starts is None:
        return None
    by_length: dict[int, int] = {}
    for start in members(starts):
        reach = facts.inside(inner, {**layers.scope, name: one_of(1 << start, nothing=False)})
        if reach is None:
            return None
        for goal in members(reach):
            by_length[goal - start] = by_length.get(goal - start, 0) | 1 << start
        if len(by_length) > _MOST_LENGTHS:
            return None
    masks = []
    for length, able in sorted(by_length.items()):
        scope = {**base, name: one_of(able, nothing=False)}
        goal_term = terms.Arithmetic("+", terms.Local(name), Const(length))
        body = simplifier.term(holds_apart(inner, goal_term), scope)
        among = Members(terms.Both((outer, Const(able))))
        whole = terms.Filtered(name, among, body)
        found = vectorised(whole, facts, base)
        if found is whole:
            return None
        mask = simplifier.term(found, base)
        if mask != Const(0):
            masks.append((length, mask))
    return Steps(masks)


def holds_apart(elements: Term, element: Term) -> Term:
    """Is an element in a set that is put together from others?"""
    match elements:
        case terms.Both(parts):
            return terms.And(tuple(holds_apart(part, element) for part in parts))
        case terms.Either(parts):
            return terms.Or(tuple(holds_apart(part, element) for part in parts))
        case terms.Without(left, right):
            return terms.And((holds_apart(left, element), terms.Not(holds_apart(right, element))))
        case terms.Single(only):
            return terms.Compare("==", only, element)
        case terms.IfElse(condition, then, otherwise):
            return terms.IfElse(condition, holds_apart(then, element), holds_apart(otherwise, element))
        case _:
            return terms.Holds(elements, element)
