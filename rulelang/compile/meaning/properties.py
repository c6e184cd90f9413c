"""What belongs to a thing: `the Tile's Strength`, `your Hand`, `the Stand's Kobun`, `its row`."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread, column_of
from rulelang.compile.meaning import board
from rulelang.compile.meaning.nouns import columns_of, nouns_of, owner_of, printed_on
from rulelang.compile.meaning.phrases import (
    class_sort,
    contents_of,
    counter_value,
    place_of,
    variable_value,
    what_it_is,
    who_acts,
)
from rulelang.compile.meaning.registers import Meaning, reads
from rulelang.compile.sorts import DIRECTION, PLAYER, Scope, Sort, Typed, number
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.graph import terms as t
from rulelang.graph.build import all_of, either, holds, intersect, is_there, minus, plus, single, times
from rulelang.graph.roles import DIE_VALUE, TableKind, TableRole
from rulelang.graph.terms import Term
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import Counter, PieceClass
from rulelang.source import Span
from rulelang.tree import nodes as tree

BUNDLE_MEMBER = "member of bundle"
"""The local that stands for the member whose amount is asked, in the term of a bundle."""


@reads(tree.Yours)
def _yours(meaning: Meaning, node: tree.Yours, scope: Scope, _expect: Sort | None) -> Typed:
    return property_of(meaning, who_acts(scope, node.span), node.noun, scope)


@reads(tree.Its)
def _its(meaning: Meaning, node: tree.Its, scope: Scope, _expect: Sort | None) -> Typed:
    return property_of(meaning, what_it_is(scope, node.span), node.noun, scope)


@reads(tree.OfThing)
def _of_thing(meaning: Meaning, node: tree.OfThing, scope: Scope, _expect: Sort | None) -> Typed:
    return property_of(meaning, meaning.value(node.owner, scope), node.noun, scope)


def property_of(
    meaning: Meaning, owner: Typed, noun: tree.Noun, scope: Scope, arguments: Sequence[tuple[str, Typed]] = ()
) -> Typed:
    """`the owner's noun`: built-in nouns, then what is printed, held, derived, then where or what lies there."""
    text = noun_text(noun)
    name = meaning.world.plurals(text)
    if noun.builtin is not None and noun.name is None:
        return _builtin(meaning, owner, noun.builtin, noun.span)
    counter = None if arguments else counter_of_every(meaning, owner, name)
    if counter is not None:
        arguments = [("for", member_meant(counter, scope, noun.span))]
    for spelling in dict.fromkeys((name, text)):
        found = printed_or_held(meaning, owner, spelling, arguments, noun.span)
        if found is not None:
            return _asked_of(owner, found)
    for spelling in dict.fromkeys((text, name)):
        derived = meaning.book.functions.value_of(spelling, owner, arguments, scope, noun.span)
        if derived is not None:
            return derived
    found = _located(meaning, owner, name, noun.span)
    if found is not None:
        return found
    lying = (kind.name for kind in meaning.world.pieces.values() if owner.sort.form == "place" and text in kind.columns)
    known = _properties(meaning, owner)
    space = owner.sort == PLAYER and name in meaning.world.spaces
    pieces = owner.sort == PLAYER and bool(meaning.world.piece_classes(name))
    its = owner is scope.it and not known
    sort = str(owner.sort)
    raise Misread(
        wording.no_such_property(noun.span, text, sort, known, next(lying, ""), space=space, its=its, pieces=pieces)
    )


def has_property(meaning: Meaning, owner: Typed, noun: tree.Noun, scope: Scope) -> bool:
    """Is it a property of this thing?"""
    try:
        property_of(meaning, owner, noun, scope, [])
    except Misread:
        return False
    return True


def _asked_of(owner: Typed, found: Typed) -> Typed:
    """What is printed on a thing or kept for it, where the thing may be nothing."""
    if isinstance(found.term, t.Entry) or found.sort.form == "bundle":
        return found
    if isinstance(found.term, t.IfElse) and found.term.condition == is_there(owner.term):
        return found
    return asked_of((owner,), found)


def asked_of(things: Sequence[Typed], found: Typed) -> Typed:
    """A number asked of nothing counts 0, no condition is true of it, anything else is nothing."""
    missing = [is_there(thing.term) for thing in things if thing.maybe]
    if not missing:
        return found
    if found.sort.form == "truth":
        return Typed(all_of((*missing, found.term)), found.sort)
    counted = found.sort.form in ("number", "bundle")
    value = either(all_of(missing), found.term, t.Const(0 if counted else -1))
    return Typed(value, found.sort, found.maybe or not counted)


# --------------------------------------------------------------- built in


def _builtin(meaning: Meaning, owner: Typed, noun: str, span: Span) -> Typed:
    world, sort, term = meaning.world, owner.sort, owner.term
    if noun in ("opponent", "opponents") and sort == PLAYER:
        if world.players != 2:
            raise Misread(reference_wording.no_single_opponent(span))
        return Typed(either(is_there(term), minus(t.Const(1), term), t.Const(-1)), PLAYER, owner.maybe)
    if noun == "owner" and sort.form in ("piece", "token"):
        return Typed(owner_of(meaning, owner), PLAYER, owner.maybe or _may_be_nobodys(meaning, owner))
    if noun == "value" and sort.form == "piece":
        faces = [face for kind in world.piece_classes(sort.noun) for face in kind.faces]
        if faces:
            return asked_of((owner,), Typed(t.Cell(DIE_VALUE, term), number(min(faces), max(faces))))
        if any(kind.shape == "die" for kind in world.piece_classes(sort.noun)):
            raise Misread(flow_wording.no_faces(span, sort.noun))
    if noun == "opposite" and sort == DIRECTION:
        count = board.directions(world)
        turned = meaning.book.entry("opposite", lambda: ((i + count // 2) % count for i in range(count)), -1, term)
        return Typed(turned, DIRECTION, owner.maybe)
    if noun in ("row", "column", "columns") and sort.form in ("place", "piece", "token"):
        return _grid_line(meaning, owner, "row" if noun == "row" else "column", span)
    if noun == "position":
        return _position(meaning, owner, span)
    raise Misread(wording.no_such_property(span, noun, str(sort), _properties(meaning, owner)))


def _may_be_nobodys(meaning: Meaning, thing: Typed) -> bool:
    world, kinds = meaning.world, meaning.world.piece_classes(thing.sort.noun)
    if thing.sort.form == "token":
        return any(world.varieties[number].owner < 0 for kind in kinds for number in kind.varieties)
    return any(world.individuals[number].owner < 0 for kind in kinds for number in kind.individuals)


def _grid_line(meaning: Meaning, owner: Typed, line: str, span: Span) -> Typed:
    place, world = place_of(owner, span), meaning.world
    grids = [space for space in world.spaces.values() if space.width]
    if not grids:
        raise Misread(board_wording.no_grid(span, line))

    def numbers() -> list[int]:
        found = [0] * len(world.place_names)
        for space in grids:
            for index, place in enumerate(space.places):
                found[place] = (index // space.width if line == "row" else index % space.width) + 1
        return found

    high = max(space.height if line == "row" else space.width for space in grids)
    own = world.space_classes(owner.sort.noun) if owner.sort.form == "place" else []
    if own and not any(space.width for space in own):
        raise Misread(board_wording.no_grid(span, line))
    surely = bool(own) and all(space.width for space in own) and not owner.maybe
    return Typed(meaning.book.entry(line, numbers, 0, place), number(1 if surely else 0, high))


def _position(meaning: Meaning, owner: Typed, span: Span) -> Typed:
    world = meaning.world
    if owner.sort.form == "place":
        spaces = world.space_classes(owner.sort.noun)

        def numbers() -> list[int]:
            found = [0] * len(world.place_names)
            for space in world.spaces.values():
                for index, place in enumerate(space.places):
                    found[place] = index + 1
            return found

        high = max((len(space.members) for space in spaces), default=0)
        return Typed(meaning.book.entry("position", numbers, 0, owner.term), number(0 if owner.maybe else 1, high))
    if owner.sort.form == "piece":
        local = meaning.book.local("before")
        place = t.Cell("at", owner.term)
        row, pile = (
            t.Size(
                t.WhileIn(
                    local,
                    t.CellList("order", order_start(meaning, place), backwards),
                    t.Compare("!=", t.Local(local), owner.term),
                )
            )
            for backwards in (False, True)
        )
        before = either(holds(t.Const(_piles(meaning)), place), pile, row)
        return asked_of((owner,), Typed(plus(before, t.Const(1)), number(1, len(world.individuals))))
    raise Misread(wording.no_such_property(span, "position", str(owner.sort), _properties(meaning, owner)))


def _piles(meaning: Meaning) -> int:
    """The places whose first piece is the one on top."""
    return sum(nature.mask for nature in meaning.world.natures if nature.order == "pile")


def order_start(meaning: Meaning, place: Term) -> Term:
    """Where the sequence of an ordered place starts; filled in when the layout is known."""
    if isinstance(place, t.Const):
        meaning.book.table("order start", lambda: range(len(meaning.world.place_names)), 0)
    return t.Entry("order start", place)


# -------------------------------------------------------- printed or held


def printed_or_held(
    meaning: Meaning, owner: Typed, name: str, arguments: Sequence[tuple[str, Typed]], span: Span
) -> Typed | None:
    world, sort, term = meaning.world, owner.sort, owner.term
    if arguments:
        return _counted_for(meaning, owner, name, arguments, span)
    printed = columns_of(meaning, owner).get(name)
    if printed is not None:
        column, table = printed
        entry = t.Entry(table, printed_on(owner))
        if column.form in ("number", "mark"):
            return Typed(entry, number(column.low, column.high))
        column_sort = Sort("member", column.noun) if column.form == "member" else class_sort(meaning, column.noun)
        return Typed(entry, column_sort, may_lack(meaning, column.name, owner))
    holder = _holder(meaning, sort, name)
    if holder is not None:
        index = held_index(meaning, holder, term)
        if (holder, name) in world.counters:
            counter = world.counters[holder, name]
            return counter_value(counter, index) if counter.every is None else None
        if (holder, name) in world.variables:
            return variable_value(meaning, world.variables[holder, name], index)
        place = plus(t.Const(world.holdings[holder, name].first), index)
        if owner.maybe:
            place = either(is_there(term), place, t.Const(-1))
        return Typed(place, Sort("place", name), owner.maybe)
    bundle = bundle_table(meaning, owner, name)
    if bundle is not None:
        table, index, width, high = bundle
        cell: Term = t.Entry(table, plus(_scaled(index, width), t.Local(BUNDLE_MEMBER)))
        kind = bundle_kind(meaning, owner, name)
        return Typed(cell, Sort("bundle", kind, 0, high), owner.maybe)
    one = _counter_for_each(meaning, sort, name)
    if one is None or one.every is None:
        return None
    held = _scaled(held_index(meaning, one.holder, term), len(one.every.members))
    return counter_value(one, plus(held, t.Const(one.every.index(name))))


def counter_of_every(meaning: Meaning, owner: Typed, name: str) -> Counter | None:
    """The counter that such things have for every member of the kind of that name."""
    holder = _holder(meaning, owner.sort, name)
    counter = meaning.world.counters.get((holder or "", name))
    return counter if counter is not None and counter.every is not None else None


def member_meant(counter: Counter, scope: Scope, span: Span) -> Typed:
    """`your Lane` is that of the Lane under description, else of the last one introduced."""
    assert counter.every is not None
    sort = Sort("member", counter.every.name)
    for member in (scope.it, scope.names.get(counter.every.name)):
        if member is not None and member.sort == sort:
            return member
    raise Misread(reference_wording.not_introduced(span, counter.every.name))


def _holder(meaning: Meaning, sort: Sort, name: str) -> str | None:
    """The class by which such elements have a counter, a variable or a place of that name."""
    key = (sort.noun, name)
    if key not in meaning.book.holders:
        world = meaning.world
        tables = (world.counters, world.variables, world.holdings)
        having = (noun for noun in nouns_of(meaning, sort) if any((noun, name) in table for table in tables))
        meaning.book.holders[key] = next(having, None)
    return meaning.book.holders[key]


def _counter_for_each(meaning: Meaning, sort: Sort, name: str) -> Counter | None:
    """The counter such elements have for every member of a kind, if the name is one of its members."""
    key = (sort.noun, name)
    if key not in meaning.book.counted:
        nouns = nouns_of(meaning, sort)
        found = (counter for counter in meaning.book.counters_for_each(name) if counter.holder in nouns)
        meaning.book.counted[key] = next(found, None)
    return meaning.book.counted[key]


def may_lack(meaning: Meaning, column: str, owner: Typed) -> bool:
    """Can the printed attribute be missing from such a thing?"""
    world, sort = meaning.world, owner.sort
    values = meaning.book.tables.get(f"{world.printed(sort.form, sort.noun, column)[0]} {column}", ())
    elements = [number for one in world.classes_of(sort.form, sort.noun) for number in one.numbers]
    return owner.maybe or any(values[element] < 0 for element in elements)


def held_index(meaning: Meaning, holder: str, term: Term) -> Term:
    """Where in a region a holder's cell stands: pieces and places by their rank in their class."""
    table = meaning.book.ranks.get(holder)
    if table is None:
        table = meaning.book.ranks[holder] = _ranks(meaning, holder)
    return meaning.book.entry(table, tuple, -1, term) if table else term


def _ranks(meaning: Meaning, holder: str) -> str:
    world = meaning.world
    if holder == "player" or holder in world.kinds or holder == "direction":
        return ""
    ranks: dict[int, int] = {}
    for space in world.space_classes(holder):
        for place in space.places:
            ranks[place] = len(ranks)
    for kind in world.piece_classes(holder):
        for piece in kind.individuals:
            ranks[piece] = len(ranks)
    if all(element == rank for element, rank in ranks.items()):
        return ""
    size = max(ranks, default=-1) + 1
    role = TableRole(TableKind.RANK, holder)
    return meaning.book.table(f"rank of {holder}", lambda: (ranks.get(i, -1) for i in range(size)), -1, role)


def _scaled(index: Term, by: int) -> Term:
    return times(index, t.Const(by))


def _counted_for(
    meaning: Meaning, owner: Typed, name: str, arguments: Sequence[tuple[str, Typed]], span: Span
) -> Typed | None:
    """`the Building's Cost for the Material`, `your Resource for a Ware`"""
    kind = counted_by(meaning, owner, name)
    if kind is None or len(arguments) != 1:
        return None
    member = a_member(kind, name, arguments[0][1], span)
    counter = counter_of_every(meaning, owner, name)
    if counter is not None:
        return counter_for(counter, held_index(meaning, counter.holder, owner.term), member)
    bundle = bundle_table(meaning, owner, name)
    assert bundle is not None
    table, index, width, high = bundle
    cell = t.Entry(table, plus(_scaled(index, width), member.term))
    return _asked_of(member, _asked_of(owner, Typed(cell, number(0, high))))


def a_member(kind: str, name: str, member: Typed, span: Span) -> Typed:
    """The member that a number is asked for, where there is one for every member of a kind."""
    wanted = Sort("member", kind)
    if member.sort != wanted:
        raise Misread(action_wording.wrong_argument(span, name, str(wanted), str(member.sort)))
    return member


def counted_by(meaning: Meaning, owner: Typed, name: str) -> str | None:
    """The kind for whose members one by one such a thing has a number of that name, in counters or in a bundle."""
    counter = counter_of_every(meaning, owner, name)
    if counter is not None and counter.every is not None:
        return counter.every.name
    return bundle_kind(meaning, owner, name) if bundle_table(meaning, owner, name) else None


def counter_for(counter: Counter, holder: Term, member: Typed) -> Typed:
    """The counter that a holder has for one member; of nothing there is none."""
    assert counter.every is not None
    found = counter_value(counter, plus(_scaled(holder, len(counter.every.members)), member.term))
    if not member.maybe:
        return found
    return Typed(either(is_there(member.term), found.term, t.Const(0)), found.sort)


def bundle_table(meaning: Meaning, owner: Typed, name: str) -> tuple[str, Term, int, int] | None:
    """The table of a bundle column: name, index of the owner in it, members per owner, greatest amount."""
    key = (owner.sort.form, owner.sort.noun, name)
    if key not in meaning.book.bundles:
        meaning.book.bundles[key] = _bundles(meaning, owner, name)
    found = meaning.book.bundles[key]
    return None if found is None else (found[0], printed_on(owner), found[1], found[2])


def _bundles(meaning: Meaning, owner: Typed, name: str) -> tuple[str, int, int] | None:
    world, sort = meaning.world, owner.sort
    classes = world.classes_of(sort.form, sort.noun)
    columns = [one.columns[name] for one in classes if name in one.columns and one.columns[name].form == "bundle"]
    if not columns or columns[0].kind is None:
        return None
    width = len(columns[0].kind.members)
    amounts = world.printed(sort.form, sort.noun, name)[1]
    cells = [int(one.get(m, 0)) if isinstance(one, dict) else 0 for one in amounts for m in range(width)]
    role = TableRole(TableKind.BUNDLE, owner.sort.noun, name, columns[0].kind.name)
    table = meaning.book.table(f"bundle {owner.sort.form} {owner.sort.noun} {name}", lambda: cells, 0, role)
    return table, width, max(cells, default=0)


def bundle_kind(meaning: Meaning, owner: Typed, name: str) -> str:
    """The kind a bundle counts by."""
    classes = meaning.world.classes_of(owner.sort.form, owner.sort.noun)
    kinds = [one.columns[name].kind for one in classes if name in one.columns]
    return kinds[0].name if kinds and kinds[0] else ""


# ---------------------------------------------------------------- located


def _located(meaning: Meaning, owner: Typed, name: str, span: Span) -> Typed | None:
    """Where a piece is (`the Man's Square`), what lies in a place (`the Stand's Kobun`), a player's own piece."""
    world, sort, term = meaning.world, owner.sort, owner.term
    spaces = world.space_classes(name)
    if spaces and sort.form in ("piece", "token"):
        place = place_of(owner, span)
        squares = sum(space.mask for space in spaces)
        return Typed(either(holds(t.Const(squares), place), place, t.Const(-1)), Sort("place", name), True)
    classes = world.piece_classes(name)
    if classes and sort.form == "place":
        if all(kind.is_token for kind in classes):
            varieties = t.Const(sum(kind.variety_mask for kind in classes))
            local = meaning.book.local(name)
            first = t.FirstIn(local, t.Tokens(varieties, single(term)), t.Const(1))
            return Typed(first, Sort("token", name), True)
        pieces = t.Const(sum(kind.mask for kind in classes))
        return Typed(t.Lowest(intersect(pieces, contents_of(meaning, term, owner.maybe))), Sort("piece", name), True)
    if classes and sort == PLAYER and all(kind.is_token for kind in classes):
        return _own_token(meaning, classes, name, owner)
    called = [number for number, piece in enumerate(world.individuals) if piece.name == name]
    if (classes or called) and sort == PLAYER:
        owned: dict[int, list[int]] = {}
        for piece in [piece for kind in classes for piece in kind.individuals] or called:
            owned.setdefault(world.individuals[piece].owner, []).append(piece)
        if owned and all(len(owned.get(seat, ())) == 1 for seat in range(world.players)):
            noun = name if classes else world.individuals[called[0]].kind
            found = meaning.book.entry(
                f"{name} of player",
                lambda: (owned[seat][0] for seat in range(world.players)),
                -1,
                term,
                column_of("player", name, "" if classes else noun),
            )
            return Typed(found, Sort("piece", noun), owner.maybe)
    families = [family for (_, held), family in world.holdings.items() if held == name]
    if (families or name in world.places) and sort.form in ("piece", "token"):
        family = families[0] if families else world.places[name]
        place = place_of(owner, span)
        mask = family.mask
        return Typed(either(holds(t.Const(mask), place), place, t.Const(-1)), Sort("place", name), True)
    return None


def _own_token(meaning: Meaning, classes: Sequence[PieceClass], name: str, owner: Typed) -> Typed | None:
    """`your Hat`, where each player has one: wherever it lies."""
    varieties = [meaning.world.varieties[number] for kind in classes for number in kind.varieties]
    if sorted(one.owner for one in varieties) != [*range(meaning.world.players)]:
        return None
    if any(one.supply != 1 for one in varieties):
        return None
    table = meaning.book.sets_by(meaning.book.owners("variety"), meaning.world.players)
    of_class = t.Const(sum(kind.variety_mask for kind in classes))
    looks = intersect(of_class, meaning.book.entry(table, tuple, 0, owner.term))
    everywhere = t.Const((1 << len(meaning.world.place_names)) - 1)
    first = t.FirstIn(meaning.book.local(name), t.Tokens(looks, everywhere), t.Const(1))
    return Typed(first, Sort("token", name), owner.maybe)


def _properties(meaning: Meaning, owner: Typed) -> list[str]:
    """What such a thing has, for suggestions."""
    nouns = set(nouns_of(meaning, owner.sort))
    world = meaning.world
    names = list(columns_of(meaning, owner))
    for table in (world.counters, world.variables, world.holdings):
        names += [name for holder, name in table if holder in nouns]
    return [*names, *meaning.book.functions.known_for(nouns)]
