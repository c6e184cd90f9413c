"""Folds over sets turned into set algebra, so that no loop is left.

{x of S where x in T and not x in U}            becomes   S & T & ~U
{x of S where column[x] = 3}                    becomes   S & a constant set
{x of S where x in near[y]}                     becomes   S & near[y]
{x of S where y in near[x]}                     becomes   S & turned-round near[y]
{x of S where column[x] = y - z}                becomes   S & a set for each value of y - z
is there x of S where ...                       becomes   that set, as a truth
the number of x of S where ...                  becomes   the size of that set
the first x of S where ...                      becomes   its lowest element
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.executor import Fault
from interpreter.engine.lower.analysis.algebra import arithmetic_of
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.outer import STATEFUL, outer_values
from interpreter.engine.lower.analysis.placed import all_in, places_asked
from interpreter.engine.lower.analysis.rays import Rays, is_mutual, rays_back, rays_of, steps_back, up_to_first
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import Bound, Scope, one_of
from rulelang.graph.terms import Const, Members, Term
from rulelang.tuning.fast_dataclass import replace

#: Tables made here have at most this many entries; conditions are tried out at most this often.
_LARGEST_TABLE: Final = 512
_MOST_TRIALS: Final = 40_000

#: Conditions up to this weight are tried out.
_HEAVIEST: Final = 200

#: What stands for the other value while a condition is tried out.
_OTHER: Final = "the other value"

#: Where a condition depends on nothing else.
NO_BOUND: Final = Bound()

#: A step that is a shift of the numbers may have at most so many lengths.
_MOST_SHIFTS: Final = 3

#: Neighbours may lie at so many distances.
_MOST_NEIGHBOURS: Final = 8


def vectorised(term: Term, facts: Facts, scope: Scope) -> Term:
    """Set algebra for a fold over the members of a set, or the fold itself where there is none."""
    match term:
        case terms.Filtered() if places_asked(term) is not None:
            return term
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


def narrowed(term: Term, facts: Facts, scope: Scope) -> Term:
    """A fold over the members of a set that has to be a loop, over fewer of them: those for which a part of its
    condition holds that is set algebra."""
    match term:
        case (
            terms.Filtered(name, terms.Members(elements), terms.And(parts))
            | terms.AnyIn(name, terms.Members(elements), terms.And(parts))
            | terms.SumIn(name, terms.Members(elements), terms.And(parts))
            | terms.FirstIn(name, terms.Members(elements), terms.And(parts))
        ):
            kept = []
            for part in parts:
                depends = name in shape.free_locals(part)
                found = _Filter(facts, scope, name, elements).where(elements, part) if depends else None
                if found is None:
                    kept.append(part)
                else:
                    elements = found
            if len(kept) == len(parts):
                return term
            body = terms.And(tuple(kept)) if len(kept) > 1 else kept[0]
            return replace(term, domain=Members(elements), body=body)
        case _:
            return term


class _Filter:
    """Works out the part of a set for which a condition on `name` holds."""

    def __init__(self, facts: Facts, scope: Scope, name: str, elements: Term) -> None:
        self._facts: Final = facts
        self._scope: Final = scope
        self._name: Final = name
        self._inside: Final = facts.inside(elements, scope)
        #: The set changes in play, and may be small.
        self._is_found_in_play: Final = bool(shape.kinds(elements) & STATEFUL)

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
                return self._where_any(elements, parts)
            case terms.Not(terms.And(parts)):
                return self.where(elements, terms.Or(tuple(terms.Not(part) for part in parts)))
            case terms.Not(terms.Or(parts)):
                return self.where(elements, terms.And(tuple(terms.Not(part) for part in parts)))
            case terms.Not(terms.Not(inside)):
                return self.where(elements, inside)
            case terms.IfElse(condition, then, otherwise):
                return self._choose(elements, condition, then, otherwise)
            case terms.Compare(_, terms.IfElse(condition, then, otherwise) as either, _) if self._is_free(condition):
                first, second = (shape.exchanged(body, either, one) for one in (then, otherwise))
                return self._choose(elements, condition, first, second)
            case _:
                return self._simple(elements, body)

    def _where_any(self, elements: Term, parts: tuple[Term, ...]) -> Term | None:
        """What comes later may be asked only where nothing before it holds: it may lead outside a table else."""
        found: Term | None = Const(0)
        for part in reversed(parts):
            if found is None:
                return None
            if self._name not in shape.free_locals(part):
                found = terms.IfElse(part, elements, found)
            else:
                one = self.where(elements, part)
                found = one if one is None or found == Const(0) else terms.Either((one, found))
        return found

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
            case terms.Holds(places, terms.Cell("at", index)) if (
                index == here and self._is_free(places) and not self._is_found_in_play
            ):
                return all_in(places, self._facts, self._scope)
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
            case terms.Holds(elements, terms.FirstIn(domain=terms.Listed()) as first) if self._is_free(elements):
                return self._seen(first, elements) or self._tried_out(body)
            case terms.Compare("==", terms.FirstIn(domain=terms.Listed()) as first, place) | terms.Compare(
                "==", place, terms.FirstIn(domain=terms.Listed()) as first
            ) if self._is_free(place):
                return self._seen_from(first, place) or self._tried_out(body)
            case terms.Compare(">=", terms.FirstIn(domain=terms.Listed()) as first, Const(0)):
                return self._seen(first, None) or self._tried_out(body)
            case terms.Holds(terms.InLine(start, rays, directions, through) as line, element) if (
                start == here and self._is_free(element) and self._is_free(through)
            ):
                # Who sees a place is seen from there.
                seen = terms.IfElse(terms.Compare(">=", element, Const(0)), replace(line, start=element), Const(0))
                return seen if is_mutual(self._facts, rays, directions) else self._tried_out(body)
            case terms.Holds(elements, element) if self._is_free(elements) and not isinstance(elements, Const):
                shifted = self._shifted(elements, element)
                return self._tried_out(body) if shifted is None else shifted
            case terms.Entry() | terms.Both() | terms.WhileIn():
                return self._touching(body) or self._tried_out(body)
            case _:
                return self._tried_out(body)

    def _shifted(self, elements: Term, element: Term) -> Term | None:
        """Those x for which a step from x lies in a set: the set shifted back, once for each length of the step."""
        if self._inside is None or outer_values(element, self._name) != set():
            return None
        step = self._facts.tried(element, (self._name,))
        try:
            steps = {value: 1 << goal for value in members(self._inside) if (goal := step(value)) >= 0}
        except (Fault, ValueError):
            return None
        return _shifted_back(elements, steps, _MOST_SHIFTS)

    def _touching(self, body: Term) -> Term | None:
        """Those x for which a set that depends on x shares something with one that does not."""
        parts = body.parts if isinstance(body, terms.Both) else (body,)
        free = [part for part in parts if self._is_free(part)]
        bound = [part for part in parts if not self._is_free(part)]
        if len(bound) != 1 or self._inside is None:
            return None
        others: Term = terms.Both(tuple(free)) if len(free) > 1 else free[0] if free else Const(-1)
        match bound[0]:
            case terms.WhileIn(name, terms.Listed() as domain, condition):
                return self._led_to(name, domain, condition, others)
            case terms.Entry() as near if free and outer_values(near, self._name) == set():
                reach = self._facts.tried(near, (self._name,))
                try:
                    rows = {value: reach(value) for value in members(self._inside)}
                except (Fault, ValueError):
                    return None
                return _shifted_back(others, rows, _MOST_NEIGHBOURS)
            case _:
                return None

    # --------------------------------------------------------------------------------------------------- rays

    def _stops(self, rays: Rays, name: str, condition: Term) -> Term | None:
        """The set of the elements for which a condition on elements of rays holds."""
        if not self._is_free(terms.Filtered(name, Members(Const(0)), condition)):
            return None
        every = terms.Filtered(name, Members(Const(rays.everything)), condition)
        found = vectorised(every, self._facts, self._scope)
        return None if found is every else found

    def _seen(self, first: terms.FirstIn, among: Term | None) -> Term | None:
        """Those x from which the first stop on a ray is in a set (or is there at all)."""
        assert isinstance(first.domain, terms.Listed)
        rays = self._rays(first.domain)
        stops = None if rays is None else self._stops(rays, first.name, first.body)
        if rays is None or stops is None:
            return None
        met = stops if among is None else terms.Both((stops, among))
        return self._walked_back(rays, met, terms.Without(Const(rays.everything), stops))

    def _seen_from(self, first: terms.FirstIn, place: Term) -> Term | None:
        """Those x from which one place is the first stop on a ray: from that place, back to the next stop."""
        assert isinstance(first.domain, terms.Listed)
        rays = self._rays(first.domain)
        stops = None if rays is None else self._stops(rays, first.name, first.body)
        bound = self._facts.bound(place, self._scope)
        if rays is None or stops is None or bound.among is None or not bound.never_nothing:
            return None
        back = rays_back(rays, place, bound.among)
        leading = None if back is None else up_to_first(back, stops, self._facts)
        return None if leading is None else terms.IfElse(terms.Holds(stops, place), leading, Const(0))

    def _led_to(self, name: str, domain: terms.Listed, condition: Term, goals: Term) -> Term | None:
        """Those x from which the elements before the first stop on a ray share something with a set."""
        rays = self._rays(domain)
        through = None if rays is None else self._stops(rays, name, condition)
        if rays is None or through is None:
            return None
        return self._walked_back(rays, terms.Both((through, goals)), through)

    def _rays(self, domain: terms.Listed) -> Rays | None:
        if self._inside is None:
            return None
        rays = rays_of(domain, self._facts, {**self._scope, self._name: one_of(self._inside, nothing=False)})
        return rays if rays is not None and rays.start == terms.Local(self._name) else None

    def _walked_back(self, rays: Rays, goals: Term, through: Term) -> Term | None:
        """Those x from which a ray leads to a goal, through elements of a set only."""
        back = steps_back(rays)
        if back is None:
            return None
        steps = {start: 1 << row[0] for start, row in rays.rows.items() if row}
        begin = _shifted_back(goals, steps, _MOST_SHIFTS)
        if begin is None:
            return None
        size = max([*back, *rays.rows, 0]) + 1
        neighbours = tuple(1 << back[place] if place in back else 0 for place in range(size))
        table = self._facts.invent_table("step back", (*neighbours, 0))
        reached = terms.Reached(terms.Both((begin, through)), table, through)
        on = _shifted_back(reached, steps, _MOST_SHIFTS)
        return None if on is None else terms.Either((begin, on))

    # ------------------------------------------------------------------------------------------------ helpers

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
        if self._inside is None or shape.weight(body) > _HEAVIEST:
            return None
        others = outer_values(body, self._name)
        if others is None or len(others) > 1:
            return None
        other = others.pop() if others else None
        bound = NO_BOUND if other is None else self._facts.bound(other, self._scope)
        key = (body, self._name, self._inside, bound)
        if key not in self._facts.remembered:
            values = list(members(self._inside))
            try:
                found = self._alone(body, values) if other is None else self._by_other(body, other, bound, values)
            except (Fault, ValueError):
                # Some value never met in play leads outside a table.
                found = None
            self._facts.remembered[key] = found
        return self._facts.remembered[key]

    def _alone(self, body: Term, values: list[int]) -> Term:
        holds = self._facts.tried(body, (self._name,))
        return Const(sum(1 << value for value in values if holds(value)))

    def _by_other(self, body: Term, other: Term, bound: Bound, values: list[int]) -> Term | None:
        if bound.among is None or bound.low is None or bound.low < -1:
            return self._compared(body)
        size = bound.among.bit_length()
        if size > _LARGEST_TABLE or size * len(values) > _MOST_TRIALS:
            return None
        abstract = shape.exchanged(body, other, terms.Local(_OTHER))
        holds = self._facts.tried(abstract, (self._name, _OTHER))
        possible = set(members(bound.among)) | (set() if bound.never_nothing else {-1})
        rows = [
            sum(1 << value for value in values if holds(value, one)) if one in possible else 0
            for one in [*range(size), -1]
        ]
        if not any(rows):
            return Const(0)
        if rows[-1] == 0 and all(row == (1 << value) & self._known_inside() for value, row in enumerate(rows[:-1])):
            return terms.Single(other)
        return terms.Entry(self._facts.invent_table("chosen by", tuple(rows)), other)

    def _compared(self, body: Term) -> Term | None:
        """A comparison of what a static table tells of x with any number: beyond what the table tells, all numbers are
        alike."""
        stand_in = terms.Local(_OTHER)
        match body:
            case terms.Compare(operation, own, other) if self._is_free(other):
                asked = terms.Compare(operation, own, stand_in)
            case terms.Compare(operation, other, own) if self._is_free(other):
                asked = terms.Compare(operation, stand_in, own)
            case _:
                return None
        values = list(members(self._inside or 0))
        if not values or outer_values(own, self._name) != set():
            return None
        told, holds = self._facts.tried(own, (self._name,)), self._facts.tried(asked, (self._name, _OTHER))
        numbers = [told(value) for value in values]
        low, high = min(numbers) - 1, max(numbers) + 1
        if high - low > _LARGEST_TABLE:
            return None
        rows = [sum(1 << value for value in values if holds(value, one)) for one in range(low, high + 1)]
        bound, index = self._facts.bound(other, self._scope), other
        if bound.high is None or bound.high > high:
            index = terms.Arithmetic("min", index, Const(high))
        if bound.low is None or bound.low < low:
            index = terms.Arithmetic("max", index, Const(low))
        index = arithmetic_of("-", index, Const(low))
        return terms.Entry(self._facts.invent_table("chosen by", (*rows, 0)), index)

    def _known_inside(self) -> int:
        return self._inside or 0


def _shifted_back(elements: Term, rows: dict[int, int], most: int) -> Term | None:
    """Those x for which a set shares something with the set of x: the set shifted back by each distance."""
    steps: dict[int, int] = {}
    for value, row in rows.items():
        for goal in members(row):
            steps[goal - value] = steps.get(goal - value, 0) | 1 << value
    if len(steps) > most:
        return None
    shifts: list[Term] = []
    for step, starts in sorted(steps.items()):
        moved = terms.Arithmetic("*" if step < 0 else "//", elements, Const(1 << abs(step))) if step else elements
        shifts.append(terms.Both((moved, Const(starts))))
    return terms.Either(tuple(shifts)) if shifts else Const(0)
