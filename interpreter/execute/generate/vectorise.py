"""Folds over sets turned into set algebra, so that no loop is left.

{x of S where x in T and not x in U}            becomes   S & T & ~U
{x of S where column[x] = 3}                    becomes   S & a constant set
{x of S where x in near[y]}                     becomes   S & near[y]
{x of S where y in near[x]}                     becomes   S & turned-round near[y]
is there x of S where ...                       becomes   that set, as a truth
the number of x of S where ...                  becomes   the size of that set
the first x of S where ...                      becomes   its lowest element
"""

from __future__ import annotations

from typing import Final

from interpreter.execute.generate import shape
from interpreter.execute.generate.facts import Facts, Scope
from interpreter.execute.interface import Fault
from interpreter.execute.storage import members
from rulelang.graph import terms
from rulelang.graph.terms import Const, Term

#: Tables made here have at most this many entries; conditions are tried out at most this often.
_LARGEST_TABLE: Final = 512
_MOST_TRIALS: Final = 40_000

#: A step that is a shift of the numbers may have at most so many lengths.
_MOST_SHIFTS: Final = 3


def vectorised(term: Term, facts: Facts, scope: Scope) -> Term:
    """Set algebra for a fold over the members of a set, or the fold itself where there is none."""
    match term:
        case terms.Filtered(name, terms.Members(elements), body):
            found = _Filter(facts, scope, name, elements).where(elements, body)
            return term if found is None else found
        case terms.AnyIn(name, terms.Members(elements), body):
            found = _Filter(facts, scope, name, elements).where(elements, body)
            return term if found is None else terms.Not(terms.Not(found))
        case terms.AllIn(name, terms.Members(elements), body):
            found = _Filter(facts, scope, name, elements).where(elements, terms.Not(body))
            return term if found is None else terms.Not(found)
        case terms.SumIn(name, terms.Members(elements), body) if shape.kind_of(body) == "truth":
            found = _Filter(facts, scope, name, elements).where(elements, body)
            return term if found is None else terms.Size(found)
        case terms.SumIn(name, terms.Members(elements), Const(value)):
            return terms.Arithmetic("*", terms.Size(elements), Const(value))
        case terms.FirstIn(name, terms.Members(elements), body):
            found = _Filter(facts, scope, name, elements).where(elements, body)
            return term if found is None else terms.Lowest(found)
        case _:
            return term


class _Filter:
    """Works out the part of a set for which a condition on `name` holds."""

    def __init__(self, facts: Facts, scope: Scope, name: str, elements: Term) -> None:
        self._facts: Final = facts
        self._scope: Final = scope
        self._name: Final = name
        self._inside: Final = facts.inside(elements, scope)
        self._terms: Final = facts.evaluator

    def where(self, elements: Term, body: Term) -> Term | None:
        """The elements of the set `elements` for which `body` holds, as a term without a loop."""
        if self._name not in shape.free_locals(body):
            return self._all_or_none(elements, body)
        match body:
            case terms.And(parts):
                found: Term | None = elements
                # Conditions on the set come first: they are cheap, and the rest may be left out when nothing is left.
                for part in sorted(parts, key=lambda part: self._name not in shape.free_locals(part)):
                    found = None if found is None else self.where(found, part)
                return found
            case terms.Or(parts):
                alternatives = [self.where(elements, part) for part in parts]
                kept = [one for one in alternatives if one is not None]
                return terms.Either(tuple(kept)) if len(kept) == len(parts) else None
            case terms.Not(terms.And(parts)):
                return self.where(elements, terms.Or(tuple(terms.Not(part) for part in parts)))
            case terms.Not(terms.Or(parts)):
                return self.where(elements, terms.And(tuple(terms.Not(part) for part in parts)))
            case terms.Not(terms.Not(inside)):
                return self.where(elements, inside)
            case terms.IfElse(condition, then, otherwise):
                return self._choose(elements, condition, then, otherwise)
            case _:
                return self._simple(elements, body)

    def _choose(self, elements: Term, condition: Term, then: Term, otherwise: Term) -> Term | None:
        if self._name not in shape.free_locals(condition):
            yes, no = self.where(elements, then), self.where(elements, otherwise)
            return None if yes is None or no is None else terms.IfElse(condition, yes, no)
        split = terms.Or((terms.And((condition, then)), terms.And((terms.Not(condition), otherwise))))
        return self.where(elements, split)

    def _simple(self, elements: Term, body: Term) -> Term | None:
        negated = isinstance(body, terms.Not)
        positive = body.inside if isinstance(body, terms.Not) else body
        mask = self.mask(positive)
        if mask is None:
            return None
        return terms.Without(elements, mask) if negated else terms.Both((elements, mask))

    def mask(self, body: Term) -> Term | None:
        """A set that holds exactly those elements for which `body` is true (among those the set can have)."""
        here = terms.Local(self._name)
        match body:
            case terms.Holds(elements, element) if element == here and self._is_free(elements):
                return elements
            case terms.Compare("==", left, right) if left == here and self._is_free(right):
                return terms.Single(right)
            case terms.Compare("==", left, right) if right == here and self._is_free(left):
                return terms.Single(left)
            case terms.Compare("==", terms.Cell("at", index), place) | terms.Compare(
                "==", place, terms.Cell("at", index)
            ) if index == here and self._is_place(place):
                return terms.Cell("contents", place)
            case terms.TokenCount(variety, place) if place == here and self._all_in_sets(variety):
                return terms.TokenPlaces(terms.Single(variety))
            case terms.Compare(">" | "!=", terms.TokenCount(variety, place), Const(0)) if (
                place == here and self._all_in_sets(variety)
            ):
                return terms.TokenPlaces(terms.Single(variety))
            case terms.Compare(">=", terms.TokenCount(variety, place), Const(1)) if place == here and self._all_in_sets(
                variety
            ):
                return terms.TokenPlaces(terms.Single(variety))
            case terms.Holds(elements, element) if self._is_free(elements) and not isinstance(elements, Const):
                shifted = self._shifted(elements, element)
                return self._tried_out(body) if shifted is None else shifted
            case _:
                return self._tried_out(body)

    def _shifted(self, elements: Term, element: Term) -> Term | None:
        """Those x for which a step from x lies in a set: the set shifted back, once for each length of the step."""
        if self._inside is None or _outer_values(element, self._name) != set():
            return None
        steps: dict[int, int] = {}
        try:
            for value in members(self._inside):
                found = self._terms.value([], {self._name: value}, element)
                if found >= 0:
                    steps[found - value] = steps.get(found - value, 0) | 1 << value
        except Fault:
            return None
        if len(steps) > _MOST_SHIFTS:
            return None
        shifts: list[Term] = []
        for step, starts in sorted(steps.items()):
            moved = terms.Arithmetic("*" if step < 0 else "//", elements, Const(1 << abs(step))) if step else elements
            shifts.append(terms.Both((moved, Const(starts))))
        return terms.Either(tuple(shifts)) if shifts else Const(0)

    def _is_free(self, term: Term) -> bool:
        return self._name not in shape.free_locals(term)

    def _is_place(self, place: Term) -> bool:
        return self._is_free(place) and self._facts.bound(place, self._scope).never_nothing

    def _all_in_sets(self, variety: Term) -> bool:
        if not self._is_free(variety) or self._inside is None:
            return False
        bound = self._facts.bound(variety, self._scope)
        stores = self._facts.stores(bound.among)
        return bound.never_nothing and all(self._inside & ~store.set_places == 0 for store in stores)

    def _all_or_none(self, elements: Term, body: Term) -> Term:
        if isinstance(body, Const):
            return elements if body.value else Const(0)
        return terms.IfElse(body, elements, Const(0))

    # ------------------------------------------------------------------------------------------- trying out

    def _tried_out(self, body: Term) -> Term | None:
        """For a condition on static tables: a constant set, or a table of sets by the one other value it depends on."""
        if self._inside is None or shape.weight(body) > 60:
            return None
        others = _outer_values(body, self._name)
        if others is None or len(others) > 1:
            return None
        values = list(members(self._inside))
        try:
            return self._by_other(body, others.pop(), values) if others else Const(self._holding(body, values, {}))
        except Fault:
            # Some value never met in play leads outside a table.
            return None

    def _by_other(self, body: Term, other: Term, values: list[int]) -> Term | None:
        bound = self._facts.bound(other, self._scope)
        if bound.among is None or bound.low is None or bound.low < -1:
            return None
        size = bound.among.bit_length()
        if size > _LARGEST_TABLE or size * len(values) > _MOST_TRIALS:
            return None
        stand_in = terms.Local("the other value")
        abstract = shape.exchanged(body, other, stand_in)
        possible = set(members(bound.among)) | (set() if bound.never_nothing else {-1})
        rows = [
            self._holding(abstract, values, {stand_in.name: value}) if value in possible else 0
            for value in [*range(size), -1]
        ]
        if rows[-1] == 0 and all(row == (1 << value) & self._known_inside() for value, row in enumerate(rows[:-1])):
            return terms.Single(other)
        return terms.Entry(self._facts.invent_table("chosen by", tuple(rows)), other)

    def _known_inside(self) -> int:
        return self._inside or 0

    def _holding(self, body: Term, values: list[int], given: dict[str, int]) -> int:
        found = 0
        for value in values:
            if self._terms.value([], {**given, self._name: value}, body):
                found |= 1 << value
        return found


def _outer_values(body: Term, name: str) -> set[Term] | None:
    """The largest parts of a condition that do not depend on `name` and are not constant; None if some part depends on
    `name` in a way that cannot be tried out (on the state)."""
    found: set[Term] = set()

    def visit(part: shape.Part, bound: frozenset[str]) -> bool:
        free = shape.free_locals(part)
        if isinstance(part, Const):
            return True
        if isinstance(part, terms.Local):
            if part.name != name and part.name not in bound:
                found.add(part)
            return True
        if name not in free and not free & bound and not _is_static(part):
            if isinstance(part, terms.Members | terms.Span | terms.Listed | terms.Sequence | terms.Tokens):
                return all(visit(inner, bound) for inner in shape.parts(part)) and not isinstance(
                    part, terms.Sequence | terms.Tokens
                )
            found.add(part)  # type: ignore[arg-type]
            return True
        if isinstance(part, terms.Cell | terms.TokenCount | terms.TokenPlaces | terms.Possible | terms.Sequence
                      | terms.Tokens | terms.Apply):  # fmt: skip
            return False
        binders = (*shape.FOLDS, terms.Leading, terms.Bind)
        binds = frozenset({part.name}) if isinstance(part, binders) else frozenset[str]()
        return all(visit(inner, bound | binds) for inner in shape.parts(part))

    return found if visit(body, frozenset()) else None


def _is_static(part: shape.Part) -> bool:
    return not shape.free_locals(part) and not any(
        isinstance(inner, terms.Cell | terms.TokenCount | terms.TokenPlaces | terms.Possible | terms.Sequence
                   | terms.Tokens | terms.Apply)
        for inner in shape.walk(part)
    )  # fmt: skip
