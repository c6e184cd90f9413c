"""Places that are certainly not where a token stands: beside it, beyond it, in line with it, and what is chosen there.

    next to T toward North           no place lies next to itself
    the first Cell beyond T          the rays from a place do not come back to it
    any of them, if A or B           if what A says of it is elsewhere, and what B says, too

The token lies somewhere. What is said of a place that is nothing is true of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, Protocol, TypeVar

from rulelang.graph import shape
from rulelang.graph import terms as t
from rulelang.graph.build import NO, NONE
from rulelang.graph.program import Function
from rulelang.graph.terms import Domain, Term
from rulelang.graph.walk import taken_from

R = TypeVar("R")

#: Definitions within definitions are looked into so deep.
_DEEPEST: Final = 8


class Looked(Protocol):
    """Where things are looked up while a graph is made, as in the finished one."""

    @property
    def tables(self) -> Mapping[str, tuple[int, ...]]: ...

    @property
    def lists(self) -> Mapping[str, tuple[tuple[int, ...], ...]]: ...


class Elsewhere:
    """What is not where one token stands, which some cell tells; `known`: cells that hold such places."""

    def __init__(
        self, rows: Looked, functions: Mapping[str, Function], token: Term, known: frozenset[Term] = frozenset()
    ) -> None:
        self._rows: Final = rows
        self._functions: Final = functions
        self._token_itself: Final = token
        self._known: Final = known
        self._deep = 0

    def place(self, term: Term) -> bool:
        """Is a place never the one where the token stands?"""
        match term:
            case t.Const():
                return term == NONE
            case t.Cell():
                return term in self._known
            case t.IfElse(asked, then, otherwise):
                return self.place(then) and (self._is_its_own(asked) or self.place(otherwise))
            case t.Entry(table, index):
                return self._looked_up(self._rows.tables[table], index, lambda own, row: row != own)
            case t.PlaceOf(token):
                return self._token(token)
            case t.Apply() | t.Bind():
                return self._within(term, self.place)
            case _:
                taken = taken_from(term)
                return taken is not None and (self._narrowed(term) or self._elements(taken))

    def _token(self, token: Term) -> bool:
        match token:
            case t.IfElse(_, then, otherwise):
                return self._token(then) and self._token(otherwise)
            case t.FirstIn(_, t.Tokens(_, places)) | t.Highest(t.Filtered(_, t.Tokens(_, places))):
                return self.set(places)
            case t.Apply() | t.Bind():
                return self._within(token, self._token)
            case _:
                return token == NONE

    def set(self, places: Term) -> bool:
        """Is the place where the token stands never one of a set?"""
        match places:
            case t.Const(value):
                return value == 0
            case t.Both(parts):
                return any(map(self.set, parts))
            case t.Either(parts):
                return all(map(self.set, parts))
            case t.Without(left, right):
                return self.set(left) or (isinstance(right, t.Single) and self._is_own(right.element))
            case t.Single(element):
                return self.place(element)
            case t.IfElse(asked, then, otherwise):
                return self.set(then) and (self._is_its_own(asked) or self.set(otherwise))
            case t.Entry(table, index):
                return self._looked_up(self._rows.tables[table], index, lambda own, row: not row >> own & 1)
            case t.InLine(start, rays, directions):
                index = t.Arithmetic("*", start, t.Const(directions))
                return self._looked_up(self._rows.lists[rays], index, lambda own, row: own not in row)
            case t.Filtered(_, domain):
                return self._narrowed(places) or self._elements(domain)
            case t.Apply() | t.Bind():
                return self._within(places, self.set)
            case _:
                return False

    def chosen(self, name: str, domain: Domain, where: Term | None) -> bool:
        """Is a place of some, for which something holds, never where the token stands?"""
        return self._elements(domain) or (where is not None and self._says(where, t.Local(name)))

    def _elements(self, domain: Any) -> bool:
        match domain:
            case t.Members(places):
                return self.set(places)
            case t.Listed(table, index):
                return self._looked_up(self._rows.lists[table], index, lambda own, row: own not in row)
            case t.CellList() | t.Between() | t.Tokens():
                return False
            case _:
                return self.set(domain)

    def _narrowed(self, term: Any) -> bool:
        return isinstance(term, t.FirstIn | t.Filtered) and self._says(term.body, t.Local(term.name))

    def _says(self, condition: Term, place: Term) -> bool:
        """Does a condition hold of no place but another one than where the token stands?"""
        match condition:
            case t.And(parts):
                return any(self._says(part, place) for part in parts)
            case t.Or(parts):
                return all(self._says(part, place) for part in parts)
            case t.IfElse(asked, then, otherwise):
                return (self._says(asked, place) or self._says(then, place)) and self._says(otherwise, place)
            case t.Const():
                return condition == NO
            case t.Holds(places, one) if one == place:
                return self.set(places)
            case t.Compare("==", left, right) if place in (left, right):
                return self.place(right if left == place else left)
            case t.Not(t.Compare("==", left, right)):
                return place in (left, right) and self._is_own(right if left == place else left)
            case t.AnyIn(_, _, body):
                return self._says(body, place)
            case t.Apply() | t.Bind():
                return self._within(condition, lambda body: self._says(body, place))
            case _:
                return False

    def _within(self, term: t.Apply | t.Bind, asked: Callable[[Term], bool]) -> bool:
        """The same asked of what a definition says, with what it is given."""
        if isinstance(term, t.Bind):
            return asked(shape.substitute(term.body, {term.name: term.value}))
        function = self._functions.get(term.function)
        if function is None or self._deep >= _DEEPEST:
            return False
        self._deep += 1
        found = asked(shape.substitute(function.body, dict(zip(function.parameters, term.arguments, strict=True))))
        self._deep -= 1
        return found

    def _is_its_own(self, condition: Term) -> bool:
        """Is it asked whether the token lies somewhere?"""
        return isinstance(condition, t.Compare) and condition.operation == ">=" and self._is_own(condition.left)

    def _is_own(self, place: Term) -> bool:
        """Is it where the token stands? As long as nobody knows whether it is still there, it may be written as
        nothing."""
        if not isinstance(place, t.PlaceOf):
            return False
        token = place.token
        while isinstance(token, t.IfElse) and token.otherwise == NONE:
            token = token.then
        return token == self._token_itself

    def _looked_up(self, rows: Sequence[R], index: Term, elsewhere: Callable[[int, R], bool]) -> bool:
        """Does whatever row of a table leads elsewhere in which the token's place is looked up?"""
        while isinstance(index, t.IfElse) and (self._is_its_own(index.condition) or _is_nothing(rows, index.otherwise)):
            index = index.then
        first, steps = 0, 1
        if isinstance(index, t.Arithmetic) and index.operation == "+":
            # In a direction that is nothing, too.
            first, index = -1, index.left
        if isinstance(index, t.Arithmetic) and index.operation == "*" and isinstance(index.right, t.Const):
            steps, index = index.right.value, index.left
        if isinstance(index, t.IfElse) and self._is_its_own(index.condition):
            index = index.then
        if not self._is_own(index) or steps + first < 1:
            return False
        places = range((len(rows) - 1) // steps)
        return all(elsewhere(one, rows[max(0, one * steps + way)]) for one in places for way in range(first, steps))


def _is_nothing(rows: Sequence[object], index: Term) -> bool:
    return isinstance(index, t.Const) and rows[index.value] in (-1, ())


# ------------------------------------------------------------------ looks


def unlike(rows: Looked, first: Term, second: Term) -> bool:
    """Have two sets of looks certainly none in common?"""
    return any(_apart(rows, one, other) for one in _parts(first) for other in _parts(second))


def _parts(looks: Term) -> tuple[Term, ...]:
    return looks.parts if isinstance(looks, t.Both) else (looks,)


def _apart(looked: Looked, first: Term, second: Term) -> bool:
    match first, second:
        case t.Const(one), t.Const(other):
            return not one & other
        case t.Entry(table, one), t.Entry(other_table, other) if table == other_table:
            *rows, nothing = looked.tables[table]
            return sum(rows) == reduce(or_, rows, 0) and not nothing and (_others(one, other) or _others(other, one))
        case (t.Without(_, one), other) | (other, t.Without(_, one)):
            return one == other
        case _:
            return False


def _others(one: Term, other: Term) -> bool:
    """Is it nothing, or the opponent of the other?"""
    match one:
        case t.IfElse(_, then, otherwise):
            return _others(then, other) and (otherwise == NONE or _others(otherwise, other))
        case t.Arithmetic("-", t.Const(1), player):
            return player == other
        case _:
            return False
