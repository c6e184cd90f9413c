"""Texts of cards, tiles and values: whom they belong to and when they are in force (`works for`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.contradictions import contradict
from rulelang.compile.groups import Group
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import exceptions as wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import YES, all_of, any_of, either, holds, is_there, negate, same
from rulelang.graph.terms import AnyIn, Const, Local, Members, Term
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rulelang.compile.definitions import DefinitionClause, HeadSlot
    from rulelang.compile.meaning import Meaning

IT: Literal["it"] = "it"
Pattern: TypeAlias = tree.Value | Literal["it"] | None
"""What a sentence says about one of the things it is for; `it` is the thing whose text the sentence stands in."""


#: Phrases that speak of the player a text is in force for.
_OF_YOU = (tree.You, tree.Yours)


@dataclass(frozen=True, slots=True)
class TextOwner:
    """What a text group belongs to: elements of one class (all pieces of a title, or one member of a kind)."""

    sort: Sort
    elements: int
    title: str


class Texts:
    """Knows the owner of each text, and the `works for` sentence of its class."""

    def __init__(self, book: CompileContext, items: Iterable[Placed]) -> None:
        self.book = book
        self.reader: Meaning
        self.works: dict[str, tuple[tree.Works, Placed]] = {}
        self.names: list[str] = []
        self.owners: dict[str, TextOwner] = {}
        for placed in items:
            if isinstance(placed.item, tree.Works) and isinstance(placed.item.subject, tree.Introduced):
                name = book.world.plurals(noun_text(placed.item.subject.noun))
                if name in self.works:
                    first, _ = self.works[name]
                    book.report(wording.two_bases(placed.item.span, f"{name} works for", first.span))
                self.works.setdefault(name, (placed.item, placed))
                if noun_text(placed.item.noun) != "player":
                    book.report(thing_wording.not_somebody(placed.item.noun.span, f"a {noun_text(placed.item.noun)}"))
            elif isinstance(placed.item, tree.TextGroup):
                self.names.append(placed.item.name.text)

    def owner(self, text: tree.TextGroup) -> TextOwner | None:
        """The elements a text belongs to."""
        if not self.owners:
            self.owners.update(self._owners())
        return self.owners.get(text.name.text)

    def _owners(self) -> dict[str, TextOwner]:
        """Whatever may have a text: pieces before members of kinds before spaces, of one name."""
        world = self.book.world
        sorts: dict[str, Sort] = {}
        masks: dict[str, int] = {}
        for number, piece in enumerate(world.individuals):
            sorts.setdefault(piece.name, Sort("piece", piece.kind))
            masks[piece.name] = masks.get(piece.name, 0) | 1 << number
        found = {name: TextOwner(sort, masks[name], name) for name, sort in sorts.items()}
        for kind in world.kinds.values():
            for number, name in enumerate(kind.members):
                if name not in found:
                    found[name] = TextOwner(Sort("member", kind.name), 1 << number, name)
        for space in world.spaces.values():
            for place, name in zip(space.places, space.members, strict=True):
                if name not in found:
                    found[name] = TextOwner(Sort("place", space.name), 1 << place, name)
        return found

    def class_of(self, placed: Placed) -> str:
        """The class of the text an item stands in."""
        owner = self.owner(placed.text) if placed.text is not None else None
        return owner.sort.noun if owner is not None else ""

    def is_text(self, placed: Placed, element: Typed) -> Term:
        """Is the element (one of) the thing whose text this is?"""
        owner = self.owner(placed.text) if placed.text is not None else None
        return YES if owner is None else holds(Const(owner.elements), element.term)

    def only_bearer(self, placed: Placed) -> Typed | None:
        """The one thing that bears the text an item stands in."""
        owner = self.owner(placed.text) if placed.text is not None else None
        if owner is None or owner.elements.bit_count() != 1:
            return None
        return Typed(Const(owner.elements.bit_length() - 1), owner.sort)

    def speaks_of_you(self, placed: Placed) -> bool:
        """Does an item in a text speak of the player the text is in force for?"""
        return placed.text is not None and any(sort in placed.sorts for sort in _OF_YOU)

    def in_force(self, placed: Placed, scope: Scope, of_a_player: bool, others: int) -> Term:
        """Is the text an item stands in in force? Always, outside texts; for the player who acts; for anybody where the
        item is `of_a_player` without speaking of `you`, or where nobody acts. So many times `another player` is
        another than the player it is of."""
        if placed.text is None:
            return YES
        another = [one for one in placed.every(tree.Another) if one.noun.builtin == "player"]
        speaks = self.speaks_of_you(placed) or len(another) > others
        if not speaks and of_a_player:
            return self.works_for(placed.text, None)
        acting = self.works_for(placed.text, scope.you)
        if speaks or scope.you is None or acting == YES:
            return acting
        return either(is_there(scope.you.term), acting, self.works_for(placed.text, None))

    def somebody(self, placed: Placed, besides: list[Typed], asked: Callable[[Typed], Term]) -> Typed | None:
        """The first player but these for whom the text an item stands in is in force, and what it asks holds; if the
        text is in force for some only."""
        if placed.text is None:
            return None
        local = self.book.local("holder")
        holder = Typed(Local(local), PLAYER)
        works = self.works_for(placed.text, holder)
        if works == YES:
            return None
        apart = [negate(same(holder.term, one.term)) for one in besides if one.sort == PLAYER]
        found = Group(PLAYER, local, players_in(self.reader), where=all_of((works, *apart, asked(holder))))
        return Typed(found.nth("first"), PLAYER, maybe=True)

    def works_for(self, text: tree.TextGroup, player: Typed | None) -> Term:
        """Does the text work for a player?"""
        owner = self.owner(text)
        if owner is None:
            raise Misread(wording.text_of_nothing(text.name.span, text.name.text))
        entry = self._sentence(owner)
        if entry is None:
            return YES
        if player is None:
            # A text that speaks of nobody's doings is in force if it is so for anybody.
            local = self.book.local("holder")
            holders = Members(players_in(self.reader))
            return AnyIn(local, holders, self.works_for(text, Typed(Local(local), PLAYER)))
        works, _ = entry
        assert isinstance(works.subject, tree.Introduced)
        element = self.book.local(owner.sort.noun)
        name = self.book.world.plurals(noun_text(works.subject.noun))
        sort = Sort(owner.sort.form, name if owner.sort.form != "member" else owner.sort.noun)
        facts = []
        members = [i for i in range(owner.elements.bit_length()) if owner.elements >> i & 1]
        single = len(members) == 1
        one = Typed(Const(members[0]) if single else Local(element), sort)
        inner = Scope(you=player, it=one).naming(name, one).naming(noun_text(works.noun), player)
        fact = self.reader.condition(works.condition, inner)
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

    def disjoint(self, one: DefinitionClause, other: DefinitionClause) -> bool:
        """Can two clauses never apply together? Shown by different constants or adjectives in their patterns, or by
        texts of one class of which only one can be in force."""
        pairs = [(a, b) for a in one.head.arguments for b in other.head.arguments if a.preposition == b.preposition]
        if one.head.subject is not None and other.head.subject is not None:
            pairs.append((one.head.subject, other.head.subject))
        for first, second in pairs:
            if self.apart(_written(first), one.placed, _written(second), other.placed):
                return True
        conditions = [getattr(clause.node, "condition", None) for clause in (one, other)]
        if contradict(conditions[0], conditions[1], self._marks()):
            return True
        return self.only_one(one.placed, other.placed)

    def _marks(self) -> set[str]:
        """Marks and conditions of the rulebook's own: names of which several may hold of one thing."""
        families = self.book.functions.families
        conditions = {name for name, found in families.items() if any(family.is_condition for family in found)}
        return conditions | {name for _, name in self.book.world.flags}

    def apart(self, one: Pattern, here: Placed, other: Pattern, there: Placed) -> bool:
        """Do two patterns never fit the same thing: other names, other adjectives, or `it` in texts of other things?"""
        if one == other == IT:
            owners = [self.owner(placed.text) if placed.text is not None else None for placed in (here, there)]
            return None not in owners and owners[0] != owners[1]
        if isinstance(one, tree.BareName) and isinstance(other, tree.BareName):
            return one != other
        if isinstance(one, tree.Introduced) and isinstance(other, tree.Introduced):
            words = [noun.name.text if noun.name else "" for noun in (one.noun, other.noun)]
            return words[0] != words[1] and self._exclusive(words[0], words[1])
        return False

    def _exclusive(self, one: str, other: str) -> bool:
        """Do two nouns start with different members of one kind?"""
        for kind in self.book.world.kinds.values():
            firsts = [next((m for m in kind.members if text.startswith(m + " ")), None) for text in (one, other)]
            if None not in firsts and firsts[0] != firsts[1]:
                return True
        return False

    def only_one(self, one: Placed, other: Placed) -> bool:
        """Texts of sides of one piece, or of pieces in a place for one: only one can be in force for a player."""
        if one.text is None or other.text is None or one.text.name.text == other.text.name.text:
            return False
        first, second = self.owner(one.text), self.owner(other.text)
        if first is None or second is None or first.sort != second.sort:
            return False
        entry = self._sentence(first)
        return entry is not None and _speaks_of_one(entry[0].condition, self.book)


def _written(slot: HeadSlot) -> Pattern:
    """A slot of a pattern as the phrase it was written as."""
    if slot.is_it:
        return IT
    if slot.noun is not None:
        return tree.Introduced(slot.noun, span=slot.noun.span)
    return slot.constant


def _speaks_of_one(condition: tree.Condition, book: CompileContext) -> bool:
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
