"""The value of every term, read off its definition. Slow and obvious: the generated code is tested against this."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Final, assert_never

from interpreter.engine.executor import Fault, Locals, Vector
from interpreter.engine.storage import Storage, members
from rulelang.graph import terms
from rulelang.graph.program import Program
from rulelang.graph.terms.fingerprints import MODULUS

#: Answers `Possible`, which needs the flow of the game: (state, locals, term) -> truth.
LookAhead = Callable[[Vector, Locals, terms.Possible], bool]


class Terms:
    """Evaluates terms of one program."""

    def __init__(self, program: Program, storage: Storage, look_ahead: LookAhead) -> None:
        self.program: Final = program
        self._storage: Final = storage
        self._look_ahead: Final = look_ahead

    def value(self, state: Vector, values: Locals, term: terms.Term) -> int:
        """The value of `term` where its free locals have `values`."""
        match term:
            case terms.Const(value):
                return value
            case terms.Local(name):
                return values[name]
            case terms.Cell(region, index):
                return state[self.cell(region, self.value(state, values, index))]
            case terms.Entry(table, index):
                return self._entry(table, self.value(state, values, index))
            case terms.Arithmetic(operation, left, right):
                return arithmetic(operation, self.value(state, values, left), self.value(state, values, right))
            case terms.Compare(operation, left, right):
                return compare(operation, self.value(state, values, left), self.value(state, values, right))
            case terms.Not(inside):
                return int(not self.value(state, values, inside))
            case terms.And(parts):
                return int(all(self.value(state, values, part) for part in parts))
            case terms.Or(parts):
                return int(any(self.value(state, values, part) for part in parts))
            case terms.IfElse(condition, then, otherwise):
                return self.value(state, values, then if self.value(state, values, condition) else otherwise)
            case terms.Bind(name, value, body):
                return self.value(state, {**values, name: self.value(state, values, value)}, body)
            case terms.Apply():
                return self.applied(state, values, term)
            case terms.Possible():
                return int(self._look_ahead(state, values, term))
            case terms.Fingerprint(parts):
                products = (prod(self.value(state, values, factor) for factor in factors) for factors in parts)
                return sum(products) % MODULUS
            case (
                terms.Holds()
                | terms.Single()
                | terms.Both()
                | terms.Either()
                | terms.Without()
                | terms.Size()
                | terms.Lowest()
                | terms.Highest()
            ):
                return self._set_value(state, values, term)
            case terms.Reached(start, neighbours, through):
                inside_set = self.value(state, values, through)
                return reached(self.value(state, values, start), self.program.tables[neighbours], inside_set)
            case terms.InLine(start, rays, directions, through):
                lists = self.program.lists[rays]
                origin, inside_set = self.value(state, values, start), self.value(state, values, through)
                return in_line(origin, lists, directions, inside_set)
            case terms.HasLine(elements, lines, index):
                found = self.value(state, values, elements)
                listed = self._listed(lines, self.value(state, values, index))
                return int(any(line & ~found == 0 for line in listed))
            case terms.VarietyOf() | terms.PlaceOf() | terms.TokenAt() | terms.TokenCount() | terms.TokenPlaces():
                return self._token_value(state, values, term)
            case (
                terms.AnyIn()
                | terms.AllIn()
                | terms.SumIn()
                | terms.BestIn()
                | terms.FirstIn()
                | terms.Filtered()
                | terms.WhileIn()
                | terms.Leading()
            ):
                return self._fold(state, values, term)
            case _:
                assert_never(term)

    def applied(self, state: Vector, values: Locals, term: terms.Apply) -> int:
        """The value of a derived function."""
        called = self.program.functions[term.function]
        given = [self.value(state, values, argument) for argument in term.arguments]
        return self.value(state, dict(zip(called.parameters, given, strict=True)), called.body)

    def cell(self, region: str, index: int) -> int:
        """The number of a cell in the vector."""
        found = self.program.layout.regions[region]
        if not 0 <= index < found.length:
            raise Fault(f"there is no {region} number {index}")
        return found.base + index

    def elements(self, state: Vector, values: Locals, domain: terms.Domain) -> list[int]:
        """The elements of a domain in its order."""
        match domain:
            case terms.Members(elements):
                return list(members(self.value(state, values, elements)))
            case terms.Between(low, high):
                return list(range(self.value(state, values, low), self.value(state, values, high) + 1))
            case terms.Listed(table, index):
                return list(self._listed(table, self.value(state, values, index)))
            case terms.CellList(region, start, backwards):
                cell = self.cell(region, self.value(state, values, start))
                listed = state[cell + 1 : cell + 1 + state[cell]]
                return listed[::-1] if backwards else listed
            case terms.Tokens(varieties, places):
                return self._storage.tokens(
                    state, self.value(state, values, varieties), self.value(state, values, places)
                )
            case _:
                assert_never(domain)

    def ranks(
        self, state: Vector, values: Locals, name: str, element: int, keys: Sequence[tuple[bool, terms.Term]]
    ) -> list[int]:
        """What an element is sorted by: smaller comes first."""
        inner = {**values, name: element}
        return [-self.value(state, inner, key) if highest else self.value(state, inner, key) for highest, key in keys]

    def _entry(self, table: str, index: int) -> int:
        entries = self.program.tables[table]
        if not -1 <= index < len(entries) - 1:
            raise Fault(f"the table {table} has no entry {index}")
        return entries[index]

    def _listed(self, table: str, index: int) -> tuple[int, ...]:
        lists = self.program.lists[table]
        if not -1 <= index < len(lists):
            raise Fault(f"the table {table} has no list {index}")
        return lists[index]

    def _set_value(
        self,
        state: Vector,
        values: Locals,
        term: terms.Holds
        | terms.Single
        | terms.Both
        | terms.Either
        | terms.Without
        | terms.Size
        | terms.Lowest
        | terms.Highest,
    ) -> int:
        match term:
            case terms.Holds(elements, element):
                found = self.value(state, values, element)
                return int(found >= 0 and self.value(state, values, elements) >> found & 1)
            case terms.Single(element):
                found = self.value(state, values, element)
                return 1 << found if found >= 0 else 0
            case terms.Both(parts):
                first, *others = (self.value(state, values, part) for part in parts)
                for other in others:
                    first &= other
                return first
            case terms.Either(parts):
                union = 0
                for part in parts:
                    union |= self.value(state, values, part)
                return union
            case terms.Without(left, right):
                return self.value(state, values, left) & ~self.value(state, values, right)
            case terms.Size(elements):
                return self.value(state, values, elements).bit_count()
            case terms.Lowest(elements):
                return next(members(self.value(state, values, elements)), -1)
            case terms.Highest(elements):
                return self.value(state, values, elements).bit_length() - 1
            case _:
                assert_never(term)

    def _token_value(
        self,
        state: Vector,
        values: Locals,
        term: terms.VarietyOf | terms.PlaceOf | terms.TokenAt | terms.TokenCount | terms.TokenPlaces,
    ) -> int:
        storage = self._storage
        match term:
            case terms.VarietyOf(token):
                found = self.value(state, values, token)
                return found % storage.varieties if found >= 0 else -1
            case terms.PlaceOf(token):
                found = self.value(state, values, token)
                return found // storage.varieties if found >= 0 else -1
            case terms.TokenAt(variety, place):
                kind, where = self.value(state, values, variety), self.value(state, values, place)
                return kind + storage.varieties * where if kind >= 0 and where >= 0 else -1
            case terms.TokenCount(variety, place):
                return storage.token_count(state, self.value(state, values, variety), self.value(state, values, place))
            case terms.TokenPlaces(varieties):
                stores = [storage.store_of(kind) for kind in members(self.value(state, values, varieties))]
                found = 0
                for store in stores:
                    found |= state[store.set_cell] if store.set_cell >= 0 else 0
                return found
            case _:
                assert_never(term)

    def _fold(
        self,
        state: Vector,
        values: Locals,
        term: terms.AnyIn
        | terms.AllIn
        | terms.SumIn
        | terms.BestIn
        | terms.FirstIn
        | terms.Filtered
        | terms.WhileIn
        | terms.Leading,
    ) -> int:
        elements = self.elements(state, values, term.domain)
        if isinstance(term, terms.Leading):
            ranked = [(self.ranks(state, values, term.name, element, term.keys), element) for element in elements]
            best = min((rank for rank, _ in ranked), default=None)
            return bits(element for rank, element in ranked if rank == best)
        body = term.body
        results = ((element, self.value(state, {**values, term.name: element}, body)) for element in elements)
        match term:
            case terms.AnyIn():
                return int(any(result for _, result in results))
            case terms.AllIn():
                return int(all(result for _, result in results))
            case terms.SumIn():
                return sum(result for _, result in results)
            case terms.BestIn(greatest=greatest, default=default):
                found = [result for _, result in results]
                if not found:
                    return self.value(state, values, default)
                return max(found) if greatest else min(found)
            case terms.FirstIn():
                return next((element for element, result in results if result), -1)
            case terms.Filtered():
                return bits(element for element, result in results if result)
            case terms.WhileIn():
                leading = 0
                for element, result in results:
                    if not result:
                        break
                    leading |= 1 << element
                return leading
            case _:
                assert_never(term)


def bits(elements: Iterable[int]) -> int:
    """The set of some elements."""
    found = 0
    for element in elements:
        found |= 1 << element
    return found


def reached(start: int, neighbours: tuple[int, ...], through: int) -> int:
    """What can be walked to from the set `start` inside `through`."""
    seen = start & through
    fresh = start
    while fresh:
        found = 0
        for element in members(fresh):
            found |= neighbours[element]
        fresh = found & through & ~seen
        seen |= fresh
    return seen


def in_line(start: int, rays: tuple[tuple[int, ...], ...], directions: int, through: int) -> int:
    """What lies on straight lines from `start`, up to and with the first that is not in `through`."""
    seen = 0
    for ray in rays[start * directions : (start + 1) * directions] if start >= 0 else ():
        for element in ray:
            seen |= 1 << element
            if not through >> element & 1:
                break
    return seen


def arithmetic(operation: str, left: int, right: int) -> int:
    """One operation on two numbers."""
    match operation:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right if right else 0
        case "/^":
            return -(-left // right) if right else 0
        case "min":
            return min(left, right)
        case _:
            return max(left, right)


def compare(operation: str, left: int, right: int) -> int:
    """One comparison of two numbers."""
    match operation:
        case "==":
            return int(left == right)
        case "!=":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case _:
            return int(left >= right)
