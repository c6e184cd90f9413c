"""Values: numbers and what is counted, added, looked up, first or highest."""

from __future__ import annotations

from functools import reduce
from typing import Literal

from rulelang.compile.context import Misread
from rulelang.compile.meaning import board
from rulelang.compile.meaning.fitting import fitting
from rulelang.compile.meaning.phrases import class_sort, place_of, what_it_is, who_acts
from rulelang.compile.meaning.properties import counted_by, has_property, property_of
from rulelang.compile.meaning.registers import Meaning, reads
from rulelang.compile.meaning.sets import group_of, groups_of, limit_of, noun_word
from rulelang.compile.meaning.turn_order import player_after
from rulelang.compile.sorts import NO_THING, PLAYER, Scope, Sort, Typed, constant, number
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import sentences as sentence_wording
from rulelang.graph.build import greatest, least, minus, plus, times
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.terms import Arithmetic, BestIn, Cell, Const, Entry, Filtered, Members, Term
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


@reads(tree.NumberLiteral)
def _number(_reader: Meaning, node: tree.NumberLiteral, _scope: Scope, _expect: Sort | None) -> Typed:
    return constant(node.value)


@reads(tree.Nothing)
def _nothing(_reader: Meaning, _node: tree.Nothing, _scope: Scope, _expect: Sort | None) -> Typed:
    return NO_THING


@reads(tree.Plus)
def _plus(meaning: Meaning, node: tree.Plus, scope: Scope, _expect: Sort | None) -> Typed:
    a, b = numbers_of(meaning, node, scope)
    return Typed(plus(a.term, b.term), number(a.sort.low + b.sort.low, a.sort.high + b.sort.high))


@reads(tree.Minus)
def _minus(meaning: Meaning, node: tree.Minus, scope: Scope, _expect: Sort | None) -> Typed:
    a, b = numbers_of(meaning, node, scope)
    return Typed(minus(a.term, b.term), number(a.sort.low - b.sort.high, a.sort.high - b.sort.low))


@reads(tree.Times)
def _times(meaning: Meaning, node: tree.Times, scope: Scope, _expect: Sort | None) -> Typed:
    a, b = numbers_of(meaning, node, scope)
    ends = [x * y for x in (a.sort.low, a.sort.high) for y in (b.sort.low, b.sort.high)]
    return Typed(times(a.term, b.term), number(min(ends), max(ends)))


@reads(tree.NthOf)
def _nth(meaning: Meaning, node: tree.NthOf, scope: Scope, _expect: Sort | None) -> Typed:
    group = group_of(meaning, node.set, scope)
    if group.sort == PLAYER and node.nth == "first" and not node.set.filters and node.set.where is None:
        return Typed(Const(0), PLAYER)
    return Typed(group.nth(node.nth), group.sort, True)


def number_of(meaning: Meaning, node: tree.Value | tree.NumberLiteral, scope: Scope) -> Typed:
    """A value that has to be a number; nothing counts 0."""
    try:
        found = meaning.value(node, scope)
    except Misread:
        if _is_so_or_not(meaning, node):
            sort = "something that is so or is not so"
            raise Misread(number_wording.not_a_number(node.span, sort, behind_where=True)) from None
        raise
    if found.sort.form == "truth":
        return Typed(found.term, number(0, 1))
    if found.sort.form != "number":
        raise Misread(number_wording.not_a_number(node.span, str(found.sort)))
    return found


def numbers_of(meaning: Meaning, node: tree.Plus | tree.Minus | tree.Times | tree.Divided, scope: Scope) -> list[Typed]:
    """What is calculated with."""
    return meaning.each(lambda part: number_of(meaning, part, scope), (node.left, node.right))


def _is_so_or_not(meaning: Meaning, node: tree.Value | tree.NumberLiteral) -> bool:
    """Is it the name of a mark or of a condition, perhaps `for` something?"""
    while isinstance(node, tree.ValueFor):
        node = node.term
    name = node.word.text if isinstance(node, tree.BareName) else ""
    return meaning.book.functions.is_predicate(name) or any(name == mark for _, mark in meaning.world.flags)


@reads(tree.Divided)
def _divided(meaning: Meaning, node: tree.Divided, scope: Scope, _expect: Sort | None) -> Typed:
    a, b = numbers_of(meaning, node, scope)
    rounded_up = node.rounding == "up"
    if node.rounding is None and not _comes_out_even(a.term, b.term):
        meaning.book.report(number_wording.may_be_uneven(node.span, node.right.span))
    low, high = max(b.sort.low, 1), max(b.sort.high, 1)
    ends = [a.sort.low // low, a.sort.low // high, -(-a.sort.high // low), -(-a.sort.high // high)]
    if isinstance(a.term, Const) and isinstance(b.term, Const) and b.term.value:
        value = -(-a.term.value // b.term.value) if rounded_up else a.term.value // b.term.value
        return constant(value)
    operation: Literal["//", "/^"] = "/^" if rounded_up else "//"
    site = meaning.book.site("division", node.right.span) if meaning.book.looked_at else -1
    return Typed(Arithmetic(operation, a.term, b.term, site=site), number(min(ends), max(ends)))


# ------------------------------------------------------------------ terms


@reads(tree.ValueFor)
def _apply(meaning: Meaning, node: tree.ValueFor, scope: Scope, _expect: Sort | None) -> Typed:
    """`your Hoard for a Symbol`, `the Fleet's Cargo for the Material`"""
    base, arguments = flatten(meaning, node, scope)
    match base:
        case tree.Yours(noun):
            return _given_to(meaning, who_acts(scope, base.span), noun, scope, arguments, node)
        case tree.Its(noun):
            return _given_to(meaning, what_it_is(scope, base.span), noun, scope, arguments, node)
        case tree.OfThing(owner, noun):
            return _given_to(meaning, meaning.value(owner, scope), noun, scope, arguments, node)
        case tree.The(noun):
            found = meaning.book.functions.value_of(noun_text(noun), None, arguments, scope, node.span)
            if found is not None:
                return found
            if len(arguments) == 1 and has_property(meaning, arguments[0][1], noun, scope):
                owned = f"{node.argument.span.text}'s {noun_text(noun)}"
                raise Misread(wording.takes_no_argument(node.span, base.span.text, owned))
        case _:
            pass
    raise Misread(wording.takes_no_argument(node.span, base.span.text))


def _given_to(
    meaning: Meaning,
    owner: Typed,
    noun: tree.Noun,
    scope: Scope,
    arguments: list[tuple[str, Typed]],
    node: tree.ValueFor,
) -> Typed:
    """A property that depends on further things; it may turn out to depend on nothing."""
    try:
        return property_of(meaning, owner, noun, scope, arguments)
    except Misread as misread:
        if counted_by(meaning, owner, meaning.world.plurals(noun_text(noun))) is not None:
            raise
        if not has_property(meaning, owner, noun, scope):
            raise misread from None
        raise Misread(wording.takes_no_argument(node.span, noun_text(noun))) from None


def flatten(meaning: Meaning, node: tree.Term, scope: Scope) -> tuple[tree.Phrase, list[tuple[str, Typed]]]:
    """The phrase at the root of an application, and its arguments in reading order."""
    arguments: list[tuple[str, Typed]] = []
    while isinstance(node, tree.ValueFor):
        arguments.append((node.preposition, meaning.value(node.argument, scope)))
        node = node.term
    return node, arguments[::-1]


# ----------------------------------------------------------------- counting


@reads(tree.CountOf)
def _count(meaning: Meaning, node: tree.CountOf, scope: Scope, _expect: Sort | None) -> Typed:
    what = node.what
    if isinstance(what, tree.Word):
        found = handful_of(meaning, what, scope)
        if found.sort.of is None:
            raise Misread(reference_wording.not_several(what.span, what.text))
        return Typed(Cell(found.sort.noun, Const(0)), number(0, max(found.sort.high, 1)))
    groups = groups_of(meaning, what, scope)
    group, term = groups[0], reduce(plus, (group.count() for group in groups))
    if group.sort == PLAYER and isinstance(term, Const):
        return Typed(term, number(meaning.world.fewest, term.value))
    most = sum(most_of(meaning, group.sort) for group in groups)
    return Typed(term, number(0, min([most, *_rooms(meaning, what, scope)])))


def _rooms(meaning: Meaning, what: tree.SetPhrase, scope: Scope) -> list[int]:
    """How many pieces fit into the places a set phrase names."""
    rooms = []
    for filter_ in what.filters:
        if isinstance(filter_, tree.Located) and isinstance(filter_.places, tree.Phrase):
            place = meaning.value(filter_.places, scope, Sort("place"))
            limit = limit_of(meaning, place) if place.sort.form == "place" else -1
            rooms += [limit] if limit >= 0 else []
    return rooms


def handful_of(meaning: Meaning, word: tree.Word, scope: Scope) -> Typed:
    """`the Goods`: what was chosen before, or a list."""
    for name in (word.text, meaning.world.plurals(word.text)):
        found = scope.names.get(name)
        if found is not None:
            return found
    for name in (word.text, meaning.world.plurals(word.text)):
        if name in meaning.world.lists:
            return meaning.value(tree.The(tree.Noun(word, None, span=word.span), span=word.span), scope)
    if word.text in meaning.world.places:
        raise Misread(reference_wording.not_several(word.span, word.text))
    raise Misread(reference_wording.not_introduced(word.span, word.text))


def most_of(meaning: Meaning, sort: Sort) -> int:
    """How many elements of a sort there can be."""
    world = meaning.world
    if sort.form == "token":
        return sum(world.varieties[v].supply for k in world.piece_classes(sort.noun) for v in k.varieties)
    if sort.form == "piece":
        return len(world.individuals)
    if sort.form == "place":
        return len(world.place_names)
    if sort == PLAYER:
        return world.players
    return len(world.kinds[sort.noun].members) if sort.noun in world.kinds else 0


def _set_of(meaning: Meaning, what: tree.SetPhrase | tree.Word, scope: Scope) -> tree.SetPhrase:
    """`of the Goods`: of what is among them."""
    if isinstance(what, tree.SetPhrase):
        return what
    found = handful_of(meaning, what, scope)
    if found.sort.of is None:
        raise Misread(reference_wording.not_several(what.span, what.text))
    span, goods = what.span, tree.Noun(what, None, span=what.span)
    kind = found.sort.of.noun
    noun = (
        tree.Noun(None, kind, span=span) if kind[0].islower() else tree.Noun(replace(what, text=kind), None, span=span)
    )
    among = tree.Located("among", tree.The(goods, span=span), span=span)
    return tree.SetPhrase((), noun, (among,), None, None, span=span)


@reads(tree.Aggregate)
def _aggregate(meaning: Meaning, node: tree.Aggregate, scope: Scope, _expect: Sort | None) -> Typed:
    group = group_of(meaning, _set_of(meaning, node.set, scope), scope)
    arguments = [(a.preposition, meaning.value(a.value, scope)) for a in node.arguments]
    value = property_of(meaning, group.element, node.noun, scope, arguments)
    if value.sort.form != "number":
        raise Misread(number_wording.not_a_number(node.noun.span, str(value.sort)))
    if node.form == "total":
        most = most_of(meaning, group.sort)
        bounds = number(min(0, value.sort.low * most), max(0, value.sort.high * most))
        return Typed(group.total(value.term), bounds)
    domain, where = group.domain()
    if where != Const(1):
        domain = Members(Filtered(group.name, domain, where))
    best = BestIn(group.name, domain, value.term, node.form == "highest", Const(0))
    return Typed(best, number(min(0, value.sort.low), max(0, value.sort.high)))


# ------------------------------------------------------------------ lookups


@reads(tree.Lookup)
def _lookup(meaning: Meaning, node: tree.Lookup, scope: Scope, _expect: Sort | None) -> Typed:
    """Beyond the ends of the list its first and last entries count. By the number of players, the first entry is
    for the fewest players."""
    value, numbers = node.value, node.numbers
    index = number_of(meaning, value, scope)
    offset = meaning.world.fewest if _is_number_of_players(value) else 0
    low, high = index.sort.low - offset, index.sort.high - offset
    if high >= len(numbers) or (low < 0 and not offset):
        least_asked = max(low, 0) if offset else low
        meaning.book.report(number_wording.beyond_the_list(value.span, least_asked, high, len(numbers)))
    called = ", ".join(map(str, numbers))
    table = meaning.book.table(f"list {called}", lambda: numbers, 0, TableRole(TableKind.NUMBERS, called=called))
    term: Term = minus(index.term, Const(offset))
    if isinstance(term, Const):
        return constant(numbers[max(0, min(term.value, len(numbers) - 1))])
    if low < 0 or high >= len(numbers):
        term = greatest(Const(0), least(term, Const(len(numbers) - 1)))
    return Typed(Entry(table, term), number(min(numbers), max(numbers)))


def _is_number_of_players(value: tree.Value) -> bool:
    """`the number of players`, all that are in the game."""
    what = value.what if isinstance(value, tree.CountOf) else None
    if not isinstance(what, tree.SetPhrase) or what.noun.name is not None:
        return False
    return what.noun.builtin in ("player", "players") and not (what.adjectives or what.filters or what.where)


@reads(tree.After)
def _after(meaning: Meaning, node: tree.After, scope: Scope, _expect: Sort | None) -> Typed:
    noun, span = node.noun, node.span
    start = meaning.value(node.start, scope)
    name = noun_word(meaning, noun)
    if name == "player" and start.sort != PLAYER and isinstance(node.start, tree.OfThing):
        raise Misread(sentence_wording.player_after_has(span, noun_text(node.start.noun)))
    if name == "player" or start.sort.form in ("member", "place"):
        fitting(meaning, f"{name} after", start.sort, class_sort(meaning, name), span)
    if name == "player":
        gone = meaning.book.functions.players_leave
        return Typed(player_after(meaning, start.term), PLAYER, start.maybe or gone)
    if name in meaning.world.kinds:
        members = meaning.world.kinds[name].members
        following = meaning.book.entry(f"{name} after", lambda: (*range(1, len(members)), -1), -1, start.term)
        return Typed(following, Sort("member", name), True)
    if not any(space.topology in ("ring", "line") for space in meaning.world.space_classes(name)):
        raise Misread(board_wording.not_in_order(noun.span, name))
    place = place_of(start, span)
    return Typed(meaning.book.entry(board.after(meaning.book, name), tuple, -1, place), Sort("place", name), True)


def _comes_out_even(left: Term, right: Term) -> bool:
    """Is nothing left over, as far as can be told from the two numbers?"""
    if isinstance(right, Const) and right.value == 1:
        return True
    if not isinstance(left, Const) or not isinstance(right, Const):
        return False
    return right.value == 0 or left.value % right.value == 0
