"""A condition that is sooner asked, and from which another one follows.

p: something reached from p touches a set       if        p itself touches it
p: something seen from p is in a set            if        the place from which p was seen is
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from interpreter.engine.lower.analysis.algebra import FALSE, TRUE, and_of, or_of
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.rays import is_mutual
from rulelang.graph import shape, terms
from rulelang.graph.terms import Const, Term

#: Sets made of more than so many others are not compared.
_MOST_SETS: Final = 8


def sufficient(condition: Term, chosen: Mapping[str, Term], facts: Facts) -> Term | None:
    """A condition from which another follows; None if none is known. `chosen`: the sets that locals are chosen from."""
    match condition:
        case terms.Not(terms.Not(inside)):
            return sufficient(inside, chosen, facts)
        case terms.IfElse(asked, then, otherwise) if otherwise == FALSE:
            found = sufficient(then, chosen, facts)
            return None if found is None else and_of((asked, found))
        case terms.AnyIn(name, terms.Members(terms.Reached(terms.Single(start))), body):
            return _touching(shape.substitute(body, {name: start}), facts)
        case _:
            return _seen_back(condition, chosen, facts)


def is_quick(condition: Term, name: str) -> bool:
    """Is a condition on an element no more than being in sets, or not in them, that hang on nothing else chosen?"""
    match condition:
        case terms.And(parts):
            return all(is_quick(part, name) for part in parts)
        case terms.Not(inside):
            return is_quick(inside, name)
        case terms.Holds(elements, terms.Local()):
            return name not in shape.free_locals(elements)
        case _:
            return name not in shape.free_locals(condition)


def _touching(condition: Term, facts: Facts) -> Term | None:
    """A condition on what is next to an element, without the element itself, which is not."""
    match condition:
        case terms.Compare("!=", terms.Without(terms.Entry(table, index) as near, other), Const(0)):
            rows = facts.tables[table]
            if any(row >> number & 1 for number, row in enumerate(rows[:-1])):
                return None
            parts = other.parts if isinstance(other, terms.Either) else (other,)
            left = terms.Either(tuple(part for part in parts if part != terms.Single(index)))
            every = 0
            for row in rows:
                every |= row
            return terms.Both((near, terms.Without(Const(every), left)))
        case _:
            return None


def _seen_back(condition: Term, chosen: Mapping[str, Term], facts: Facts) -> Term | None:
    """Something seen from the goal is not in `other`, if the place is not from which the goal was seen itself."""
    match condition:
        case terms.Without(terms.InLine(terms.Local(goal)) as line, other) if goal in chosen:
            pass
        case _:
            return None
    rows = facts.lists[line.rays][:-1]
    if any(number // line.directions in row for number, row in enumerate(rows)):
        return None
    if not is_mutual(facts, line.rays, line.directions):
        return None
    for seen in _lines(chosen[goal]):
        match seen:
            case terms.InLine(terms.Local(start), line.rays, line.directions, through) if start != goal:
                ends: dict[Term, Term] = {terms.Local(start): FALSE, terms.Local(goal): FALSE}
                if _is_within(through, line.through, ends):
                    here: dict[Term, Term] = {terms.Local(start): TRUE, terms.Local(goal): FALSE}
                    return _not(_holds(other, terms.Local(start), here))
            case _:
                pass
    return None


def _lines(chosen: Term) -> Iterator[Term]:
    """What an element of a set is seen along."""
    match chosen:
        case terms.InLine():
            yield chosen
        case terms.Without(left, _):
            yield from _lines(left)
        case terms.Both(parts):
            for part in parts:
                yield from _lines(part)
        case _:
            pass


def _is_within(smaller: Term, larger: Term, known: Mapping[Term, Term]) -> bool:
    """Is every element of a set in another one, whatever the sets hold that they are made of? Known: whether it is one
    of some others."""
    element = terms.Local("any element")
    questions = _holds(smaller, element, known), _holds(larger, element, known)
    asked = list({part: None for one in questions for part in shape.parts_once(one) if isinstance(part, terms.Holds)})
    if len(asked) > _MOST_SETS:
        return False
    return not any(
        _is_true(questions[0], answers) and not _is_true(questions[1], answers)
        for held in product((False, True), repeat=len(asked))
        for answers in (dict(zip(asked, held, strict=True)),)
    )


def _holds(elements: Term, element: Term, known: Mapping[Term, Term]) -> Term:
    """Whether an element is in a set, asked of the sets that it is made of. Known: whether it is one of some others."""
    match elements:
        case terms.Either(parts):
            return or_of(tuple(_holds(part, element, known) for part in parts))
        case terms.Both(parts):
            return and_of(tuple(_holds(part, element, known) for part in parts))
        case terms.Without(left, right):
            return and_of((_holds(left, element, known), _not(_holds(right, element, known))))
        case terms.Single(one) if one in known:
            return known[one]
        case _:
            return terms.Holds(elements, element)


def _is_true(condition: Term, answers: Mapping[terms.Holds, bool]) -> bool:
    match condition:
        case terms.And(parts):
            return all(_is_true(part, answers) for part in parts)
        case terms.Or(parts):
            return any(_is_true(part, answers) for part in parts)
        case terms.Not(inside):
            return not _is_true(inside, answers)
        case terms.Holds():
            return answers[condition]
        case _:
            return condition == TRUE


def _not(condition: Term) -> Term:
    return Const(1 - condition.value) if isinstance(condition, Const) else terms.Not(condition)
