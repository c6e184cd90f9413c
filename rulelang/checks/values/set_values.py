"""Which members a set may have and has for certain, and what a domain goes through.

A set of members is a number whose bits are the members; -1 stands for "anything may be in it".
"""

from __future__ import annotations

from abc import abstractmethod

from rulelang.checks.values.cell_values import NO_NAMES, CellValues, Names
from rulelang.checks.values.intervals import ALWAYS, FAR, NEVER, PERHAPS, WIDEST, Range, between
from rulelang.checks.values.known_facts import NOTHING_KNOWN, Content, KnownFacts
from rulelang.graph.program import Parameter
from rulelang.graph.terms import (
    Apply,
    Arithmetic,
    Between,
    Bind,
    Both,
    Cell,
    Const,
    Domain,
    Either,
    Entry,
    Filtered,
    FirstIn,
    Highest,
    IfElse,
    InLine,
    Leading,
    Listed,
    Lowest,
    Members,
    Reached,
    Single,
    Term,
    TokenPlaces,
    WhileIn,
    Without,
)


class Sets(CellValues):
    """Sets, elements and domains of one program."""

    @abstractmethod
    def truth(self, condition: Term | None, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """NEVER, ALWAYS or PERHAPS."""

    @abstractmethod
    def told(self, term: Term, facts: KnownFacts) -> Range:
        """Between what a term is said to lie by the facts alone."""

    # ------------------------------------------------------------------- members

    def members(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """A set that holds every member the term can have; -1 if anything may be in it."""
        match term:
            case Const(value):
                return value
            case Both(parts):
                found = -1
                for part in parts:
                    found &= self.members(part, names, facts)
                return found
            case Either(parts):
                found = 0
                for part in parts:
                    found |= self.members(part, names, facts)
                return found
            case Without(left, right):
                return self.members(left, names, facts) & ~self.certain(right, names, facts)
            case Single(element):
                return self.elements(element, names, facts)
            case Filtered(name, domain, body):
                if self.truth(body, self.with_element(name, domain, names, facts), facts) == NEVER:
                    return 0
                return self._domain(domain, names, facts)
            case WhileIn(_, domain, _) | Leading(_, domain, _):
                return self._domain(domain, names, facts)
            case Reached(start, _, through):
                return self.members(start, names, facts) | self.members(through, names, facts)
            case IfElse(condition, then, otherwise):
                answer = self.truth(condition, names, facts)
                if answer != PERHAPS:
                    return self.members(then if answer == ALWAYS else otherwise, names, facts)
                return self.members(then, names, facts) | self.members(otherwise, names, facts)
            case Bind(name, value, body):
                return self.members(body, {**names, name: self.number(value, names, facts)}, facts)
            case Entry(table, index):
                return self.table_members(table, self.number(index, names, facts))
            case Apply(function):
                return self._of_definition(function, facts)
            case Cell(region, index):
                content = self.content(region, index, names, facts)
                if content is not None:
                    return content[1]
                known = self.layout.regions.get(region)
                return (1 << known.high) - 1 if known is not None and known.high <= WIDEST else -1
            case TokenPlaces(varieties):
                found = 0
                for variety in self.varieties(varieties, names, facts):
                    found |= self.token_places(variety, facts)[1]
                return found
            case InLine():
                return (1 << len(self.layout.places)) - 1
            case _:
                return -1

    def _of_definition(self, name: str, facts: KnownFacts) -> int:
        function = self.program.functions.get(name)
        if function is None or function.kind != "set" or self.settling > 3:
            return -1
        self.settling += 1
        found = self.members(function.body, NO_NAMES, facts)
        self.settling -= 1
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
            case Const(value):
                return value
            case Single(element):
                low, high = self.number(element, names, facts)
                return 1 << low if low == high >= 0 else 0
            case Either(parts):
                found = 0
                for part in parts:
                    found |= self.certain(part, names, facts)
                return found
            case Both(parts) if facts.sets:
                found = -1
                for part in parts:
                    found &= self.certain(part, names, facts)
                return found
            case Without(left, right) if facts.sets:
                return self.certain(left, names, facts) & ~self.members(right, names, facts)
            case Entry(table, index):
                low, high = self.number(index, names, facts)
                return max(0, self.table_members(table, (low, high))) if low == high else 0
            case Cell(region, index):
                content = self.content(region, index, names, facts)
                return content[0] if content is not None else 0
            case TokenPlaces(varieties) if facts.sets:
                found = 0
                for variety in self.varieties(varieties, names, facts, certain=True):
                    found |= self.token_places(variety, facts)[0]
                return found
            case _:
                return 0

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
            case IfElse(condition, then, otherwise):
                which = self.truth(condition, names, facts)
                if which != PERHAPS:
                    return self.elements(then if which == ALWAYS else otherwise, names, facts)
                known, named = self.if_there(condition, names, facts)
                return self.elements(then, named, known) | self.elements(otherwise, names, facts)
            case Bind(name, value, body):
                return self.elements(body, {**names, name: self.number(value, names, facts)}, facts)
            case Lowest(of) | Highest(of):
                return self.members(of, names, facts)
            case FirstIn(_, domain, _):
                return self._domain(domain, names, facts)
            case Entry(table, index):
                return self.entries(table, self.number(index, names, facts))
            case Arithmetic("+", Const(base), offset) if base >= 0:
                # `your Hand`: the first Hand, and as many further as the number of the player, if there is one.
                mask = self.elements(offset, names, facts)
                return mask << base if mask >= 0 else -1
            case _:
                low, high = self.number(term, names, facts)
                return between(max(low, 0), high) if high >= 0 else 0

    @abstractmethod
    def if_there(self, condition: Term, names: Names, facts: KnownFacts) -> tuple[KnownFacts, Names]:
        """What is known where a value is only asked for if something is there, not nothing."""

    # -------------------------------------------------------------------- domains

    def _domain(self, domain: Domain, names: Names, facts: KnownFacts) -> int:
        if isinstance(domain, Members):
            return self.members(domain.set, names, facts)
        low, high = self._element(domain, names, facts)
        return between(max(low, 0), high)

    def with_element(
        self, name: str, domain: Domain, names: Names, facts: KnownFacts = NOTHING_KNOWN
    ) -> dict[str, Range]:
        """The names, with that of an element of the domain."""
        return {**names, name: self._element(domain, names, facts)}

    def _element(self, domain: Domain, names: Names, facts: KnownFacts) -> Range:
        match domain:
            case Members(of):
                mask = self.members(of, names, facts)
                return ((mask & -mask).bit_length() - 1, mask.bit_length() - 1) if mask > 0 else (0, FAR)
            case Between(low, high):
                return self.number(low, names, facts)[0], self.number(high, names, facts)[1]
            case Listed(table, _):
                within = self.bounds.listed(table)
                return within.low or 0, within.high if within.high is not None and within.among else FAR
            case _:
                return -1, FAR

    def with_parameters(
        self, parameters: tuple[Parameter, ...], names: Names, facts: KnownFacts = NOTHING_KNOWN
    ) -> dict[str, Range]:
        """The names, with what may be chosen for each parameter."""
        found = dict(names)
        for parameter in parameters:
            found[parameter.name] = self._element(parameter.domain, found, facts)
        return found
