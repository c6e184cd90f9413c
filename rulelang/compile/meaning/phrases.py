"""Phrases that stand for one thing: `the Die`, `your Hand`, `Kochi`, `it`, `the Tile's Strength`."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence

from rulelang.compile.context import Misread
from rulelang.compile.meaning.nouns import Nouns
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, POSITION, Sort, Typed, number
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import either, is_there
from rulelang.graph.terms import Cell, Const, PlaceOf, Term
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import Counter, Variable
from rulelang.source import Span
from rulelang.tree import nodes as tree


class Phrases(Nouns):
    """Looks names up: first what the sentence introduced, then what the rulebook declares."""

    def phrase(self, node: tree.Phrase, scope: Scope, expect: Sort | None = None) -> Typed:
        match node:
            case tree.The(noun):
                return self._the(noun, scope, expect)
            case tree.Yours(noun):
                return self.property_of(self.you(scope, node.span), noun, scope)
            case tree.Its(noun):
                return self.property_of(self.it(scope, node.span), noun, scope)
            case tree.OfThing(owner, noun):
                return self.property_of(self.phrase(owner, scope), noun, scope)
            case tree.Name(word):
                return self._name(word, scope, expect)
            case tree.Coordinate(text):
                return self._coordinate(text, node.span)
            case tree.You():
                return self.you(scope, node.span)
            case tree.It():
                return self.it(scope, node.span)
            case tree.Introduced() | tree.Another():
                raise Misread(reference_wording.cannot_introduce(node.span, noun_text(node.noun)))
            case tree.After():
                return self.value(node, scope, expect)
            case tree.Chance():
                raise Misread(reference_wording.chance_is_nobody(node.span))

    def you(self, scope: Scope, span: Span) -> Typed:
        """The player who acts."""
        if scope.you is None:
            raise Misread(reference_wording.nobody_acts(span))
        return scope.you

    def it(self, scope: Scope, span: Span) -> Typed:
        """The thing under description."""
        if scope.it is None:
            raise Misread(reference_wording.it_is_nothing(span))
        return scope.it

    # ------------------------------------------------------------ `the X`

    def _the(self, noun: tree.Noun, scope: Scope, expect: Sort | None) -> Typed:
        text = noun_text(noun)
        for name in (text, self.world.plurals(text)):
            if name in scope.names:
                return scope.names[name]
        if noun.name is None and noun.builtin == "position":
            return self.position(scope, noun.span)
        if noun.name is None or noun.builtin is None:
            found = [*self._global(self.world.plurals(text)), *self._global(text)]
            if found:
                return found[0]
            members = list(self._constants(text))
            if members:
                return self.chosen(members, expect, noun.span, text)
        derived = self.book.functions.without_owner(text, (), scope, noun.span)
        if derived is not None:
            return derived
        if noun.name is not None and noun.builtin is None and not self.world.is_class(self.world.plurals(text)):
            only = self._only_one(noun.name, scope)
            if only is not None:
                return only
        if self.world.is_class(self.world.plurals(text)) or noun.builtin is not None:
            raise Misread(reference_wording.not_introduced(noun.span, text))
        known = [*self.known_names(), *scope.names]
        raise Misread(wording.unknown_name(noun.span, text, known, self._is_held(text)))

    def _global(self, name: str) -> Iterator[Typed]:
        world = self.world
        if name in world.places:
            yield Typed(Const(world.places[name].first), Sort("place", name))
        if ("", name) in world.variables:
            yield self.variable(world.variables["", name], Const(0))
        if ("", name) in world.counters:
            yield self.counter(world.counters["", name], Const(0))
        if name in world.lists:
            yield Typed(Const(0), Sort("list", name, of=self.class_sort(world.lists[name].noun)))
        if name in world.pieces and len(world.pieces[name].individuals) == 1:
            yield Typed(Const(world.pieces[name].individuals[0]), Sort("piece", name))

    # ------------------------------------------------------------ bare names

    def _name(self, word: tree.Word, scope: Scope, expect: Sort | None) -> Typed:
        text = word.text
        found = [*(self._constants(text) or self._constants(self.world.plurals(text)))]
        if found and expect is not None and expect.form == "piece":
            fitting = any(self.fits(one.sort, expect) for one in found)
            found = found if fitting else list(self._titled(text)) or found
        if not found and text in scope.names:
            return scope.names[text]
        if not found:
            found = list(self._global(text))
        if not found:
            only = self._only_one(word, scope) or next(self._titled(text), None)
            if only is not None:
                return only
            known = [*self.known_names(), *scope.names]
            raise Misread(wording.unknown_name(word.span, text, known, self._is_held(text)))
        return self.chosen(found, expect, word.span, text)

    def _is_held(self, text: str) -> bool:
        """Is this something that every player has one of?"""
        world = self.world
        names = {text, world.plurals(text)}
        held = {*world.holdings, *world.counters, *world.variables}
        if any(("player", name) in held for name in names):
            return True
        pieces = [kind for kind in (world.pieces.get(name) for name in names) if kind is not None]
        owners = [world.individuals[number].owner for kind in pieces for number in kind.individuals]
        return len(owners) == len(set(owners)) == world.players and -1 not in owners

    def _only_one(self, word: tree.Word, scope: Scope) -> Typed | None:
        """`White Die`: words that fit one thing only."""
        try:
            group = self.noun_group(tree.Noun(word, None, span=word.span), scope)
        except Misread:
            return None
        mask = group.mask
        if group.is_tokens or not isinstance(mask, Const) or mask.value.bit_count() != 1 or group.where != Const(1):
            return None
        return Typed(Const(mask.value.bit_length() - 1), group.sort)

    def _constants(self, text: str) -> Sequence[Typed]:
        """Every element of that name: members, sides, spaces, pieces with a name of their own."""
        known = self.book.constants
        if not known:
            for name, constant in self._all_constants():
                known.setdefault(name, []).append(constant)
        return known.get(text, ())

    def _all_constants(self) -> Iterator[tuple[str, Typed]]:
        world = self.world
        yield from ((name, Typed(Const(index), PLAYER)) for index, name in enumerate(world.seats.members))
        for kind in world.kinds.values():
            sort = Sort("member", kind.name)
            yield from ((name, Typed(Const(index), sort)) for name, index in _first(kind.members).items())
        for space in world.spaces.values():
            sort = Sort("place", space.name)
            yield from (
                (name, Typed(Const(space.first + index), sort)) for name, index in _first(space.members).items()
            )
        for pieces in world.pieces.values():
            copies = collections.Counter(world.individuals[piece].name for piece in pieces.individuals)
            for piece in pieces.individuals:
                name = world.individuals[piece].name
                if copies[name] == 1 and (pieces.own_names or name == pieces.name):
                    yield name, Typed(Const(piece), Sort("piece", pieces.name))

    def _titled(self, text: str) -> Iterator[Typed]:
        """The piece that alone bears a title."""
        bearers = [number for number, piece in enumerate(self.world.individuals) if piece.name == text]
        if len(bearers) == 1:
            yield Typed(Const(bearers[0]), Sort("piece", self.world.individuals[bearers[0]].kind))

    def chosen(self, found: Sequence[Typed], expect: Sort | None, span: Span, text: str) -> Typed:
        """The one that fits what is expected, when a name has several meanings."""
        if len(found) == 1:
            return found[0]
        if expect is not None:
            fitting = [one for one in found if self.fits(one.sort, expect)]
            if len(fitting) == 1:
                return fitting[0]
        raise Misread(wording.ambiguous(span, text, [str(one.sort) for one in found]))

    def fits(self, sort: Sort, expect: Sort) -> bool:
        """Can a thing of one sort be a thing of the other?"""
        if sort.form == "nothing" or expect.form == "nothing":
            return True
        if sort.form != expect.form:
            return False
        if sort.form == "number" or not sort.noun or not expect.noun or "piece" in (sort.noun, expect.noun):
            return True
        return bool(set(self.nouns_of(sort)) & set(self.nouns_of(expect)))

    def _coordinate(self, text: str, span: Span) -> Typed:
        for space in self.world.spaces.values():
            if text in space.members:
                return Typed(Const(space.first + space.members.index(text)), Sort("place", space.name))
        raise Misread(wording.no_such_square(span, text))

    def known_names(self) -> list[str]:
        """Everything an author can name, for suggestions."""
        world = self.world
        names = [*self.world.class_names(), *world.seats.members, *world.places, *world.lists]
        names += [member for kind in world.kinds.values() for member in kind.members]
        names += [member for space in world.spaces.values() for member in space.members]
        names += [piece.name for piece in world.individuals]
        for table in (world.counters, world.flags, world.variables, world.holdings):
            names += [name for _, name in table]
        return [*names, *self.book.functions.known()]

    # -------------------------------------------------------------- holdings

    def class_sort(self, noun: str) -> Sort:
        """The sort of the elements of a class."""
        world = self.world
        if noun in ("player", "direction") or noun in world.kinds:
            return Sort("member", noun)
        if noun == POSITION.noun:
            return POSITION
        if world.space_classes(noun):
            return Sort("place", noun)
        classes = world.piece_classes(noun)
        if classes:
            return Sort("token" if classes[0].is_token else "piece", noun)
        return Sort("nothing")

    def variable(self, variable: Variable, index: Term) -> Typed:
        """The value of a variable: possibly nothing."""
        return Typed(Cell(variable.region, index), self.class_sort(self.world.plurals(variable.noun)), True)

    def counter(self, counter: Counter, index: Term) -> Typed:
        """The value of a counter."""
        return Typed(Cell(counter.region, index), number(counter.low, counter.high))

    def place_of(self, thing: Typed, span: Span) -> Term:
        if thing.sort.form == "place":
            return thing.term
        if thing.sort.form == "piece":
            where = Cell("at", thing.term)
            return either(is_there(thing.term), where, Const(-1)) if thing.maybe else where
        if thing.sort.form == "token":
            return PlaceOf(thing.term)
        raise Misread(thing_wording.not_a_place(span, str(thing.sort)))


def _first(names: Sequence[str]) -> dict[str, int]:
    """Where each name stands first."""
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        found.setdefault(name, index)
    return found
