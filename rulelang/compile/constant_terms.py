"""What a term is worth when the graph is built: terms that read nothing of the state, as plain functions.

`known(term, book)` gives a function from the values of the term's locals to its value, or None if the term reads the
state (a cell, a token, whether something is possible): such a term is known only in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeAlias

from rulelang.compile.context import Book
from rulelang.graph import terms as t
from rulelang.graph.build import elements_of

Values: TypeAlias = Mapping[str, int]
Known: TypeAlias = Callable[[Values], int]
KnownDomain: TypeAlias = Callable[[Values], Iterable[int]]

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "//": lambda left, right: left // right if right else 0,
    "/^": lambda left, right: -(-left // right) if right else 0,
    "min": min,
    "max": max,
}


class ReadsState(Exception):
    """The term depends on the position."""


def known(term: t.Term, book: Book) -> Known | None:
    """The term as a function of its locals, if it depends on nothing else."""
    try:
        return _Reader(book).term(term)
    except ReadsState:
        return None


def _always(value: int, _values: Values) -> int:
    return value


class _Reader:
    """Turns terms into functions."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def term(self, term: t.Term) -> Known:
        match term:
            case t.Const():
                return partial(_always, term.value)
            case t.Local(name):
                return self._local(name)
            case t.Entry(table, index):
                entries, at = self.book.tables[table], self.term(index)
                return lambda values: entries[at(values)]
            case t.Arithmetic(operation, left, right):
                return self._two(_OPERATIONS[operation], left, right)
            case t.Compare(comparison, left, right):
                return self._two(_COMPARISONS[comparison], left, right)
            case t.Not(inside):
                fact = self.term(inside)
                return lambda values: not fact(values)
            case t.And(parts):
                facts = [self.term(part) for part in parts]
                return lambda values: all(fact(values) for fact in facts)
            case t.Or(parts):
                facts = [self.term(part) for part in parts]
                return lambda values: any(fact(values) for fact in facts)
            case t.IfElse(condition, then, otherwise):
                asked, yes, no = self.term(condition), self.term(then), self.term(otherwise)
                return lambda values: yes(values) if asked(values) else no(values)
            case t.Bind(name, value, body):
                bound, inner = self.term(value), self.term(body)
                return lambda values: inner({**values, name: bound(values)})
            case t.Apply(function, arguments):
                return self._apply(function, arguments)
            case _:
                return self._set(term)

    @staticmethod
    def _local(name: str) -> Known:
        def value(values: Values) -> int:
            if name not in values:
                raise ReadsState
            return values[name]

        return value

    def _two(self, operation: Callable[[int, int], int], left: t.Term, right: t.Term) -> Known:
        one, other = self.term(left), self.term(right)
        return lambda values: operation(one(values), other(values))

    def _apply(self, function: str, arguments: tuple[t.Term, ...]) -> Known:
        called = self.book.functions.program.get(function)
        if called is None:
            raise ReadsState
        body = self.term(called.body)
        given = [(name, argument) for name, argument in zip(called.parameters, arguments, strict=True)]
        filled = [(name, self.term(argument)) for name, argument in given if argument != t.Const(-1)]
        return lambda values: body({name: argument(values) for name, argument in filled})

    def _set(self, term: t.Term) -> Known:
        match term:
            case t.Holds(of, element):
                holding, one = self.term(of), self.term(element)
                return lambda values: (found := one(values)) >= 0 and holding(values) >> found & 1
            case t.Single(element):
                one = self.term(element)
                return lambda values: 1 << found if (found := one(values)) >= 0 else 0
            case t.Both(parts) | t.Either(parts):
                return self._joined(parts, union=isinstance(term, t.Either))
            case t.Without(left, right):
                return self._two(lambda one, other: one & ~other, left, right)
            case t.Size(of):
                holding = self.term(of)
                return lambda values: holding(values).bit_count()
            case t.Lowest(of):
                holding = self.term(of)
                return lambda values: next(elements_of(holding(values)), -1)
            case t.Highest(of):
                holding = self.term(of)
                return lambda values: holding(values).bit_length() - 1
            case _:
                return self._fold(term)

    def _joined(self, parts: tuple[t.Term, ...], union: bool) -> Known:
        sets = [self.term(part) for part in parts]

        def value(values: Values) -> int:
            found = sets[0](values)
            for one in sets[1:]:
                found = found | one(values) if union else found & one(values)
            return found

        return value

    def _fold(self, term: t.Term) -> Known:
        match term:
            case t.AnyIn(name, domain, body):
                run, fact = self._domain(domain), self.term(body)
                return lambda values: any(fact({**values, name: one}) for one in run(values))
            case t.AllIn(name, domain, body):
                run, fact = self._domain(domain), self.term(body)
                return lambda values: all(fact({**values, name: one}) for one in run(values))
            case t.SumIn(name, domain, body):
                run, amount = self._domain(domain), self.term(body)
                return lambda values: sum(amount({**values, name: one}) for one in run(values))
            case t.FirstIn(name, domain, body):
                run, fact = self._domain(domain), self.term(body)
                return lambda values: next((one for one in run(values) if fact({**values, name: one})), -1)
            case t.Filtered(name, domain, body):
                run, fact = self._domain(domain), self.term(body)
                return lambda values: sum(1 << one for one in run(values) if fact({**values, name: one}))
            case _:
                raise ReadsState

    def _domain(self, domain: t.Domain) -> KnownDomain:
        match domain:
            case t.Members(of):
                holding = self.term(of)
                return lambda values: elements_of(holding(values))
            case t.Between(low, high):
                first, last = self.term(low), self.term(high)
                return lambda values: range(first(values), last(values) + 1)
            case t.Listed(table, index):
                lists, at = self.book.lists[table], self.term(index)
                return lambda values: lists[at(values)]
            case _:
                raise ReadsState
