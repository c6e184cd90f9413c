"""How places lie to one another: next to, connected to, beyond, in line with; also ways of being next to something
that the author defines (`a Square is next to another Square by Leap if ...`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

from rulelang.compile.constant_terms import ReadsState, known
from rulelang.compile.context import Misread
from rulelang.compile.functions import Family
from rulelang.compile.groups import Group
from rulelang.compile.meaning import board
from rulelang.compile.meaning.properties import Properties
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Sort, Typed
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph.build import EMPTY, YES, elements_of, holds, intersect, plus, same, single, times, unite
from rulelang.graph.terms import (
    AnyIn,
    Compare,
    Const,
    Entry,
    Filtered,
    InLine,
    Listed,
    Local,
    Members,
    Reached,
    Term,
    WhileIn,
)
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

SIDE_AND_CORNER = ("Side", "Corner")


class Relations(Properties):
    """Reads relations between places."""

    @abstractmethod
    def place_set(self, places: tree.Places, scope: Scope) -> Term:
        """A set of places."""

    @abstractmethod
    def at_places(self, group: Group, places: Term) -> Group:
        """Only elements that are, or lie in, one of the places."""

    @abstractmethod
    def noun_word(self, noun: tree.Noun) -> str:
        """The word by which one of the elements is referred to: the class without adjectives."""

    # ----------------------------------------------------------------- next to

    def touched(self, node: tree.Touching, scope: Scope) -> Term:
        """The set of places next to something."""
        families = self._links(node.relation)
        if isinstance(node.to, tree.Noun):
            starts = self.place_set(tree.EveryPlace(node.quantifier or "any", node.to, span=node.span), scope)
            here = self.book.local("place")
            if families:
                start = self.book.local("place")
                near = holds(self._linked(families, Local(start), scope, node.span), Local(here))
                return Filtered(here, Members(self._everywhere()), AnyIn(start, Members(starts), near))
            table = board.neighbours(self.book, self._relation(node.relation, node.span))
            touching = Compare("!=", intersect(Entry(table, Local(here)), starts), EMPTY)
            return Filtered(here, Members(self._everywhere()), touching)
        place = self.place_of(self.phrase(node.to, scope, Sort("place")), node.span)
        if node.toward is not None:
            if not board.directions(self.world):
                raise Misread(board_wording.no_directions(node.span))
            return single(self.step(place, self.phrase(node.toward, scope)))
        if families:
            return self._linked(families, place, scope, node.span)
        table = board.neighbours(self.book, self._relation(node.relation, node.span))
        return self.book.entry(table, tuple, 0, place)

    def _everywhere(self) -> Const:
        return Const((1 << len(self.world.place_names)) - 1)

    def step(self, place: Term, direction: Typed) -> Term:
        """The place next to a place in a direction."""
        count = board.directions(self.world)
        return self.book.entry(board.toward(self.book), tuple, -1, self._ray_index(place, direction.term, count))

    @staticmethod
    def _ray_index(place: Term, direction: Term, count: int) -> Term:
        return plus(times(place, Const(count)), direction)

    def _relation(self, relation: tree.Word | None, span: Span) -> str:
        """A relation that the board or its links give."""
        world = self.world
        if relation is not None:
            name = world.plurals(relation.text)
            if name in world.relations or (relation.text in SIDE_AND_CORNER and self._has_square_grid()):
                return name if name in world.relations else relation.text
            known = [*world.relations, *(n for n, families in self.book.functions.families.items() if _of(families))]
            raise Misread(wording.unknown_relation(relation.span, relation.text, known))
        if any(space.topology for space in world.spaces.values()) and not world.relations:
            return ""
        if len(world.relations) == 1 and not any(space.width for space in world.spaces.values()):
            return next(iter(world.relations))
        if any(space.width for space in world.spaces.values()):
            return ""
        raise Misread(board_wording.which_relation(span, list(world.relations)))

    def _has_square_grid(self) -> bool:
        return any(space.topology == "square" for space in self.world.spaces.values())

    # ------------------------------------------------------------ defined links

    def _links(self, relation: tree.Word | None) -> list[Family]:
        """The author's definitions of a way of being next to something."""
        if relation is None or self.world.plurals(relation.text) in self.world.relations:
            return []
        return _of(self.book.functions.families.get(relation.text, []))

    def _linked(self, families: list[Family], start: Term, scope: Scope, span: Span) -> Term:
        """The places next to `start` by a definition: from a table, or worked out in play."""
        table = self._link_table(families, span)
        if table is not None:
            return self.book.entry(table, tuple, 0, start)
        return unite(self._linked_now(family, start, scope, span) for family in families)

    def _linked_now(self, family: Family, start: Term, scope: Scope, span: Span) -> Term:
        near = self.class_group(family.subject, span)
        others = self.class_group(self.book.functions.class_of_argument(family), span)
        given = [("next to", Typed(start, others.sort))]
        fact = self.book.functions.predicate(family.name, near.element, given, scope, span)
        return near.filtered(holds(others.mask, start), fact if fact is not None else YES).set()

    def _link_table(self, families: list[Family], span: Span) -> str | None:
        """The definitions as a table, if they do not depend on the position."""
        here = "here"

        def rows() -> Iterator[int]:
            sets = [known(self._linked_now(family, Local(here), Scope(), span), self.book) for family in families]
            for place in elements_of(self._everywhere().value):
                found = 0
                for of in sets:
                    if of is None:
                        raise ReadsState
                    found |= of({here: place})
                yield found

        try:
            return self.book.table(f"next by {families[0].name}", rows, 0, board.PLACES)
        except ReadsState:
            return None

    # ------------------------------------------------------ connected, in line

    def connected(self, node: tree.Connected, scope: Scope) -> Term:
        """The set of places that can be walked to."""
        families = self._links(node.relation)
        if families:
            found = self._link_table(families, node.span)
            if found is None:
                assert node.relation is not None
                raise Misread(board_wording.link_changes(node.relation.span, families[0].name))
            table = found
        else:
            table = board.neighbours(self.book, self._relation(node.relation, node.span))
        start = single(self.place_of(self.phrase(node.to, scope, Sort("place")), node.span))
        through = self._through(node, scope) if node.through is not None else self._everywhere()
        return Reached(start, table, through)

    def _through(self, node: tree.Connected | tree.InLine, scope: Scope) -> Term:
        """What one may go through; with `sharing its Terrain` only what has the same there."""
        assert node.through is not None
        group = self.group(node.through, scope)
        if node.sharing is None:
            return group.set()
        shared = node.sharing.what
        if not isinstance(shared, tree.Yours | tree.Its | tree.OfThing):
            raise Misread(board_wording.shares_nothing(shared.span))
        value = self.phrase(shared, scope)
        own = self.property_of(group.element, shared.noun, scope)
        return group.filtered(same(own.term, value.term)).set()

    def in_line(self, node: tree.InLine, scope: Scope) -> Term:
        """The set of places on straight lines from something, as far as one can look."""
        start = self.place_of(self.phrase(node.to, scope, Sort("place")), node.span)
        relation = node.relation.text if node.relation is not None else ""
        known_names = SIDE_AND_CORNER if self._has_square_grid() else ()
        if node.relation is not None and relation not in known_names:
            raise Misread(wording.unknown_relation(node.relation.span, relation, known_names))
        if "direction" not in self.world.kinds:
            raise Misread(board_wording.no_straight_lines(node.span))
        rays, count = board.sight_lines(self.book, relation)
        if node.through is not None:
            return InLine(start, rays, count, self._through(node, scope))
        lists = self.book.lists[rays]

        def all_lines() -> Iterator[int]:
            for place in range(len(self.world.place_names)):
                yield sum(1 << one for ray in lists[place * count : (place + 1) * count] for one in ray)

        return self.book.entry(f"in line {rays}", all_lines, 0, start, board.PLACES)

    # ------------------------------------------------------------------ beyond

    def beyond(
        self, group: Group, start: tree.Phrase, toward: tree.Phrase, scope: Scope, phrase: tree.SetPhrase
    ) -> Group:
        """Only elements in a straight line from a place, in their order."""
        place = self.place_of(self.phrase(start, scope, Sort("place")), start.span)
        direction = self.phrase(toward, scope)
        count = board.directions(self.world)
        ray = Listed(board.rays(self.book), self._ray_index(place, direction.term, count))
        if group.sort.form == "place":
            return replace(group, ordered=ray)
        square = self.book.local("square")
        condition: Term = YES
        if phrase.as_long_as is not None:
            here = self.at_places(group, single(Local(square)))
            inner = scope.describing(here.element).naming(self.noun_word(phrase.noun), here.element)
            condition = here.some(self.condition(phrase.as_long_as, inner))
        return self.at_places(group, WhileIn(square, ray, condition))


def _of(families: list[Family]) -> list[Family]:
    """Those of some definitions that say what is next to what."""
    return [family for family in families if family.prepositions == ("next to",)]
