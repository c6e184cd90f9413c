"""How places lie to one another: next to, connected to, beyond, in line with; also ways of being next to something
that the author defines (`a Square is next to another Square by Leap if ...`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.compile.constant_terms import known
from rulelang.compile.context import Misread
from rulelang.compile.definitions import Family
from rulelang.compile.groups import Group
from rulelang.compile.meaning import board
from rulelang.compile.meaning.fitting import fitting
from rulelang.compile.meaning.nouns import class_group
from rulelang.compile.meaning.phrases import place_of
from rulelang.compile.meaning.properties import property_of
from rulelang.compile.meaning.registers import Meaning, narrows
from rulelang.compile.meaning.sets import at_places, group_of, noun_word, place_set
from rulelang.compile.sorts import DIRECTION, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members, union_of
from rulelang.graph.build import EMPTY, YES, either, holds, intersect, is_there, plus, same, single, times, unite
from rulelang.graph.terms import Term
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import SpaceClass
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import replace

SIDE_AND_CORNER = ("Side", "Corner")


# ----------------------------------------------------------------- next to


@narrows(tree.Touching)
def _touching(meaning: Meaning, group: Group, node: tree.Touching, scope: Scope, _phrase: tree.SetPhrase) -> Group:
    return at_places(meaning, group, touched(meaning, node, scope), node.span, node.toward is not None)


@narrows(tree.Connected)
def _connected(meaning: Meaning, group: Group, node: tree.Connected, scope: Scope, _phrase: tree.SetPhrase) -> Group:
    return at_places(meaning, group, connected(meaning, node, scope), node.span)


@narrows(tree.StandsInLine)
def _in_line(meaning: Meaning, group: Group, node: tree.StandsInLine, scope: Scope, _phrase: tree.SetPhrase) -> Group:
    return at_places(meaning, group, in_line(meaning, node, scope), node.span)


def touched(meaning: Meaning, node: tree.Touching, scope: Scope) -> Term:
    """The set of places next to something."""
    families = _links(meaning, node.relation)
    if isinstance(node.to, tree.Noun):
        starts = place_set(meaning, tree.EveryPlace(node.quantifier or "any", node.to, span=node.span), scope)
        here = meaning.book.local("place")
        if families:
            start = meaning.book.local("place")
            near = holds(_linked(meaning, families, t.Local(start), scope, node.span), t.Local(here))
            return t.Filtered(here, t.Members(everywhere(meaning)), t.AnyIn(start, t.Members(starts), near))
        spaces = meaning.world.space_classes(meaning.world.plurals(noun_text(node.to)))
        table = board.neighbours(meaning.book, _relation(meaning, node.relation, node.span, spaces))
        touching = t.Compare("!=", intersect(t.Entry(table, t.Local(here)), starts), EMPTY)
        return t.Filtered(here, t.Members(everywhere(meaning)), touching)
    start_from = meaning.value(node.to, scope, Sort("place"))
    place = place_of(start_from, node.span)
    if node.toward is not None:
        if not board.directions(meaning.world):
            raise Misread(board_wording.no_directions(node.span))
        return single(step(meaning, _on_the_board(meaning, start_from, place), _direction(meaning, node.toward, scope)))
    if families:
        return _linked(meaning, families, place, scope, node.span)
    spaces = meaning.world.space_classes(start_from.sort.noun)
    table = board.neighbours(meaning.book, _relation(meaning, node.relation, node.span, spaces))
    return meaning.book.entry(table, tuple, 0, place)


def everywhere(meaning: Meaning) -> t.Const:
    return t.Const((1 << len(meaning.world.place_names)) - 1)


def _direction(meaning: Meaning, node: tree.Phrase, scope: Scope) -> Typed:
    found = meaning.value(node, scope, DIRECTION)
    fitting(meaning, "toward", found.sort, DIRECTION, node.span)
    return found


def step(meaning: Meaning, place: Term, direction: Typed) -> Term:
    """The place next to a place in a direction."""
    count = board.directions(meaning.world)
    return meaning.book.entry(board.toward(meaning.book), tuple, -1, _ray_index(meaning, place, direction, count))


def _ray_index(meaning: Meaning, place: Term, direction: Typed, count: int) -> Term:
    """Which of the rays of a place; none of them leads in a direction that is nothing."""
    index = plus(times(place, t.Const(count)), direction.term)
    return either(is_there(direction.term), index, t.Const(meaning.world.box * count)) if direction.maybe else index


def _on_the_board(meaning: Meaning, thing: Typed, place: Term) -> Term:
    """A place to look from: from the Box, which lies beside all boards, where it is nothing."""
    return either(is_there(place), place, t.Const(meaning.world.box)) if thing.maybe else place


def _relation(meaning: Meaning, relation: tree.Word | None, span: Span, spaces: Sequence[SpaceClass] = ()) -> str:
    """A relation that the board or its links give; to be next to one of certain spaces, if these are known."""
    world = meaning.world
    if relation is not None:
        name = world.plurals(relation.text)
        if name in world.relations or (relation.text in SIDE_AND_CORNER and _has_square_grid(meaning)):
            return name if name in world.relations else relation.text
        known = [*world.relations, *(n for n, families in meaning.book.functions.families.items() if _of(families))]
        raise Misread(wording.unknown_relation(relation.span, relation.text, known))
    if any(space.topology for space in spaces or world.spaces.values()):
        return ""
    if len(world.relations) == 1:
        return next(iter(world.relations))
    raise Misread(board_wording.which_relation(span, list(world.relations)))


def _has_square_grid(meaning: Meaning) -> bool:
    return any(space.topology == "square" for space in meaning.world.spaces.values())


# ------------------------------------------------------------ defined links


def _links(meaning: Meaning, relation: tree.Word | None) -> list[Family]:
    """The author's definitions of a way of being next to something."""
    if relation is None or meaning.world.plurals(relation.text) in meaning.world.relations:
        return []
    return _of(meaning.book.functions.families.get(relation.text, []))


def _linked(meaning: Meaning, families: list[Family], start: Term, scope: Scope, span: Span) -> Term:
    """The places next to `start` by a definition: from a table, or worked out in play."""
    table = _link_table(meaning, families, span)
    if table is not None:
        return meaning.book.entry(table, tuple, 0, start)
    return unite(_linked_now(meaning, family, start, scope, span) for family in families)


def _linked_now(meaning: Meaning, family: Family, start: Term, scope: Scope, span: Span) -> Term:
    near = class_group(meaning, family.subject, span)
    others = class_group(meaning, meaning.book.functions.class_of_argument(family), span)
    given = [("next to", Typed(start, others.sort))]
    fact = meaning.book.functions.predicate(family.name, near.element, given, scope, span)
    return near.filtered(holds(others.mask, start), fact if fact is not None else YES).set()


def _link_table(meaning: Meaning, families: list[Family], span: Span) -> str | None:
    """The definitions as a table, if they do not depend on the position."""
    name, here, sets = f"next by {families[0].name}", "here", []
    if name in meaning.book.tables:
        return name
    for family in families:
        near = known(_linked_now(meaning, family, t.Local(here), Scope(), span), here, meaning.book)
        if near is None:
            return None
        sets.append(near)

    def rows() -> Iterator[int]:
        for place in members(everywhere(meaning).value):
            yield union_of(near({here: place}) for near in sets)

    return meaning.book.table(name, rows, 0, board.next_by(families[0].name))


# ------------------------------------------------------ connected, in line


def connected(meaning: Meaning, node: tree.Connected, scope: Scope) -> Term:
    """The set of places that can be walked to."""
    families = _links(meaning, node.relation)
    if families:
        found = _link_table(meaning, families, node.span)
        if found is None:
            assert node.relation is not None
            raise Misread(board_wording.link_changes(node.relation.span, families[0].name))
        table = found
    else:
        table = board.neighbours(meaning.book, _relation(meaning, node.relation, node.span))
    asked = meaning.value(node.to, scope, Sort("place"))
    through = _through(meaning, node, asked, scope) if node.through is not None else everywhere(meaning)
    return t.Reached(single(place_of(asked, node.span)), table, through)


def _through(meaning: Meaning, node: tree.Connected | tree.StandsInLine, asked: Typed, scope: Scope) -> Term:
    """What one may go through; with `sharing its Terrain` only what has the same there as the place asked about,
    whatever else `it` is in the sentence."""
    assert node.through is not None
    group = group_of(meaning, node.through, scope)
    if node.sharing is None:
        return group.set()
    shared = node.sharing.what
    if not isinstance(shared, tree.Yours | tree.Its | tree.OfThing):
        raise Misread(board_wording.shares_nothing(shared.span))
    of_it = any(isinstance(part, tree.It | tree.Its) for part in parts(node.to))
    value = meaning.value(shared, scope if of_it else scope.describing(asked))
    own = property_of(meaning, group.element, shared.noun, scope)
    return group.filtered(same(own.term, value.term)).set()


def in_line(meaning: Meaning, node: tree.StandsInLine, scope: Scope) -> Term:
    """The set of places on straight lines from something, as far as one can look."""
    seen_from = meaning.value(node.to, scope, Sort("place"))
    start = _on_the_board(meaning, seen_from, place_of(seen_from, node.span))
    relation = node.relation.text if node.relation is not None else ""
    known_names = SIDE_AND_CORNER if _has_square_grid(meaning) else ()
    if node.relation is not None and relation not in known_names:
        raise Misread(wording.unknown_relation(node.relation.span, relation, known_names))
    if "direction" not in meaning.world.kinds:
        raise Misread(board_wording.no_straight_lines(node.span))
    rays, count = board.sight_lines(meaning.book, relation)
    if node.through is not None:
        return t.InLine(start, rays, count, _through(meaning, node, seen_from, scope))
    lists = meaning.book.lists[rays]

    def all_lines() -> Iterator[int]:
        for place in range(len(meaning.world.place_names)):
            yield sum(1 << one for ray in lists[place * count : (place + 1) * count] for one in ray)

    return meaning.book.entry(f"in line {rays}", all_lines, 0, start, board.PLACES)


# ------------------------------------------------------------------ beyond


@narrows(tree.Beyond)
def beyond(meaning: Meaning, group: Group, node: tree.Beyond, scope: Scope, phrase: tree.SetPhrase) -> Group:
    """Only elements in a straight line from a place, in their order."""
    start = meaning.value(node.start, scope, Sort("place"))
    place = _on_the_board(meaning, start, place_of(start, node.start.span))
    direction = _direction(meaning, node.toward, scope)
    count = board.directions(meaning.world)
    ray = t.Listed(board.rays(meaning.book), _ray_index(meaning, place, direction, count))
    if group.sort.form == "place":
        return replace(group, ordered=ray)
    square = meaning.book.local("square")
    condition: Term = YES
    if phrase.as_long_as is not None:
        here = at_places(meaning, group, single(t.Local(square)), node.span)
        inner = scope.describing(here.element).naming(noun_word(meaning, phrase.noun), here.element)
        condition = here.some(meaning.condition(phrase.as_long_as, inner))
    return at_places(meaning, group, t.WhileIn(square, ray, condition), node.span)


def _of(families: list[Family]) -> list[Family]:
    """Those of some definitions that say what is next to what."""
    return [family for family in families if family.prepositions == ("next to",)]
