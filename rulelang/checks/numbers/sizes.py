"""How many elements a set or a domain can have, and how many tokens there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.checks.numbers.facts import Facts
from rulelang.checks.numbers.linear import ANYTHING, FAR, Interval, near
from rulelang.graph.program import Program
from rulelang.graph.terms import (
    Both,
    Cell,
    Const,
    Domain,
    Either,
    Entry,
    Filtered,
    IfElse,
    Leading,
    Listed,
    Local,
    Members,
    Sequence,
    Single,
    Span,
    Term,
    TokenCount,
    Tokens,
    WhileIn,
    Without,
)

if TYPE_CHECKING:
    from rulelang.checks.numbers.bounds import Bounds


class Sizes:
    """Counts for one program."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self.program = program
        self.bounds = bounds
        self.supplies = [self._supply(number) for number in range(len(program.layout.varieties))]

    def _supply(self, variety: int) -> int:
        """How many tokens of a variety there are: all of them begin in counted places."""
        region = self.program.layout.regions.get(f"tokens {variety} counted")
        return sum(region.start) if region is not None else FAR

    def most(self, of: Term) -> int:
        """The most elements a set can have."""
        match of:
            case Const(value):
                return value.bit_count() if value >= 0 else FAR
            case Single():
                return 1
            case Both(parts):
                return min(self.most(part) for part in parts)
            case Either(parts):
                return near(sum(self.most(part) for part in parts))
            case Without(left):
                return self.most(left)
            case Cell("contents", Const(place)):
                limit = self.program.layout.places[place].limit
                return limit if limit >= 0 else len(self.program.layout.pieces)
            case Cell("contents"):
                return len(self.program.layout.pieces)
            case Entry(table) if table in self.program.tables:
                return max(value.bit_count() if value >= 0 else FAR for value in self.program.tables[table])
            case Filtered(_, domain) | WhileIn(_, domain) | Leading(_, domain):
                return self.count(domain)[1]
            case IfElse(_, then, otherwise):
                return max(self.most(then), self.most(otherwise))
            case _:
                return FAR

    def supply_of(self, variety: Term) -> int:
        """The most tokens of a variety."""
        if isinstance(variety, Const):
            return self.supplies[variety.value] if 0 <= variety.value < len(self.supplies) else 0
        return max(self.supplies, default=0)

    def supply_among(self, varieties: Term) -> int:
        """The most tokens of several varieties together."""
        sets = [varieties]
        if isinstance(varieties, Both):
            sets = list(varieties.parts)
        known = [one.value for one in sets if isinstance(one, Const) and one.value >= 0]
        tables = [self.program.tables[one.table] for one in sets if isinstance(one, Entry)]
        mask = (1 << len(self.supplies)) - 1
        for value in known:
            mask &= value
        choices = [[mask & value for value in table] for table in tables] or [[mask]]
        return min(max(self._all_of(chosen) for chosen in one) for one in choices)

    def _all_of(self, varieties: int) -> int:
        return near(sum(supply for number, supply in enumerate(self.supplies) if varieties >> number & 1))

    def count(self, domain: Domain, facts: Facts | None = None) -> Interval:
        """Between how many elements a domain has."""
        match domain:
            case Members(Const(value)) if value >= 0:
                return value.bit_count(), value.bit_count()
            case Members(of):
                return 0, self.most(of)
            case Span(low, high):
                first, last = (self.bounds.of(end, facts or Facts()) for end in (low, high))
                return max(0, near(last[0] - first[1] + 1)), max(0, near(last[1] - first[0] + 1))
            case Listed(table):
                return 0, max(len(one) for one in self.program.lists[table])
            case Sequence(region):
                return 0, self.program.layout.regions[region].length
            case Tokens(varieties):
                return 0, self.supply_among(varieties)

    def inside(self, name: str, domain: Domain, facts: Facts) -> Facts:
        """What is known of an element of a domain."""
        return self.bounds.between(name, domain, facts) if isinstance(domain, Span) else facts

    def total(self, term: Term, domain: Domain, body: Term, facts: Facts) -> Interval:
        """Between what a sum over a domain lies."""
        if isinstance(domain, Tokens) and _counts_tokens(body):
            return 0, self.supply_among(domain.varieties)
        name = getattr(term, "name", "")
        low, high = self.bounds.of(body, self.inside(name, domain, facts), 3)
        if (low, high) == ANYTHING:
            return ANYTHING
        fewest, most = self.count(domain, facts)
        ends = [near(value * times) for value in (low, high) for times in (fewest, most)]
        return min(ends), max(ends)


def _counts_tokens(body: Term) -> bool:
    """Is it the number of tokens of the look that is gone through?"""
    if isinstance(body, IfElse) and body.otherwise == Const(0):
        body = body.then
    return isinstance(body, TokenCount) and not isinstance(body.variety, Local)
