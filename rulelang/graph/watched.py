"""The places that a truth looks at: as long as nothing leaves the ones and nothing comes to the others, what holds goes
on to hold.

    no enemy in line with the throne through empty places      while nothing leaves what is seen from the throne
    a place is next to a friend                                while no friend leaves the places next to it

So what held before a move holds behind it, if the move comes nowhere near. What is watched is the same for all moves of
a listing; what each of them touches is a place or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.build import EMPTY, intersect, unite
from rulelang.graph.terms import Const, Members, Term
from rulelang.graph.values.any_state import AnyState
from rulelang.graph.walk import direct_parts
from rulelang.tuning.fast_dataclass import dataclass

#: What reads tokens without naming their cells, and what looks ahead.
_READING: Final = frozenset({terms.TokenCount, terms.TokenPlaces, terms.Tokens, terms.Possible, terms.Apply})

#: What hangs on more than the values of its parts.
_OPAQUE: Final = (terms.Cell, terms.CellList, terms.TokenCount, terms.TokenPlaces, terms.Possible, terms.Reached,
                  terms.Leading, terms.WhileIn)  # fmt: skip

#: Functions within functions, at most.
_DEEPEST: Final = 6


@dataclass(frozen=True, slots=True)
class Traffic:
    """Those that something is taken from, and those that something is added to."""

    taken: Term
    added: Term

    def and_(self, other: Traffic) -> Traffic:
        """These and others."""
        return Traffic(_together((self.taken, other.taken)), _together((self.added, other.added)))

    def of_each(self, change: Callable[[Term], Term]) -> Traffic:
        """Both sets changed in the same way."""
        return Traffic(change(self.taken), change(self.added))


NOWHERE: Final = Traffic(EMPTY, EMPTY)


class _UnknownError(Exception):
    """Nobody knows what a term looks at."""


def _together(sets: Iterable[Term]) -> Term:
    return unite(one for part in sets for one in (part.parts if isinstance(part, terms.Either) else (part,)))


def change_of(held: Term, before: Term) -> Traffic | None:
    """How a set may differ from what it was before; None where the one is not made from the other."""
    if held == before:
        return NOWHERE
    match held:
        case terms.Without(left, taken):
            found = change_of(left, before)
            return None if found is None else found.and_(Traffic(taken, EMPTY))
        case terms.Either((left, *added)):
            found = change_of(left, before)
            return None if found is None else found.and_(Traffic(EMPTY, _together(added)))
        case terms.IfElse(_, then, otherwise):
            first, second = change_of(then, before), change_of(otherwise, before)
            return None if first is None or second is None else first.and_(second)
        case _:
            return None


def has_grown(held: Term, before: Term) -> bool:
    """Is a number certainly no less than it was before?"""
    match held:
        case terms.Arithmetic("+", left, Const(value)):
            return value >= 0 and has_grown(left, before)
        case terms.IfElse(_, then, otherwise):
            return has_grown(then, before) and has_grown(otherwise, before)
        case _:
            return held == before


class Watched:
    """Looks at terms of a state in which some sets of places, and other cells, will change."""

    def __init__(
        self,
        values: AnyState,
        changes: Mapping[Key, Traffic],
        growing: frozenset[Key],
        changed: frozenset[str],
        simplify: Callable[[Term], Term],
        fresh: Callable[[], int],
    ) -> None:
        """`changed`: the regions that change, of some sets of which `changes` tells how, and numbers that only grow.
        `simplify` makes what reads tokens into what reads cells; `fresh` gives numbers that no name has yet."""
        self._values: Final = values
        self._changes: Final = changes
        self._growing: Final = growing
        self._changed: Final = changed
        self._simplify: Final = simplify
        self._fresh: Final = fresh
        self._deep = 0

    def places(self, truth: Term) -> Traffic | None:
        """What must not be touched so that a truth goes on to hold, as sets in the state before; None where that cannot
        be said."""
        try:
            return self._stays(truth, True)
        except _UnknownError:
            return None

    # ------------------------------------------------------------------------------------------------------- truths

    def _stays(self, truth: Term, held: bool) -> Traffic:
        """A truth that held (or did not) goes on so."""
        if self._is_steady(truth):
            return NOWHERE
        match truth:
            case terms.Not(inside):
                return self._stays(inside, not held)
            case terms.And(parts) | terms.Or(parts):
                return _joined(self._stays(part, held) for part in parts)
            case terms.Holds(elements, element):
                return self._same(element).and_(self._keeps(elements, not held, terms.Single(element)))
            case terms.Compare("==" | "!=" as operation, elements, Const(0)) if self._is_set(elements):
                return self._keeps(elements, held == (operation == "=="), None)
            case terms.Compare(">" | ">=", terms.Cell(region, Const(index)), Const()) if held:
                return NOWHERE if (region, index) in self._growing else self._parts_same(truth)
            case terms.AnyIn(name, Members(elements), body) | terms.AllIn(name, Members(elements), body):
                # Of any, another one would make it true; of all, false.
                asked = self._each(name, elements, self._stays(body, held))
                return asked.and_(self._keeps(elements, held == isinstance(truth, terms.AllIn), None))
            case terms.IfElse(condition, then, otherwise):
                sides = self._stays(then, held).and_(self._stays(otherwise, held))
                return self._same(condition).and_(sides)
            case terms.Bind(name, value, body):
                return self._same(value).and_(_named(name, value, self._stays(body, held)))
            case terms.Apply(function, arguments):
                return self._called(function, arguments, lambda body: self._stays(body, held))
            case _ if self._is_set(truth):
                return self._keeps(truth, not held, None)
            case _:
                return self._parts_same(truth)

    # --------------------------------------------------------------------------------------------------------- sets

    def _keeps(self, elements: Term, out: bool, area: Term | None) -> Traffic:
        """A set gains nothing (or loses nothing), at least not in some area."""
        if self._is_steady(elements):
            return NOWHERE
        match elements:
            case terms.Cell(region, Const(index)):
                return self._of_cell(elements, self._changes.get((region, index)), out, area)
            case terms.Either(parts):
                return _joined(self._keeps(part, out, area) for part in parts)
            case terms.Both(parts) if out:
                return self._gains(parts, area)
            case terms.Both(parts):
                return _joined(self._keeps(part, out, elements) for part in parts)
            case terms.Without(left, right):
                within = left if out else elements
                return self._keeps(left, out, area).and_(self._keeps(right, not out, _narrower(area, within)))
            case terms.InLine(start, _, _, through):
                return self._same(start).and_(self._keeps(through, out, elements))
            case terms.IfElse(condition, then, otherwise):
                sides = self._keeps(then, out, area).and_(self._keeps(otherwise, out, area))
                return self._same(condition).and_(sides)
            case terms.Bind(name, value, body):
                return self._same(value).and_(_named(name, value, self._keeps(body, out, area)))
            case terms.Apply(function, arguments):
                return self._called(function, arguments, lambda body: self._keeps(body, out, area))
            case terms.Filtered(name, Members(inside), body):
                asked = self._each(name, inside, self._stays(body, not out))
                return asked.and_(self._keeps(inside, out, area))
            case _:
                return self._parts_same(elements)

    @staticmethod
    def _of_cell(cell: Term, change: Traffic | None, out: bool, area: Term | None) -> Traffic:
        if change is None or (out and change.added != EMPTY and area is None):
            raise _UnknownError
        if out:
            return NOWHERE if change.added == EMPTY or area is None else Traffic(EMPTY, area)
        return NOWHERE if change.taken == EMPTY else Traffic(cell if area is None else area, EMPTY)

    def _gains(self, parts: tuple[Term, ...], area: Term | None) -> Traffic:
        """Sets have nothing more in common if one gains nothing, and none of the others does within that one."""
        found: list[Traffic] = []
        for number, one in enumerate(parts):
            others = parts[:number] + parts[number + 1 :]
            try:
                within = _joined(self._keeps(part, True, one) for part in others)
                found.append(self._keeps(one, True, area).and_(within))
            except _UnknownError:
                continue
        if not found:
            raise _UnknownError
        return min(found, key=_weight)

    # ------------------------------------------------------------------------------------------------------- values

    def _same(self, term: Term) -> Traffic:
        """The value of a term stays the same."""
        if self._is_steady(term):
            return NOWHERE
        match term:
            case terms.Apply(function, arguments):
                return self._called(function, arguments, self._same)
            case terms.Bind(name, value, body):
                return self._same(value).and_(_named(name, value, self._same(body)))
            case _ if isinstance(term, terms.TruthTerm):
                return self._stays(term, True).and_(self._stays(term, False))
            case _ if self._is_set(term):
                return self._keeps(term, True, None).and_(self._keeps(term, False, None))
            case _:
                return self._parts_same(term)

    def _parts_same(self, term: Term) -> Traffic:
        if isinstance(term, _OPAQUE):
            raise _UnknownError
        if not isinstance(term, shape.FOLDS):
            return _joined(map(self._same, direct_parts(term)))
        if not isinstance(term.domain, Members):
            raise _UnknownError
        rest = _joined(self._same(part) for part in direct_parts(term) if part is not term.domain)
        return self._each(term.name, term.domain.set, rest).and_(self._same(term.domain.set))

    def _is_set(self, term: Term) -> bool:
        if isinstance(term, terms.Cell):
            return self._values.layout.regions[term.region].kind == "set"
        return shape.kind_of(term) == "set"

    def _is_steady(self, term: Term) -> bool:
        """Does a term read nothing that changes?"""
        return _READING.isdisjoint(shape.kinds(term)) and self._changed.isdisjoint(shape.regions(term))

    @staticmethod
    def _each(name: str, elements: Term, places: Traffic) -> Traffic:
        """What is looked at for one of some elements, for all of them."""
        itself = terms.Single(terms.Local(name))

        def every(found: Term) -> Term:
            parts = found.parts if isinstance(found, terms.Either) else (found,)
            exchanged = tuple(elements if one == itself else one for one in parts)
            if any(name in shape.free_locals(one) for one in exchanged):
                raise _UnknownError
            return _together(exchanged)

        return places.of_each(every)

    def _called(self, function: str, arguments: tuple[Term, ...], ask: Callable[[Term], Traffic]) -> Traffic:
        called = self._values.functions[function]
        if self._deep >= _DEEPEST:
            raise _UnknownError
        names = {parameter: f"{parameter} #{self._fresh()}" for parameter in called.parameters}
        body = shape.substitute(called.body, {one: terms.Local(name) for one, name in names.items()})
        self._deep += 1
        try:
            found = ask(self._simplify(body))
        finally:
            self._deep -= 1
        for name, argument in zip(names.values(), arguments, strict=True):
            found = self._same(argument).and_(_named(name, argument, found))
        return found


def _joined(found: Iterable[Traffic]) -> Traffic:
    places = NOWHERE
    for one in found:
        places = places.and_(one)
    return places


def _named(name: str, value: Term, places: Traffic) -> Traffic:
    return places.of_each(lambda one: terms.Bind(name, value, one) if name in shape.free_locals(one) else one)


def _narrower(area: Term | None, elements: Term) -> Term:
    return elements if area is None else intersect(area, elements)


def _weight(places: Traffic) -> int:
    return shape.weight(places.taken) + shape.weight(places.added)
