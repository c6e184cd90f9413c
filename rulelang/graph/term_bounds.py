"""What the value of every term can be in any state that the layout allows, whether play comes to it or not.

Executors may rely on this: a position may have been made by hand. What holds in the positions that play comes to is
more (`rulelang/checks/values`, which begins with what tables and layout say here).
"""

from __future__ import annotations

from typing import TypeAlias

from rulelang.graph import terms
from rulelang.graph.bit_sets import members, set_of
from rulelang.graph.bounds import ANYTHING, NO_SCOPE, TRUTH, WIDEST, Bound, Scope, join, number, one_of, subset, union
from rulelang.graph.evaluate import Definitions
from rulelang.graph.layout import Layout, Region, TokenStore
from rulelang.graph.program import Function
from rulelang.graph.shape import free_locals
from rulelang.graph.terms import Domain, Term
from rulelang.graph.terms.fingerprints import MODULUS

_Asked: TypeAlias = tuple[Term, tuple[Bound | None, ...]]


class TermBounds:
    """Bounds of the terms of one program."""

    def __init__(self, of: Definitions) -> None:
        self.layout: Layout = of.layout
        self.tables: dict[str, tuple[int, ...]] = dict(of.tables)
        self.lists: dict[str, tuple[tuple[int, ...], ...]] = dict(of.lists)
        self.functions: dict[str, Function] = dict(of.functions)
        self._of_entries: dict[tuple[str, int | None, bool], Bound] = {}
        self._of_listed: dict[tuple[str, int | None], Bound] = {}
        self._of_tokens: dict[tuple[int | None, int | None], Bound] = {}
        self._sizes: dict[tuple[str, int | None], int] = {}
        self._themselves: dict[tuple[str, int], bool] = {}
        self._names: dict[Term, tuple[str, ...]] = {}
        self._bounds: dict[_Asked, Bound] = {}
        self._insides: dict[_Asked, int | None] = {}

    def region(self, name: str) -> Region:
        """A region of the layout."""
        return self.layout.regions[name]

    def stores(self, varieties: int | None) -> list[TokenStore]:
        """Where the tokens of some varieties are counted."""
        tokens = self.layout.tokens
        return list(tokens) if varieties is None else [tokens[v] for v in members(varieties) if v < len(tokens)]

    @property
    def every_variety(self) -> int:
        return (1 << len(self.layout.varieties)) - 1

    def _asked(self, term: Term, scope: Scope) -> _Asked:
        """What the answer for a term hangs on: what is known of the locals in it."""
        names = self._names.get(term)
        if names is None:
            names = self._names[term] = tuple(sorted(free_locals(term)))
        return term, tuple(map(scope.get, names))

    def bound(self, term: Term, scope: Scope = NO_SCOPE) -> Bound:
        """What the value of a term can be."""
        asked = self._asked(term, scope)
        known = self._bounds.get(asked)
        if known is None:
            known = self._bounds[asked] = self._bound(term, scope)
        return known

    def _bound(self, term: Term, scope: Scope) -> Bound:
        match term:
            case terms.Const(value):
                among = None if value >= WIDEST else 1 << value if value >= 0 else 0
                return Bound(value, value, value if value >= 0 else None, among)
            case terms.Local(name):
                return scope.get(name, ANYTHING)
            case terms.Cell(region, _):
                return self._cell_bound(region)
            case terms.Entry(table, index):
                return self.bound_of_entry(table, self.bound(index, scope))
            case terms.Arithmetic():
                return self._arithmetic_bound(term, scope)
            case terms.IfElse(_, then, otherwise):
                return join(self.bound(then, scope), self.bound(otherwise, scope))
            case terms.Bind(name, value, body):
                return self.bound(body, {**scope, name: self.bound(value, scope)})
            case terms.Apply(function, arguments):
                called = self.functions[function]
                given = [self.bound(argument, scope) for argument in arguments]
                return self.bound(called.body, dict(zip(called.parameters, given, strict=True)))
            case terms.Size(elements):
                inside = self.bound(elements, scope).inside
                return number(0, None if inside is None else inside.bit_count())
            case terms.Lowest(elements) | terms.Highest(elements):
                inside = self.bound(elements, scope).inside
                return Bound(-1, None) if inside is None else one_of(inside, nothing=True)
            case terms.VarietyOf():
                return one_of(self.every_variety, nothing=True)
            case terms.PlaceOf():
                return one_of((1 << len(self.layout.places)) - 1, nothing=True)
            case terms.TokenAt(variety, place):
                return self._token_number(self.bound(variety, scope), self.bound(place, scope))
            case terms.TokenCount():
                return Bound(0, None)
            case terms.Fingerprint():
                return number(0, MODULUS - 1)
            case terms.SumIn(name, domain, body):
                return self._sum_bound(name, domain, body, scope)
            case terms.BestIn(name, domain, body, _, default):
                inner = {**scope, name: self.element(domain, scope)}
                return join(self.bound(body, inner), self.bound(default, scope))
            case terms.FirstIn(name, domain, body):
                found = self.element(domain, scope)
                return Bound(-1 if found.low is None else min(found.low, -1), found.high, among=found.among)
            case _:
                return TRUTH if isinstance(term, terms.TruthTerm) else subset(self.inside(term, scope))

    def _token_number(self, variety: Bound, place: Bound) -> Bound:
        low = 0 if variety.never_nothing and place.never_nothing else -1
        if variety.high is None or place.high is None:
            return Bound(low, None)
        return Bound(low, variety.high + len(self.layout.varieties) * place.high)

    def inside(self, term: Term, scope: Scope = NO_SCOPE) -> int | None:
        """A set that contains the value of a term, if one is known."""
        asked = self._asked(term, scope)
        if asked not in self._insides:
            self._insides[asked] = self._inside(term, scope)
        return self._insides[asked]

    def _inside(self, term: Term, scope: Scope) -> int | None:
        match term:
            case terms.Single(element):
                return self.bound(element, scope).among
            case terms.Both(parts):
                known = [inside for part in parts if (inside := self.inside(part, scope)) is not None]
                if not known:
                    return None
                found = known[0]
                for inside in known[1:]:
                    found &= inside
                return found
            case terms.Either(parts):
                return union([self.inside(part, scope) for part in parts])
            case terms.Without(left, right):
                left_inside = self.inside(left, scope)
                taken = right.value if isinstance(right, terms.Const) else 0
                return None if left_inside is None else left_inside & ~taken
            case terms.Reached(_, _, through):
                return self.inside(through, scope)
            case terms.InLine(_, rays, _, _):
                return set_of(element for ray in self.lists[rays] for element in ray)
            case terms.Arithmetic("*", left, terms.Const(factor)) if factor.bit_count() == 1:
                shifted = self.inside(left, scope)
                return None if shifted is None else shifted * factor
            case terms.Arithmetic("//", left, terms.Const(factor)) if factor.bit_count() == 1:
                shifted = self.inside(left, scope)
                return None if shifted is None else shifted // factor
            case terms.IfElse(_, then, otherwise):
                return union([self.inside(then, scope), self.inside(otherwise, scope)])
            case terms.TokenPlaces(varieties):
                stores = self.stores(self.inside(varieties, scope))
                return union([store.set_places if store.set_cell >= 0 else 0 for store in stores])
            case terms.Filtered(_, domain, _) | terms.WhileIn(_, domain, _) | terms.Leading(_, domain, _):
                return self.element(domain, scope).among
            case _:
                return self.bound(term, scope).inside

    def largest(self, term: Term, scope: Scope = NO_SCOPE) -> int | None:
        """How many elements a set can have at most, if that is known."""
        match term:
            case terms.Entry(table, index):
                return self._largest_entry(table, self.bound(index, scope).among)
            case terms.Single():
                return 1
            case terms.Without(left, _):
                return self.largest(left, scope)
            case terms.Both(parts):
                return min((size for part in parts if (size := self.largest(part, scope)) is not None), default=None)
            case terms.Either(parts):
                sizes = [self.largest(part, scope) for part in parts]
                together = None if None in sizes else sum(size for size in sizes if size is not None)
                inside = self.inside(term, scope)
                return together if inside is None or together is None else min(together, inside.bit_count())
            case terms.IfElse(_, then, otherwise):
                pair = (self.largest(then, scope), self.largest(otherwise, scope))
                return None if pair[0] is None or pair[1] is None else max(pair[0], pair[1])
            case _:
                inside = self.inside(term, scope)
                return None if inside is None else inside.bit_count()

    def element(self, domain: Domain, scope: Scope = NO_SCOPE) -> Bound:
        """What an element of a domain can be."""
        match domain:
            case terms.Members(elements):
                inside = self.inside(elements, scope)
                return Bound(0, None) if inside is None else one_of(inside, nothing=False)
            case terms.Between(low, high):
                return number(self.bound(low, scope).low, self.bound(high, scope).high)
            case terms.Listed(table, index):
                return self.listed(table, self.bound(index, scope).among)
            case terms.CellList(region, _, _):
                found = self.region(region)
                return number(max(found.low, 0), found.high)
            case terms.Tokens(varieties, places):
                return self._token_bound(self.inside(varieties, scope), self.inside(places, scope))

    def _largest_entry(self, table: str, among: int | None) -> int:
        key = (table, among)
        if key not in self._sizes:
            entries = self.tables[table]
            chosen = entries if among is None else [entries[i] for i in members(among) if i < len(entries) - 1]
            self._sizes[key] = max((entry.bit_count() for entry in chosen), default=0)
        return self._sizes[key]

    def listed(self, table: str, among: int | None = None) -> Bound:
        """What the elements of the lists with these numbers can be."""
        key = (table, among)
        if key not in self._of_listed:
            lists = self.lists[table]
            chosen = lists if among is None else [lists[i] for i in members(among) if i < len(lists)]
            self._of_listed[key] = one_of(set_of(value for listed in chosen for value in listed), nothing=False)
        return self._of_listed[key]

    def _token_bound(self, varieties: int | None, places: int | None) -> Bound:
        key = (varieties, places)
        if key not in self._of_tokens:
            self._of_tokens[key] = self._bound_of_tokens(varieties, places)
        return self._of_tokens[key]

    def _bound_of_tokens(self, varieties: int | None, places: int | None) -> Bound:
        layout = self.layout
        kinds = self.every_variety if varieties is None else varieties
        where = (1 << len(layout.places)) - 1 if places is None else places
        return one_of(
            set_of(v + len(layout.varieties) * p for p in members(where) for v in members(kinds)), nothing=False
        )

    def _cell_bound(self, name: str) -> Bound:
        region = self.region(name)
        if region.kind == "number":
            return number(region.low, region.high)
        if region.high >= WIDEST:
            return Bound(low=0)
        everything = (1 << region.high) - 1
        if region.role == "tokens":
            everything = union([store.set_places for store in self.layout.tokens]) or 0
        return subset(everything)

    def is_itself(self, table: str, among: int) -> bool:
        """Are some entries of a table their own numbers?"""
        key = (table, among)
        if key not in self._themselves:
            entries = self.tables[table]
            self._themselves[key] = all(entries[i] == i for i in members(among) if i < len(entries))
        return self._themselves[key]

    def bound_of_entry(self, table: str, index: Bound) -> Bound:
        """What an entry of a table can be."""
        key = (table, index.among, index.never_nothing)
        if key not in self._of_entries:
            self._of_entries[key] = self._bound_of_entries(table, index)
        return self._of_entries[key]

    def _bound_of_entries(self, table: str, index: Bound) -> Bound:
        entries = self.tables[table]
        chosen = list(entries)
        if index.among is not None:
            chosen = [entries[i] for i in members(index.among) if i < len(entries) - 1]
            chosen += [] if index.never_nothing else [entries[-1]]
        if not chosen:
            return ANYTHING
        inside = union(list(chosen)) if min(chosen) >= 0 else None
        among = set_of(value for value in chosen if value >= 0) if max(chosen) < WIDEST else None
        return Bound(min(chosen), max(chosen), inside, among)

    def _arithmetic_bound(self, term: terms.Arithmetic, scope: Scope) -> Bound:
        left, right = self.bound(term.left, scope), self.bound(term.right, scope)
        if left.low is None or left.high is None or right.low is None or right.high is None:
            return Bound(0 if term.operation in "+*" and left.never_nothing and right.never_nothing else None)
        match term.operation:
            case "+":
                return number(left.low + right.low, left.high + right.high)
            case "-":
                return number(left.low - right.high, left.high - right.low)
            case "*":
                ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
                return number(min(ends), max(ends))
            case "min":
                return number(min(left.low, right.low), min(left.high, right.high))
            case "max":
                return number(max(left.low, right.low), max(left.high, right.high))
            case _:
                return number(0, left.high) if left.low >= 0 and right.low >= 0 else ANYTHING

    def _sum_bound(self, name: str, domain: Domain, body: Term, scope: Scope) -> Bound:
        element = self.element(domain, scope)
        each = self.bound(body, {**scope, name: element})
        if element.among is None or each.low is None or each.high is None:
            return Bound(0 if each.never_nothing else None)
        most = element.among.bit_count()
        if isinstance(domain, terms.CellList | terms.Listed):
            return Bound(0 if each.never_nothing else None)
        return number(min(0, each.low * most), max(0, each.high * most))
