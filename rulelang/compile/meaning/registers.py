"""What every meaning of phrases, values and conditions is told, and the registers by which one asks for another.

Each form of sentence part has one function, which its module registers (`@reads`, `@states`, `@narrows`). Parts stand
inside one another in any order; `Meaning` finds the function by the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeVar

from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.groups import Group
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.graph.terms import Term
from rulelang.tree import nodes as tree

P = TypeVar("P")
R = TypeVar("R")


class Meaning:
    """Reads parts of sentences into typed terms."""

    def __init__(self, book: CompileContext) -> None:
        self.book = book
        self.world = book.world

    def value(self, node: tree.Value | tree.NumberLiteral, scope: Scope, expect: Sort | None = None) -> Typed:
        """A value, or a phrase that stands for one thing; `expect` helps to choose between things of one name."""
        return VALUES[type(node)](self, node, scope, expect)

    def condition(self, node: tree.Condition, scope: Scope) -> Term:
        """A condition."""
        return CONDITIONS[type(node)](self, node, scope)

    def each(self, read: Callable[[P], R], parts: Iterable[P]) -> list[R]:
        """Parts that are read for themselves: what is wrong is told of every one."""
        found: list[R] = []
        wrong: list[Misread] = []
        for part in parts:
            try:
                found.append(read(part))
            except Misread as misread:
                wrong.append(misread)
        for one in wrong[1:]:
            self.book.report(one.diagnostic)
        if wrong:
            raise wrong[0]
        return found


ReadValue: TypeAlias = Callable[[Meaning, Any, Scope, Sort | None], Typed]
ReadCondition: TypeAlias = Callable[[Meaning, Any, Scope], Term]
Narrow: TypeAlias = Callable[[Meaning, Group, Any, Scope, tree.SetPhrase], Group]
V = TypeVar("V", bound=ReadValue)
C = TypeVar("C", bound=ReadCondition)
F = TypeVar("F", bound=Narrow)

#: How each form of value or phrase is read.
VALUES: Final[dict[type, ReadValue]] = {}
#: How each form of condition is read.
CONDITIONS: Final[dict[type, ReadCondition]] = {}
#: How each form of filter narrows a group.
FILTERS: Final[dict[type, Narrow]] = {}


def reads(*forms: type) -> Callable[[V], V]:
    """Register the function that reads some forms of values."""

    def register(function: V) -> V:
        VALUES.update(dict.fromkeys(forms, function))
        return function

    return register


def states(*forms: type) -> Callable[[C], C]:
    """Register the function that reads some forms of conditions."""

    def register(function: C) -> C:
        CONDITIONS.update(dict.fromkeys(forms, function))
        return function

    return register


def narrows(*forms: type) -> Callable[[F], F]:
    """Register the function that narrows a group by some forms of filters."""

    def register(function: F) -> F:
        FILTERS.update(dict.fromkeys(forms, function))
        return function

    return register
