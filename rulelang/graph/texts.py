"""Texts of cards, tiles and values: whom they belong to and when they are in force (`works for`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulelang.diagnostics.catalogue import exceptions as wording
from rulelang.graph.book import Book, Misread
from rulelang.graph.build import YES, any_of, holds
from rulelang.graph.scope import Scope
from rulelang.graph.sorts import PLAYER, Sort, Typed
from rulelang.graph.terms import AnyIn, Const, Local, Members, Term
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.graph.heads import Clause


@dataclass(frozen=True, slots=True)
class TextOwner:
    """What a text group belongs to: elements of one class (all pieces of a title, or one member of a kind)."""

    sort: Sort
    elements: int
    title: str


class Texts:
    """Knows the owner of each text, and the `works for` sentence of its class."""

    def __init__(self, book: Book, items: Iterable[Placed]) -> None:
        self.book = book
        self.works: dict[str, tuple[tree.Works, Placed]] = {}
        self.names: list[str] = []
        for placed in items:
            if isinstance(placed.item, tree.Works) and isinstance(placed.item.subject, tree.Introduced):
                name = book.world.plurals(noun_text(placed.item.subject.noun))
                self.works[name] = (placed.item, placed)
            elif isinstance(placed.item, tree.TextGroup):
                self.names.append(placed.item.name.text)

    def owner(self, text: tree.TextGroup) -> TextOwner | None:
        """The elements a text belongs to."""
        world, name = self.book.world, text.name.text
        pieces = [(p, piece) for p, piece in enumerate(world.individuals) if piece.name == name]
        if pieces:
            mask = sum(1 << number for number, _ in pieces)
            return TextOwner(Sort("piece", pieces[0][1].kind), mask, name)
        for kind in world.kinds.values():
            if name in kind.members:
                return TextOwner(Sort("member", kind.name), 1 << kind.index(name), name)
        for space in world.spaces.values():
            if name in space.members:
                return TextOwner(Sort("place", space.name), 1 << (space.first + space.members.index(name)), name)
        return None

    def class_of(self, placed: Placed) -> str:
        """The class of the text an item stands in."""
        owner = self.owner(placed.text) if placed.text is not None else None
        return owner.sort.noun if owner is not None else ""

    def is_text(self, placed: Placed, element: Typed) -> Term:
        """Is the element (one of) the thing whose text this is?"""
        owner = self.owner(placed.text) if placed.text is not None else None
        return YES if owner is None else holds(Const(owner.elements), element.term)

    def in_force(self, placed: Placed, scope: Scope) -> Term:
        """Is the text an item stands in in force for the acting player? Always, outside texts."""
        if placed.text is None:
            return YES
        return self.works_for(placed.text, scope.you)

    def works_for(self, text: tree.TextGroup, player: Typed | None) -> Term:
        """Does the text work for a player?"""
        owner = self.owner(text)
        if owner is None:
            raise Misread(wording.text_of_nothing(text.name.span, text.name.text))
        entry = self._sentence(owner)
        if entry is None:
            return YES
        works, _ = entry
        assert isinstance(works.subject, tree.Introduced)
        element = self.book.local(owner.sort.noun)
        name = self.book.world.plurals(noun_text(works.subject.noun))
        sort = Sort(owner.sort.form, name if owner.sort.form != "member" else owner.sort.noun)
        players = Typed(Const(-1), PLAYER) if player is None else player
        facts = []
        members = [i for i in range(owner.elements.bit_length()) if owner.elements >> i & 1]
        single = len(members) == 1
        one = Typed(Const(members[0]) if single else Local(element), sort)
        inner = Scope(you=players, it=one).naming(name, one).naming(noun_text(works.noun), players)
        fact = self.book.functions.reader.condition(works.condition, inner)
        facts.append(fact if single else AnyIn(element, Members(Const(owner.elements)), fact))
        return any_of(facts)

    def _sentence(self, owner: TextOwner) -> tuple[tree.Works, Placed] | None:
        if owner.sort.noun in self.works:
            return self.works[owner.sort.noun]
        for name in self.book.world.unions_of(owner.sort.noun):
            if name in self.works:
                return self.works[name]
        for kind in self.book.world.pieces.values():
            if kind.titles is not None and kind.titles.name == owner.sort.noun and kind.name in self.works:
                return self.works[kind.name]
        return None

    def disjoint(self, one: Clause, other: Clause) -> bool:
        """Can two clauses never apply together? Shown by different constants or adjectives in their patterns, or by
        texts of one class of which only one can be in force."""
        for first, second in zip(one.head.arguments, other.head.arguments, strict=False):
            words = [slot.noun.name.text if slot.noun and slot.noun.name else "" for slot in (first, second)]
            if words[0] != words[1] and self._exclusive(words[0], words[1]):
                return True
        subjects = [c.head.subject.noun for c in (one, other) if c.head.subject and c.head.subject.noun]
        if len(subjects) == 2:
            words = [noun.name.text if noun.name else "" for noun in subjects]
            if words[0] != words[1] and self._exclusive(words[0], words[1]):
                return True
        conditions = [getattr(clause.node, "condition", None) for clause in (one, other)]
        if None not in conditions and _contradict(conditions[0], conditions[1]):
            return True
        return self._only_one(one.placed, other.placed)

    def _exclusive(self, one: str, other: str) -> bool:
        """Do two nouns start with different members of one kind?"""
        for kind in self.book.world.kinds.values():
            firsts = [next((m for m in kind.members if text.startswith(m + " ")), None) for text in (one, other)]
            if None not in firsts and firsts[0] != firsts[1]:
                return True
        return False

    def _only_one(self, one: Placed, other: Placed) -> bool:
        """Texts of sides of one piece, or of pieces in a place for one: only one can be in force for a player."""
        if one.text is None or other.text is None or one.text.name.text == other.text.name.text:
            return False
        first, second = self.owner(one.text), self.owner(other.text)
        if first is None or second is None or first.sort != second.sort:
            return False
        entry = self._sentence(first)
        return entry is not None and _speaks_of_one(entry[0].condition, self.book)


def _speaks_of_one(condition: tree.Condition, book: Book) -> bool:
    """Does a `works for` condition say that the thing is the value of one variable?"""
    parts = condition.parts if isinstance(condition, tree.AllOf) else (condition,)
    for part in parts:
        if (
            isinstance(part, tree.IsFact)
            and isinstance(part.subject, tree.It)
            and isinstance(part.compare, tree.Equals)
        ):
            value = part.compare.value
            if isinstance(value, tree.The) and ("", noun_text(value.noun)) in book.world.variables:
                return True
    return False


def _contradict(one: tree.Condition | None, other: tree.Condition | None) -> bool:
    """`X is A` and `X is B` with different plain values, or a fact and its denial."""
    if not (isinstance(one, tree.IsFact) and isinstance(other, tree.IsFact)) or one.subject != other.subject:
        return False
    a, b = one.compare, other.compare
    if isinstance(a, tree.Equals) and isinstance(b, tree.Equals):
        if a.negated != b.negated:
            return a.value == b.value
        plain = (tree.Number, tree.Name)
        return not a.negated and a.value != b.value and isinstance(a.value, plain) and isinstance(b.value, plain)
    return False
