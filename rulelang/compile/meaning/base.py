"""What the readers of phrases, groups, values and conditions ask of one another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rulelang.compile.context import Book
from rulelang.compile.groups import Group
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Sort, Typed
from rulelang.graph.terms import Term
from rulelang.source import Span
from rulelang.tree import nodes as tree


class Reader(ABC):
    """Reads parts of sentences into typed terms. The concrete reader is put together in `meaning/__init__.py`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.world = book.world

    @abstractmethod
    def value(self, node: tree.Value | tree.Number, scope: Scope, expect: Sort | None = None) -> Typed:
        """A value; `expect` helps to choose between things of one name."""

    @abstractmethod
    def phrase(self, node: tree.Phrase, scope: Scope, expect: Sort | None = None) -> Typed:
        """A phrase that stands for one thing."""

    @abstractmethod
    def property_of(
        self, owner: Typed, noun: tree.Noun, scope: Scope, arguments: Sequence[tuple[str, Typed]] = ()
    ) -> Typed:
        """`the owner's noun`"""

    @abstractmethod
    def group(self, node: tree.SetPhrase, scope: Scope) -> Group:
        """A set phrase."""

    @abstractmethod
    def noun_group(self, noun: tree.Noun, scope: Scope) -> Group:
        """Adjectives and a class, without filters."""

    @abstractmethod
    def introduce(self, noun: tree.Noun, scope: Scope) -> tuple[str, Group]:
        """`a Stone Ship`: the word it is referred to by later, and the group it comes from."""

    @abstractmethod
    def condition(self, node: tree.Condition, scope: Scope) -> Term:
        """A condition."""

    @abstractmethod
    def adjective(self, name: str, element: Typed, scope: Scope, span: Span) -> Term | None:
        """The condition an author's adjective puts on an element; None if it is no adjective of such elements."""

    @abstractmethod
    def position(self, scope: Scope, span: Span) -> Typed:
        """`the position`"""

    @abstractmethod
    def place_of(self, thing: Typed, span: Span) -> Term:
        """The place a phrase stands for: a place itself, or where a piece or token is."""
