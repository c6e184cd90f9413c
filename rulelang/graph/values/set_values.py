"""Which members a set may have and has for certain, and what a domain goes through.

A set of members is a number whose bits are the members; -1 stands for "anything may be in it".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Final, TypeAlias

from rulelang.graph import terms as t
from rulelang.graph.bit_sets import common_to, set_of, union_of
from rulelang.graph.bit_sets import members as bits_of
from rulelang.graph.bounds import ANYTHING as ANY_VALUE
from rulelang.graph.bounds import Bound, exactly, one_of
from rulelang.graph.program import Parameter
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.cell_values import CONDITIONS, NO_NAMES, CellValues, Names
from rulelang.graph.values.intervals import ALWAYS, NEVER, PERHAPS, Range, between, bounded
from rulelang.graph.values.known_facts import NOTHING_KNOWN, Content, KnownFacts

_Asking: TypeAlias = Callable[[Term, Names, KnownFacts], int]

_MOST_ASKED: Final = 64
"""So many elements, or elements for elements, are asked about one by one for an answer."""
PIECES_KEPT: Final = "contents"
"""Where it is known what every place holds, each piece may be asked about."""


class Sets(CellValues):
    """Sets, elements and domains of one program."""

    #: So many things may still be asked about one by one.
    _room = _MOST_ASKED

    @abstractmethod
    def truth(self, condition: Term | None, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """NEVER, ALWAYS or PERHAPS."""

    @abstractmethod
    def judged(self, condition: Term, names: Names, facts: KnownFacts) -> int:
        """The same of a condition that has not been asked for before."""

    @abstractmethod
    def bound(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Bound:
        """What the value of a term can be, as a number and as a set."""

    @abstractmethod
    def told(self, term: Term, facts: KnownFacts) -> Range:
        """Between what a term is said to lie by the facts alone."""

    # ------------------------------------------------------------------- members

    def members(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """A set that holds every member the term can have; -1 if anything may be in it."""
        if type(term) is t.Const:
            return term.value
        if facts is not NOTHING_KNOWN:
            return self._members(term, names, facts)
        asked, names = self.asked(term, names)
        known = self._insides.get(asked)
        if known is None:
            known = self._members(term, names, facts)
            if not self.settling:
                self._insides[asked] = known
        return known

    def _members(self, term: Term, names: Names, facts: KnownFacts) -> int:
        match term:
            case t.Local(name):
                inside = names.get(name, ANY_VALUE).inside
                return -1 if inside is None else inside
            case t.Both(parts):
                return common_to(self.members(part, names, facts) for part in parts)
            case t.Either(parts):
                return union_of(self.members(part, names, facts) for part in parts)
            case t.Without(left, right):
                return self.members(left, names, facts) & ~self.certain(right, names, facts)
            case t.Single(element):
                return self.elements(element, names, facts)
            case t.Filtered(name, domain, body):
                if self.truth(body, self.with_element(name, domain, names, facts), facts) == NEVER:
                    return 0
                may = self._domain(domain, names, facts)
                return self._those(may, name, body, names, facts, (ALWAYS, PERHAPS))
            case t.WhileIn(_, domain, _) | t.Leading(_, domain, _):
                return self._domain(domain, names, facts)
            case t.Reached(_, _, through):
                return self.members(through, names, facts)
            case t.IfElse(condition, then, otherwise):
                answer = self.truth(condition, names, facts)
                if answer != PERHAPS:
                    return self.members(then if answer == ALWAYS else otherwise, names, facts)
                return self.members(then, names, facts) | self.members(otherwise, names, facts)
            case t.Bind(name, value, body):
                return self.members(body, {**names, name: self.bound(value, names, facts)}, facts)
            case t.Entry(table, index):
                inside = self.bound_of_entry(table, self.index(index, names, facts)).inside
                return -1 if inside is None else inside
            case t.Apply(name, arguments):
                return self._in_definition(self.members, name, arguments, names, facts)
            case t.Cell(region, index):
                content = self.content(region, index, names, facts)
                return content[1] if content is not None else self.all_of_region(region)
            case t.Arithmetic("*", left, t.Const(factor)) if factor.bit_count() == 1:
                shifted = self.members(left, names, facts)
                return shifted * factor if shifted >= 0 else -1
            case t.Arithmetic("//", left, t.Const(factor)) if factor.bit_count() == 1:
                shifted = self.members(left, names, facts)
                return shifted // factor if shifted >= 0 else -1
            case t.TokenPlaces(varieties):
                kinds = self.varieties(varieties, names, facts)
                return union_of(self.token_places(variety, facts)[1] for variety in kinds)
            case t.InLine(_, rays):
                return self.listed(rays).among or 0
            case _:
                return 1 if type(term) in CONDITIONS else -1

    def _in_definition(
        self, ask: _Asking, name: str, arguments: tuple[Term, ...], names: Names, facts: KnownFacts
    ) -> int:
        """What a definition can be, as members of a set or as elements."""
        function = self.functions.get(name)
        if function is None or (function.kind == "set") != (ask == self.members) or self._inner >= self.deepest:
            return -1
        given = [self.bound(one, names, facts) for one in arguments]
        self._inner += 1
        found = ask(function.body, dict(zip(function.parameters, given, strict=False)), facts)
        self._inner -= 1
        return found

    def content(self, region: str, index: Term, names: Names, facts: KnownFacts) -> Content | None:
        """What the facts say about a set of the state."""
        known = facts.sets.get(region)
        if known is None:
            return None
        low, high = self.number(index, names, facts) if len(known) > 1 else (0, 0)
        chosen = known[max(low, 0) : high + 1] or known
        certain, may, least, most = chosen[0]
        for one in chosen[1:]:
            certain, may, least, most = certain & one[0], may | one[1], min(least, one[2]), max(most, one[3])
        return certain, may, least, most

    def token_places(self, variety: int, facts: KnownFacts) -> Content:
        """The spaces that hold a token of a variety."""
        known = facts.sets.get(f"tokens {variety} on spaces")
        if known is not None:
            return known[0]
        places = self.layout.tokens[variety].set_places if variety < len(self.layout.tokens) else 0
        return 0, places, 0, places.bit_count()

    def certain(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """Members that a set has whatever happens."""
        match term:
            case t.Const(value):
                return value
            case t.Single(element):
                low, high = self.number(element, names, facts)
                return 1 << low if low == high >= 0 else 0
            case t.Either(parts):
                return union_of(self.certain(part, names, facts) for part in parts)
            case t.Both(parts) if facts.sets:
                return common_to(self.certain(part, names, facts) for part in parts)
            case t.Without(left, right) if facts.sets:
                return self.certain(left, names, facts) & ~self.members(right, names, facts)
            case t.Entry(table, index):
                at = self.index(index, names, facts)
                return self.bound_of_entry(table, at).inside or 0 if at.low == at.high else 0
            case t.Cell(region, index):
                content = self.content(region, index, names, facts)
                return content[0] if content is not None else 0
            case t.Filtered(name, t.Members(of), body) if PIECES_KEPT in facts.sets:
                return self._those(self.certain(of, names, facts), name, body, names, facts, (ALWAYS,))
            case t.TokenPlaces(varieties) if facts.sets:
                kinds = self.varieties(varieties, names, facts, certain=True)
                return union_of(self.token_places(variety, facts)[0] for variety in kinds)
            case _:
                return 0

    def _those(
        self, elements: int, name: str, body: Term, names: Names, facts: KnownFacts, answers: Container[int]
    ) -> int:
        """The elements of which a condition is so: each is asked about, if they are few."""
        count = elements.bit_count()
        if PIECES_KEPT not in facts.sets or elements < 0 or not self.has_room_for(count):
            return elements if PERHAPS in answers else 0
        with self.asking(count):
            each = bits_of(elements)
            return set_of(one for one in each if self.truth(body, {**names, name: exactly(one)}, facts) in answers)

    def has_room_for(self, times: int) -> bool:
        """May so many be asked about one by one?"""
        return times <= self._room

    @contextmanager
    def asking(self, times: int) -> Iterator[None]:
        """While so many are asked about one by one, so many fewer are for each of them."""
        before, self._room = self._room, self._room // max(times, 1)
        try:
            yield
        finally:
            self._room = before

    def varieties(
        self, term: Term, names: Names, facts: KnownFacts = NOTHING_KNOWN, certain: bool = False
    ) -> list[int]:
        """The varieties a set of them may have."""
        mask = self.certain(term, names, facts) if certain else self.members(term, names, facts)
        return [number for number in range(len(self.supplies)) if mask >> number & 1]

    # ------------------------------------------------------------------ elements

    def elements(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """The set of all elements a term can stand for, without nothing; -1 if it may be any."""
        match term:
            case t.IfElse(condition, then, otherwise):
                which = self.truth(condition, names, facts)
                if which != PERHAPS:
                    return self.elements(then if which == ALWAYS else otherwise, names, facts)
                known, named = self.if_there(condition, names, facts)
                return self.elements(then, named, known) | self.elements(otherwise, names, facts)
            case t.Bind(name, value, body):
                return self.elements(body, {**names, name: self.bound(value, names, facts)}, facts)
            case t.Local(name) if name in names:
                among = names[name].among
                return self._by_number(term, names, facts) & (-1 if among is None else among)
            case t.Apply(name, arguments):
                derived = self._in_definition(self.elements, name, arguments, names, facts)
                return self._by_number(term, names, facts) & derived
            case t.BestIn(name, domain, body, _, default):
                best = self.elements(body, self.with_element(name, domain, names, facts), facts)
                return best | self.elements(default, names, facts)
            case t.Lowest(of) | t.Highest(of):
                return self.members(of, names, facts)
            case t.FirstIn(name, domain, body):
                inside = self.with_element(name, domain, names, facts)
                return self._domain(domain, names, facts) & self._asked_of(t.Local(name), body, inside, facts)
            case t.Entry(table, index):
                among = self.bound_of_entry(table, self.index(index, names, facts)).among
                return -1 if among is None else among
            case t.Arithmetic("+", t.Const(base), offset) if base >= 0 and self.in_play:
                # `your Hand`: the first Hand, and as many further as the number of the player, if there is one.
                mask = self.elements(offset, names, facts)
                return mask << base if mask >= 0 else -1
            case _:
                return self._by_number(term, names, facts)

    def _asked_of(self, element: t.Local, body: Term, names: Names, facts: KnownFacts) -> int:
        """What an element can be of which this holds: it is in each set that it has to be in."""
        match body:
            case t.Holds(of, held) if held == element:
                return self.members(of, names, facts)
            case t.And(parts):
                found = -1
                for part in parts:
                    found &= self._asked_of(element, part, names, facts)
                return found
            case _:
                return -1

    def _by_number(self, term: Term, names: Names, facts: KnownFacts) -> int:
        low, high = self.number(term, names, facts)
        return between(max(low, 0), high) if high >= 0 else 0

    def index(self, term: Term, names: Names, facts: KnownFacts) -> Bound:
        """Which entry of a table is meant."""
        low, high = self.number(term, names, facts)
        among = self.elements(term, names, facts)
        return Bound(low, high, among=None if among < 0 else among)

    @abstractmethod
    def if_there(self, condition: Term, names: Names, facts: KnownFacts) -> tuple[KnownFacts, Names]:
        """What is known where a value is only asked for if something is there, not nothing."""

    # -------------------------------------------------------------------- domains

    def _domain(self, domain: Domain, names: Names, facts: KnownFacts) -> int:
        if isinstance(domain, t.Members):
            return self.members(domain.set, names, facts)
        among = self.element(domain, names, facts).among
        return -1 if among is None else among

    def with_element(
        self, name: str, domain: Domain, names: Names, facts: KnownFacts = NOTHING_KNOWN
    ) -> dict[str, Bound]:
        """The names, with that of an element of the domain."""
        return {**names, name: self.element(domain, names, facts)}

    def element(self, domain: Domain, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Bound:
        """What an element of a domain can be."""
        match domain:
            case t.Members(of):
                return _one_of(self.members(of, names, facts))
            case t.Between(low, high):
                return bounded(self.number(low, names, facts)[0], self.number(high, names, facts)[1])
            case t.Listed(table, index):
                return _one_of(self.listed(table, self.index(index, names, facts).among).among or 0)
            case t.CellList(region):
                least, most = self.region_range(region)
                return bounded(max(least, 0), most)
            case t.Tokens(varieties, places):
                return _one_of(self.tokens_among(varieties, places, names, facts))

    def tokens_among(self, varieties: Term, places: Term, names: Names, facts: KnownFacts) -> int:
        """The tokens of some varieties that can be in some places."""
        return self.token(self.members(varieties, names, facts), self.members(places, names, facts)).among or 0

    def with_parameters(
        self, parameters: tuple[Parameter, ...], names: Names, facts: KnownFacts = NOTHING_KNOWN
    ) -> dict[str, Bound]:
        """The names, with what may be chosen for each parameter."""
        found = dict(names)
        for parameter in parameters:
            found[parameter.name] = self.element(parameter.domain, found, facts)
        return found


def _one_of(elements: int) -> Bound:
    """An element of a set; where there is none, whatever is said of it is true."""
    return one_of(elements, nothing=False) if elements > 0 else Bound(0, among=0 if elements == 0 else None)
