"""What phrases ask of definitions: they say names, and do not know how these are woven (`functions.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from rulelang.compile.definition_heads import DefinitionClause
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Sort, Typed
from rulelang.diagnostics import Diagnostic
from rulelang.graph.program import Function
from rulelang.graph.terms import Term
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

#: What a definition is told beside the thing it is asked of, each with its preposition.
GivenArguments: TypeAlias = Sequence[tuple[str, Typed]]


@dataclass(slots=True)
class Family:
    """All sentences about one name for one class of subject."""

    name: str
    title: str
    subject: str
    prepositions: tuple[str, ...]
    is_condition: bool
    clauses: list[DefinitionClause] = field(default_factory=list)
    result: Sort | None = None
    maybe: bool = False
    order: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    """What its general sentence depends on besides the subject: the prepositions, and the class behind each."""
    working: bool = False
    broken: Diagnostic | None = None
    """What is wrong with it: told once, not again wherever it is used."""


class DefinedNames(Protocol):
    """All definitions of a rulebook, by their names."""

    families: dict[str, list[Family]]
    #: Those that are woven.
    program: dict[str, Function]
    #: Can a player leave the game before it is over?
    players_leave: bool

    def known(self) -> list[str]:
        """All defined names."""

    def known_for(self, nouns: set[str]) -> list[str]:
        """The values defined for a class."""

    def is_predicate(self, name: str) -> bool:
        """Is there a condition of this name?"""

    def said_of(self, name: str) -> str | None:
        """The class a condition of this name is defined for."""

    def prepositions(self, name: str) -> tuple[str, ...]:
        """What a condition of this name has to be told beside the thing it is asked of."""

    def class_of_argument(self, family: Family) -> str:
        """The class of the first thing a definition depends on besides its subject."""

    def predicate(self, name: str, element: Typed, arguments: GivenArguments, scope: Scope, span: Span) -> Term | None:
        """`the element is NAME [for ...]` if such a condition is defined for such an element."""

    def of_owner(self, name: str, owner: Typed, arguments: GivenArguments, scope: Scope, span: Span) -> Typed | None:
        """`the owner's NAME [for ...]`"""

    def without_owner(self, name: str, arguments: GivenArguments, scope: Scope, span: Span) -> Typed | None:
        """`the NAME [for ...]`"""

    def choices(
        self, name: str, owner: Typed, arguments: GivenArguments, scope: Scope, span: Span
    ) -> tuple[Term, Sort] | None:
        """The set of values `choose your NAME` offers."""
