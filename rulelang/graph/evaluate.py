"""The value of every term, read off its definition. Obvious, and slower than what executors generate, which is tested
against this.

A term is made ready once, when it is first asked for: a function of the state and of what local names stand for, made
of those of its parts. So nobody asks again and again what kind of term it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from math import prod
from operator import itemgetter, not_
from typing import Any, Final, Protocol, TypeAlias, assert_never

from rulelang.graph import terms
from rulelang.graph.bit_sets import members, set_of, union_of
from rulelang.graph.faults import Fault
from rulelang.graph.layout import Layout
from rulelang.graph.operations import COMPARED, WORKED_OUT, in_line, reached, single
from rulelang.graph.program import Function
from rulelang.graph.state import Locals, Storage, Vector
from rulelang.graph.terms.fingerprints import MODULUS

#: Answers `Possible`, which needs the flow of the game: (state, locals, term) -> truth.
LookAhead = Callable[[Vector, Locals, terms.Possible], bool]

#: A term, or a domain, that is ready to be asked.
Ready: TypeAlias = Callable[[Vector, Locals], int]
ReadyDomain: TypeAlias = Callable[[Vector, Locals], Iterable[int]]


class Definitions(Protocol):
    """What terms refer to by name: a program, or what there is of it while it is made."""

    @property
    def layout(self) -> Layout:
        """The cells of the state."""

    @property
    def tables(self) -> Mapping[str, tuple[int, ...]]:
        """The static tables."""

    @property
    def lists(self) -> Mapping[str, tuple[tuple[int, ...], ...]]:
        """The static tables of lists."""

    @property
    def functions(self) -> Mapping[str, Function]:
        """The derived values."""


class Terms:
    """Evaluates the terms of one program."""

    def __init__(self, program: Definitions, storage: Storage, look_ahead: LookAhead) -> None:
        self.program: Final = program
        self._storage: Final = storage
        self._look_ahead: Final = look_ahead
        self._ready: Final[dict[terms.Term | terms.Domain, Any]] = {}
        self._called: Final[dict[str, tuple[tuple[str, ...], Ready]]] = {}
        looks = storage.varieties
        self._makers: Final[dict[type, Callable[[Any], Ready]]] = {
            terms.Const: self._constant,
            terms.Local: self._local,
            terms.Cell: self._cell,
            terms.Entry: self._entry,
            terms.Arithmetic: self._arithmetic,
            terms.Compare: self._compare,
            terms.Not: self._worked_out(not_, "inside"),
            terms.And: self._and,
            terms.Or: self._or,
            terms.IfElse: self._if_else,
            terms.Bind: self._bind,
            terms.Apply: self._apply,
            terms.Possible: self._possible,
            terms.Fingerprint: self._fingerprint,
            terms.Holds: self._holds,
            terms.Single: self._worked_out(single, "element"),
            terms.Both: self._both,
            terms.Either: self._either,
            terms.Without: self._worked_out(lambda left, right: left & ~right, "left", "right"),
            # Asked of the set itself, which `why` replaces by one of which only some members are known.
            terms.Size: self._worked_out(lambda elements: elements.bit_count(), "set"),
            terms.Lowest: self._worked_out(lambda elements: next(members(elements), -1), "set"),
            terms.Highest: self._worked_out(lambda elements: elements.bit_length() - 1, "set"),
            terms.Reached: self._reached,
            terms.InLine: self._in_line,
            terms.HasLine: self._has_line,
            terms.VarietyOf: self._worked_out(lambda token: token % looks if token >= 0 else -1, "token"),
            terms.PlaceOf: self._worked_out(lambda token: token // looks if token >= 0 else -1, "token"),
            terms.TokenAt: self._worked_out(
                lambda kind, place: kind + looks * place if min(kind, place) >= 0 else -1, "variety", "place"
            ),
            terms.TokenCount: self._token_count,
            terms.TokenPlaces: self._token_places,
            terms.AnyIn: self._any_in,
            terms.AllIn: self._all_in,
            terms.SumIn: self._sum_in,
            terms.BestIn: self._best_in,
            terms.FirstIn: self._first_in,
            terms.Filtered: self._filtered,
            terms.WhileIn: self._while_in,
            terms.Leading: self._leading,
        }

    def value(self, state: Vector, values: Locals, term: terms.Term) -> int:
        """The value of `term` where its free locals have `values`."""
        return int(self._of(term)(state, values))

    def applied(self, state: Vector, function: str, given: tuple[int, ...]) -> int:
        """The value of a derived function."""
        called = self._called.get(function)
        if called is None:
            found = self.program.functions[function]
            called = self._called[function] = found.parameters, self._of(found.body)
        parameters, body = called
        return body(state, dict(zip(parameters, given, strict=True)))

    def cell(self, region: str, index: int) -> int:
        """The number of a cell in the vector."""
        found = self.program.layout.regions[region]
        if not 0 <= index < found.length:
            raise Fault(f"there is no {region} number {index}")
        return found.base + index

    def elements(self, state: Vector, values: Locals, domain: terms.Domain) -> list[int]:
        """The elements of a domain in its order."""
        return list(self._domain(domain)(state, values))

    def ranks(
        self, state: Vector, values: Locals, name: str, element: int, keys: Sequence[tuple[bool, terms.Term]]
    ) -> list[int]:
        """What an element is sorted by: smaller comes first."""
        inner = {**values, name: element}
        return [-self.value(state, inner, key) if highest else self.value(state, inner, key) for highest, key in keys]

    def _of(self, term: terms.Term) -> Ready:
        ready: Ready | None = self._ready.get(term)
        if ready is None:
            ready = self._ready[term] = self._makers[type(term)](term)
        return ready

    def _all(self, parts: Iterable[terms.Term]) -> tuple[Ready, ...]:
        return tuple(self._of(part) for part in parts)

    def _worked_out(self, work_out: Callable[..., int], *parts: str) -> Callable[[Any], Ready]:
        """Of a form whose value hangs on the values of its parts alone."""

        def make(term: terms.Term) -> Ready:
            first, *more = [self._of(getattr(term, part)) for part in parts]
            if not more:
                return lambda state, values: work_out(first(state, values))
            (second,) = more
            return lambda state, values: work_out(first(state, values), second(state, values))

        return make

    # ---------------------------------------------------------------------------------------------- one at a time

    def _constant(self, term: terms.Const) -> Ready:
        value = term.value
        return lambda *_: value

    def _local(self, term: terms.Local) -> Ready:
        name = term.name
        return lambda _, values: values[name]

    def _cell(self, term: terms.Cell) -> Ready:
        region, index = self.program.layout.regions[term.region], self._of(term.index)
        name, base, length = term.region, region.base, region.length

        def ready(state: Vector, values: Locals) -> int:
            at = index(state, values)
            return state[base + at] if 0 <= at < length else self.cell(name, at)

        return ready

    def _entry(self, term: terms.Entry) -> Ready:
        entries, index = self.program.tables[term.table], self._of(term.index)
        last = len(entries) - 1

        def ready(state: Vector, values: Locals) -> int:
            at = index(state, values)
            if not -1 <= at < last:
                raise Fault(f"the table {term.table} has no entry {at}")
            return entries[at]

        return ready

    def _arithmetic(self, term: terms.Arithmetic) -> Ready:
        left, right, work_out = self._of(term.left), self._of(term.right), WORKED_OUT[term.operation]
        return lambda state, values: work_out(left(state, values), right(state, values))

    def _compare(self, term: terms.Compare) -> Ready:
        left, right, compared = self._of(term.left), self._of(term.right), COMPARED[term.operation]
        return lambda state, values: compared(left(state, values), right(state, values))

    def _and(self, term: terms.And) -> Ready:
        parts = self._all(term.parts)

        def ready(state: Vector, values: Locals) -> int:
            for part in parts:
                if not part(state, values):
                    return 0
            return 1

        return ready

    def _or(self, term: terms.Or) -> Ready:
        parts = self._all(term.parts)

        def ready(state: Vector, values: Locals) -> int:
            for part in parts:
                if part(state, values):
                    return 1
            return 0

        return ready

    def _if_else(self, term: terms.IfElse) -> Ready:
        condition, then, otherwise = self._all((term.condition, term.then, term.otherwise))
        return lambda state, values: (then if condition(state, values) else otherwise)(state, values)

    def _bind(self, term: terms.Bind) -> Ready:
        name, value, body = term.name, self._of(term.value), self._of(term.body)
        return lambda state, values: body(state, {**values, name: value(state, values)})

    def _apply(self, term: terms.Apply) -> Ready:
        function, arguments = term.function, self._all(term.arguments)
        return lambda state, values: self.applied(state, function, tuple([one(state, values) for one in arguments]))

    def _possible(self, term: terms.Possible) -> Ready:
        return lambda state, values: self._look_ahead(state, values, term)

    def _fingerprint(self, term: terms.Fingerprint) -> Ready:
        parts = [self._all(factors) for factors in term.parts]
        return lambda state, values: (
            sum(prod(factor(state, values) for factor in factors) for factors in parts) % MODULUS
        )

    # ------------------------------------------------------------------------------------------------------- sets

    def _holds(self, term: terms.Holds) -> Ready:
        elements, element = self._of(term.set), self._of(term.element)

        def ready(state: Vector, values: Locals) -> int:
            found = element(state, values)
            return elements(state, values) >> found & 1 if found >= 0 else 0

        return ready

    def _both(self, term: terms.Both) -> Ready:
        first, *others = self._all(term.parts)

        def ready(state: Vector, values: Locals) -> int:
            found = first(state, values)
            for other in others:
                found &= other(state, values)
            return found

        return ready

    def _either(self, term: terms.Either) -> Ready:
        parts = self._all(term.parts)

        def ready(state: Vector, values: Locals) -> int:
            found = 0
            for part in parts:
                found |= part(state, values)
            return found

        return ready

    def _reached(self, term: terms.Reached) -> Ready:
        start, through, neighbours = self._of(term.start), self._of(term.through), self.program.tables[term.neighbours]
        return lambda state, values: reached(start(state, values), neighbours, through(state, values))

    def _in_line(self, term: terms.InLine) -> Ready:
        start, through, rays = self._of(term.start), self._of(term.through), self.program.lists[term.rays]
        return lambda state, values: in_line(start(state, values), rays, term.directions, through(state, values))

    def _has_line(self, term: terms.HasLine) -> Ready:
        elements, listed = self._of(term.set), self._listed(term.lines, term.index)

        def ready(state: Vector, values: Locals) -> int:
            missing = ~elements(state, values)
            return any(line & missing == 0 for line in listed(state, values))

        return ready

    # ----------------------------------------------------------------------------------------------------- tokens

    def _token_count(self, term: terms.TokenCount) -> Ready:
        variety, place, count = self._of(term.variety), self._of(term.place), self._storage.token_count
        return lambda state, values: count(state, variety(state, values), place(state, values))

    def _token_places(self, term: terms.TokenPlaces) -> Ready:
        varieties, store_of = self._of(term.varieties), self._storage.store_of

        def ready(state: Vector, values: Locals) -> int:
            stores = [store_of(kind) for kind in members(varieties(state, values))]
            return union_of(state[store.set_cell] for store in stores if store.set_cell >= 0)

        return ready

    # ------------------------------------------------------------------------------------------------------ folds

    def _domain(self, domain: terms.Domain) -> ReadyDomain:
        ready: ReadyDomain | None = self._ready.get(domain)
        if ready is None:
            ready = self._ready[domain] = self._made_domain(domain)
        return ready

    def _made_domain(self, domain: terms.Domain) -> ReadyDomain:
        match domain:
            case terms.Members(elements):
                among = self._of(elements)
                return lambda state, values: members(among(state, values))
            case terms.Between(low, high):
                least, most = self._of(low), self._of(high)
                return lambda state, values: range(least(state, values), most(state, values) + 1)
            case terms.Listed(table, index):
                return self._listed(table, index)
            case terms.CellList(region, start, backwards):
                first = self._of(start)

                def listed(state: Vector, values: Locals) -> Iterable[int]:
                    cell = self.cell(region, first(state, values))
                    found = state[cell + 1 : cell + 1 + state[cell]]
                    return found[::-1] if backwards else found

                return listed
            case terms.Tokens(varieties, places):
                kinds, where = self._of(varieties), self._of(places)
                return lambda state, values: self._storage.tokens(state, kinds(state, values), where(state, values))
            case _:
                assert_never(domain)

    def _listed(self, table: str, index: terms.Term) -> Callable[[Vector, Locals], tuple[int, ...]]:
        lists, number = self.program.lists[table], self._of(index)

        def ready(state: Vector, values: Locals) -> tuple[int, ...]:
            at = number(state, values)
            if not -1 <= at < len(lists):
                raise Fault(f"the table {table} has no list {at}")
            return lists[at]

        return ready

    def _results(
        self, term: terms.SumIn | terms.BestIn | terms.FirstIn | terms.Filtered | terms.WhileIn
    ) -> Callable[[Vector, Locals], Iterator[tuple[int, int]]]:
        """Each element with what the body is for it."""
        name, elements, body = term.name, self._domain(term.domain), self._of(term.body)

        def ready(state: Vector, values: Locals) -> Iterator[tuple[int, int]]:
            inner = dict(values)
            for element in elements(state, values):
                inner[name] = element
                yield element, body(state, inner)

        return ready

    def _any_in(self, term: terms.AnyIn) -> Ready:
        return self._searched(term, found=1, none=0, wanted=True)

    def _all_in(self, term: terms.AllIn) -> Ready:
        return self._searched(term, found=0, none=1, wanted=False)

    def _searched(self, term: terms.AnyIn | terms.AllIn, *, found: int, none: int, wanted: bool) -> Ready:
        name, elements, body = term.name, self._domain(term.domain), self._of(term.body)

        def ready(state: Vector, values: Locals) -> int:
            inner = dict(values)
            for inner[name] in elements(state, values):
                if (not body(state, inner)) is not wanted:
                    return found
            return none

        return ready

    def _sum_in(self, term: terms.SumIn) -> Ready:
        results = self._results(term)
        return lambda state, values: sum(result for _, result in results(state, values))

    def _best_in(self, term: terms.BestIn) -> Ready:
        results, default, best = self._results(term), self._of(term.default), max if term.greatest else min

        def ready(state: Vector, values: Locals) -> int:
            found = [result for _, result in results(state, values)]
            return best(found) if found else default(state, values)

        return ready

    def _first_in(self, term: terms.FirstIn) -> Ready:
        results = self._results(term)
        return lambda state, values: next((element for element, result in results(state, values) if result), -1)

    def _filtered(self, term: terms.Filtered) -> Ready:
        results = self._results(term)
        return lambda state, values: set_of(element for element, result in results(state, values) if result)

    def _while_in(self, term: terms.WhileIn) -> Ready:
        results = self._results(term)
        return lambda state, values: set_of(element for element, _ in takewhile(itemgetter(1), results(state, values)))

    def _leading(self, term: terms.Leading) -> Ready:
        elements = self._domain(term.domain)

        def ready(state: Vector, values: Locals) -> int:
            ranked = [(self.ranks(state, values, term.name, one, term.keys), one) for one in elements(state, values)]
            best = min((rank for rank, _ in ranked), default=None)
            return set_of(element for rank, element in ranked if rank == best)

        return ready
