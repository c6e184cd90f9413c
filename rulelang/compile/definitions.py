"""The sentences of definitions: their heads, and all sentences about one name as phrases ask for them. Phrases say
names, and do not know how these are woven (`functions.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.diagnostics import Diagnostic
from rulelang.graph.program import Function
from rulelang.graph.terms import Term
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class HeadSlot:
    """A parameter as written in a head: a noun that may carry adjectives (patterns), `it`, or a constant. `you` are
    whoever it is, and `another` thing is none of the others."""

    preposition: str
    noun: tree.Noun | None
    constant: tree.Value | None = None
    is_it: bool = False
    is_you: bool = False
    is_another: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """`a player's Influence over a Caste at a Field`: name, subject and arguments. `yours` marks `your X`."""

    name: str
    subject: HeadSlot | None
    arguments: tuple[HeadSlot, ...]
    yours: bool
    is_condition: bool
    span: tree.Node

    @property
    def prepositions(self) -> tuple[str, ...]:
        return tuple(sorted(slot.preposition for slot in self.arguments))

    @property
    def of_you(self) -> bool:
        """Are `you` one of those it is about?"""
        return self.yours or any(slot.is_you for slot in self.arguments)


@dataclass(frozen=True, slots=True)
class DefinitionClause:
    """One sentence of a definition, and where it stands."""

    head: Head
    node: tree.Definition
    placed: Placed

    @property
    def speaks_of_you(self) -> bool:
        return not self.placed.sorts.isdisjoint((tree.You, tree.Yours))

    @property
    def asks_who_acts(self) -> bool:
        """Are `you` who acts? In a head they are whoever it is asked about, in a text who it is in force for."""
        return self.speaks_of_you and not self.head.of_you and self.placed.text is None


def read_clause(placed: Placed) -> DefinitionClause | None:
    """The clause in an item, if the item is a definition."""
    node = placed.item
    if not isinstance(node, tree.DefineValue | tree.DefineClamp | tree.DefineDoubled | tree.DefineMay):
        return None
    head = read_head(node)
    return None if head is None else DefinitionClause(head, node, placed)


def read_head(node: tree.Definition) -> Head | None:
    """Split a definition's head. A condition has its name on the right: `a Field is Open for a Tile`."""
    base, arguments = _flatten(node.head)
    if isinstance(base, tree.Introduced | tree.Another | tree.You | tree.It) and isinstance(node, tree.DefineValue):
        return _condition_head(base, node)
    slots = tuple(_slot(preposition, argument) for preposition, argument in arguments)
    match base:
        case tree.Yours(noun):
            player = tree.Noun(None, "player", span=base.span)
            return Head(noun_text(noun), HeadSlot("", player), slots, True, False, node.head)
        case tree.OfThing(owner, noun):
            return Head(noun_text(noun), _slot("", owner), slots, False, False, node.head)
        case tree.Its(noun):
            return Head(noun_text(noun), HeadSlot("", None, is_it=True), slots, False, False, node.head)
        case tree.The(noun):
            return Head(noun_text(noun), None, slots, False, False, node.head)
        case _:
            pass
    return None


def _condition_head(base: tree.Phrase, node: tree.DefineValue) -> Head | None:
    name, arguments = _flatten(node.value)
    if not isinstance(name, tree.BareName):
        return None
    slots = tuple(_slot(preposition, argument) for preposition, argument in arguments)
    yours = isinstance(base, tree.You)
    subject = HeadSlot("", tree.Noun(None, "player", span=base.span)) if yours else _slot("", base)
    return Head(name.word.text, subject, slots, yours, True, node.head)


def _flatten(term: tree.Value) -> tuple[tree.Value, list[tuple[str, tree.Value]]]:
    found: list[tuple[str, tree.Value]] = []
    while isinstance(term, tree.ValueFor):
        found.append((term.preposition, term.argument))
        term = term.term
    return term, found[::-1]


def _slot(preposition: str, argument: tree.Value) -> HeadSlot:
    match argument:
        case tree.Introduced(noun):
            return HeadSlot(preposition, noun)
        case tree.Another(noun):
            return HeadSlot(preposition, noun, is_another=True)
        case tree.It():
            return HeadSlot(preposition, None, is_it=True)
        case tree.You():
            return HeadSlot(preposition, tree.Noun(None, "player", span=argument.span), is_you=True)
        case tree.Yours(tree.Noun(builtin="opponent")):
            return HeadSlot(preposition, None, constant=argument, is_another=True)
        case _:
            return HeadSlot(preposition, None, constant=argument)


def is_variable(node: tree.Item) -> bool:
    """`the Leader is a player` declares a variable, it defines nothing."""
    return (
        isinstance(node, tree.DefineValue)
        and isinstance(node.head, tree.The)
        and isinstance(node.value, tree.Introduced)
        and node.change is None
        and node.condition is None
    )


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
    #: Does a sentence turn pieces, so that they may lie face down in an open place?
    pieces_turn: bool

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

    def value_of(
        self, name: str, owner: Typed | None, arguments: GivenArguments, scope: Scope, span: Span
    ) -> Typed | None:
        """`the owner's NAME [for ...]`, or `the NAME [for ...]` of the game."""

    def choices(
        self, name: str, owner: Typed, arguments: GivenArguments, scope: Scope, span: Span
    ) -> tuple[Term, Sort] | None:
        """The set of values `choose your NAME` offers."""
