"""Phrases that stand for one thing: `the Die`, `your Hand`, `Kochi`, `it`, `the Tile's Strength`."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rulelang.compile.context import Misread
from rulelang.compile.meaning.nouns import known_names, noun_group, nouns_of
from rulelang.compile.meaning.registers import Meaning, reads
from rulelang.compile.sorts import PLAYER, POSITION, Scope, Sort, Typed, number
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import sentences
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.diagnostics.catalogue.words import needless_word
from rulelang.graph.build import EMPTY, NONE, either, is_there
from rulelang.graph.terms import Bind, Cell, Const, IfElse, Local, PlaceOf, Term
from rulelang.rulebook.naming import SEATS, noun_text
from rulelang.rulebook.world import Counter, Variable
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.other_words import SMALL_WORDS


def who_acts(scope: Scope, span: Span, *, choosing: bool = False, others: bool = False) -> Typed:
    """The player who acts."""
    if scope.you is None:
        raise Misread(reference_wording.nobody_acts(span, choosing=choosing, others=others))
    return scope.you


def what_it_is(scope: Scope, span: Span) -> Typed:
    """The thing under description."""
    if scope.it is None:
        raise Misread(reference_wording.it_is_nothing(span))
    return scope.it


@reads(tree.You)
def _you(_reader: Meaning, node: tree.You, scope: Scope, _expect: Sort | None) -> Typed:
    return who_acts(scope, node.span)


@reads(tree.It)
def _it(_reader: Meaning, node: tree.It, scope: Scope, _expect: Sort | None) -> Typed:
    return what_it_is(scope, node.span)


@reads(tree.Introduced, tree.Another)
def _introduced(meaning: Meaning, node: tree.Introduced | tree.Another, _scope: Scope, expect: Sort | None) -> Typed:
    where = expect is not None and expect.form == "place"
    text = noun_text(node.noun)
    alone = "" if meaning.world.is_class(meaning.world.plurals(text)) else _called(meaning, text)
    raise Misread(reference_wording.cannot_introduce(node.span, text, where, alone=alone))


def _called(meaning: Meaning, text: str) -> str:
    """How something is spoken of that there is one of."""
    if next(_global(meaning, text), None) is not None:
        return f"the {text}"
    return text if constants(meaning, text) else ""


@reads(tree.ChanceChooses)
def _chance(_reader: Meaning, node: tree.ChanceChooses, _scope: Scope, _expect: Sort | None) -> Typed:
    raise Misread(reference_wording.chance_is_nobody(node.span))


# ------------------------------------------------------------ `the X`

#: What the language itself has one of in every game: `the position`.
THE: Final[dict[str, Callable[[Meaning, Scope, Span], Typed]]] = {}


@reads(tree.The)
def _the(meaning: Meaning, node: tree.The, scope: Scope, expect: Sort | None) -> Typed:
    noun = node.noun
    text = noun_text(noun)
    for name in (text, meaning.world.plurals(text)):
        if name in scope.names:
            return scope.names[name]
    if text in meaning.book.named_again and not meaning.world.is_class(meaning.world.plurals(text)):
        # Not what else may be called so.
        raise Misread(unknown(meaning, noun.span, text, scope))
    if noun.name is None and noun.builtin in THE:
        return THE[noun.builtin](meaning, scope, noun.span)
    if noun.name is None or noun.builtin is None:
        found = [*_global(meaning, meaning.world.plurals(text)), *_global(meaning, text)]
        if found:
            return found[0]
        members = list(constants(meaning, text))
        if members:
            if text in SEATS and members[0].sort == PLAYER:
                article = Span(node.span.source, node.span.start, node.span.start + len("the"))
                if article.text == "the":
                    raise Misread(needless_word(article))
            return chosen(meaning, _with_title(meaning, text, members, expect), expect, noun.span, text)
    derived = meaning.book.functions.value_of(text, None, (), scope, noun.span)
    if derived is not None:
        return derived
    titled = next(_titled(meaning, text), None) if noun.builtin is None else None
    if titled is not None:
        return titled
    if noun.name is not None and noun.builtin is None and not meaning.world.is_class(meaning.world.plurals(text)):
        only = _only_one(meaning, noun.name, scope)
        if only is not None:
            return only
    if meaning.world.is_class(meaning.world.plurals(text)) or noun.builtin is not None:
        raise Misread(_not_introduced(meaning, noun, scope))
    raise Misread(unknown(meaning, noun.span, text, scope))


def _not_introduced(meaning: Meaning, noun: tree.Noun, scope: Scope) -> Diagnostic:
    text = noun_text(noun)
    one = meaning.world.plurals(text)
    if not meaning.book.named_again.isdisjoint((text, one)):
        return reference_wording.not_introduced(noun.span, text, one, again=True)
    kind = meaning.world.pieces.get(one)
    named = one == "player" or meaning.world.is_class(one)
    tested = named and scope.it is not None and scope.it.sort == class_sort(meaning, one)
    number = -1 if kind is None or kind.is_token else len(kind.individuals)
    dice = kind is not None and bool(kind.faces)
    in_block = not tested and not meaning.book.in_blocks.isdisjoint((text, one))
    space = one in meaning.world.spaces
    supply = [meaning.world.varieties[look].supply for look in kind.varieties] if kind is not None else []
    return reference_wording.not_introduced(
        noun.span,
        text,
        one,
        number=number,
        dice=dice,
        tested=tested,
        in_block=in_block,
        space=space,
        alone=sum(supply) == 1,
    )


def _global(meaning: Meaning, name: str) -> Iterator[Typed]:
    world = meaning.world
    if name in world.places:
        yield Typed(Const(world.places[name].first), Sort("place", name))
    if ("", name) in world.variables:
        yield variable_value(meaning, world.variables["", name], Const(0))
    if ("", name) in world.counters:
        yield counter_value(world.counters["", name], Const(0))
    if name in world.lists:
        yield Typed(Const(0), Sort("list", name, of=class_sort(meaning, world.lists[name].noun)))
    if name in world.pieces and len(world.pieces[name].individuals) == 1:
        yield Typed(Const(world.pieces[name].individuals[0]), Sort("piece", name))


# ------------------------------------------------------------ bare names


@reads(tree.BareName)
def _name(meaning: Meaning, node: tree.BareName, scope: Scope, expect: Sort | None) -> Typed:
    word = node.word
    text = word.text
    found: Sequence[Typed] = constants(meaning, text) or constants(meaning, meaning.world.plurals(text))
    found = _with_title(meaning, text, found, expect)
    if not found and text in scope.names:
        return scope.names[text]
    if not found:
        found = list(_global(meaning, text))
    if not found:
        only = _only_one(meaning, word, scope) or next(_titled(meaning, text), None)
        if only is not None:
            return only
        raise Misread(unknown(meaning, word.span, text, scope))
    return chosen(meaning, found, expect, word.span, text)


def _is_held(meaning: Meaning, text: str) -> bool:
    """Is this something that every player has one of?"""
    world = meaning.world
    names = {text, world.plurals(text)}
    held = {*world.holdings, *world.counters, *world.variables}
    if any(("player", name) in held for name in names):
        return True
    pieces = [kind for kind in (world.pieces.get(name) for name in names) if kind is not None]
    owners = [world.individuals[number].owner for kind in pieces for number in kind.individuals]
    return len(owners) == len(set(owners)) == world.players and -1 not in owners


def unknown(meaning: Meaning, span: Span, text: str, scope: Scope) -> Diagnostic:
    """A name that means nothing here, with all that it means elsewhere."""
    if text == "Number" and "number" in scope.names:
        return sentences.unnamed_number(span)
    if text in meaning.book.named_again:
        return reference_wording.not_introduced(span, text, again=True)
    if text in meaning.book.in_blocks:
        return reference_wording.not_introduced(span, text, in_block=True)
    if text in meaning.world.sides[: meaning.world.most]:
        return wording.unknown_name(span, text, (), plays_from=meaning.world.sides.index(text) + 1)
    known = [*known_names(meaning), *(name for name in scope.names if name != name.casefold())]
    several, _, rest = text.partition("s ")
    if rest and meaning.world.is_class(several):
        known.append(f"{several}'s {rest}")
    bearers, had_by = _bearers(meaning, text), _had_by(meaning, text)
    of_the_game = (name for holder, name in meaning.world.variables if not holder)
    variable = next((name for name in of_the_game if text.startswith(f"{name} ")), "")
    held, one = _is_held(meaning, text), meaning.world.plurals(text)
    sort = one if meaning.world.is_class(one) else ""
    small = text.casefold() if text.casefold() in SMALL_WORDS else ""
    return wording.unknown_name(span, text, known, held, bearers, had_by, variable=variable, sort=sort, small=small)


def _bearers(meaning: Meaning, text: str) -> tuple[int, str]:
    """How many pieces bear a name, and of what sort they are."""
    found = [piece for piece in meaning.world.individuals if text in (piece.name, f"{piece.name} {piece.kind}")]
    return len(found), found[0].kind if found else ""


def _had_by(meaning: Meaning, text: str) -> str:
    """The sort of things that have something of this name printed or kept on them."""
    world = meaning.world
    held = (holder for holder, name in (*world.counters, *world.variables) if name == text and holder != "player")
    printed = [kind.name for kind in world.pieces.values() if text in kind.columns]
    printed += [space.name for space in world.spaces.values() if text in space.columns]
    return next(iter([*filter(None, held), *printed]), "")


def _only_one(meaning: Meaning, word: tree.Word, scope: Scope) -> Typed | None:
    """`White Die`: words that fit one thing only."""
    try:
        group = noun_group(meaning, tree.Noun(word, None, span=word.span), scope)
    except Misread:
        return None
    mask = group.mask
    if group.is_tokens or not isinstance(mask, Const) or mask.value.bit_count() != 1 or group.where != Const(1):
        return None
    return Typed(Const(mask.value.bit_length() - 1), group.sort)


def constants(meaning: Meaning, text: str) -> Sequence[Typed]:
    """Every element of that name: members, sides, spaces, pieces with a name of their own."""
    known = meaning.book.constants
    if not known:
        for name, constant in _all_constants(meaning):
            known.setdefault(name, []).append(constant)
    return known.get(text, ())


def _all_constants(meaning: Meaning) -> Iterator[tuple[str, Typed]]:
    world = meaning.world
    yield from ((name, Typed(Const(index), PLAYER)) for index, name in enumerate(world.seats.members))
    for kind in world.kinds.values():
        sort = Sort("member", kind.name)
        yield from ((name, Typed(Const(index), sort)) for name, index in _first(kind.members).items())
    for space in world.spaces.values():
        sort = Sort("place", space.name)
        yield from ((name, Typed(Const(space.first + index), sort)) for name, index in _first(space.members).items())
    for pieces in world.pieces.values():
        copies = collections.Counter(world.individuals[piece].name for piece in pieces.individuals)
        for piece in pieces.individuals:
            name = world.individuals[piece].name
            if copies[name] == 1 and (pieces.own_names or name == pieces.name):
                yield name, Typed(Const(piece), Sort("piece", pieces.name))


def _is_title(meaning: Meaning, found: Sequence[Typed]) -> bool:
    """Is it nothing but what is printed on top of pieces?"""
    titles = [kind.titles.name for kind in meaning.world.pieces.values() if kind.titles is not None]
    return all(one.sort.form == "member" and one.sort.noun in titles for one in found)


def _with_title(meaning: Meaning, text: str, found: Sequence[Typed], expect: Sort | None) -> Sequence[Typed]:
    """Where a piece is meant, a title stands for the one piece that bears it."""
    if not found or not (expect.form == "piece" if expect is not None else _is_title(meaning, found)):
        return found
    fitting = expect is not None and any(fits(meaning, one.sort, expect) for one in found)
    return found if fitting else [*_titled(meaning, text)] or found


def _titled(meaning: Meaning, text: str) -> Iterator[Typed]:
    """The piece that alone bears a title."""
    bearers = [number for number, piece in enumerate(meaning.world.individuals) if piece.name == text]
    if len(bearers) == 1:
        yield Typed(Const(bearers[0]), Sort("piece", meaning.world.individuals[bearers[0]].kind))


def chosen(meaning: Meaning, found: Sequence[Typed], expect: Sort | None, span: Span, text: str) -> Typed:
    """The one that fits what is expected, when a name has several meanings."""
    if len(found) == 1:
        return found[0]
    if expect is not None:
        fitting = [one for one in found if fits(meaning, one.sort, expect)]
        if len(fitting) == 1:
            return fitting[0]
    raise Misread(wording.ambiguous(span, text, [str(one.sort) for one in found]))


def fits(meaning: Meaning, sort: Sort, expect: Sort) -> bool:
    """Can a thing of one sort be a thing of the other?"""
    if sort.form == "nothing" or expect.form == "nothing":
        return True
    if sort.form != expect.form:
        return False
    if sort.form == "number" or not sort.noun or not expect.noun or "piece" in (sort.noun, expect.noun):
        return True
    return bool(set(nouns_of(meaning, sort)) & set(nouns_of(meaning, expect)))


@reads(tree.Coordinate)
def _coordinate(meaning: Meaning, node: tree.Coordinate, _scope: Scope, _expect: Sort | None) -> Typed:
    text, span = node.text, node.span
    for space in meaning.world.spaces.values():
        if text in space.members:
            return Typed(Const(space.first + space.members.index(text)), Sort("place", space.name))
    raise Misread(wording.no_such_square(span, text))


# -------------------------------------------------------------- holdings


def class_sort(meaning: Meaning, noun: str) -> Sort:
    """The sort of the elements of a class."""
    world = meaning.world
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


def variable_value(meaning: Meaning, variable: Variable, index: Term) -> Typed:
    """The value of a variable: possibly nothing."""
    return Typed(Cell(variable.region, index), class_sort(meaning, meaning.world.plurals(variable.noun)), True)


def counter_value(counter: Counter, index: Term) -> Typed:
    """The value of a counter."""
    return Typed(Cell(counter.region, index), number(counter.low, counter.high))


def place_of(thing: Typed, span: Span) -> Term:
    if thing.sort.form == "place":
        return thing.term
    if thing.sort.form == "piece":
        where = Cell("at", thing.term)
        return either(is_there(thing.term), where, Const(-1)) if thing.maybe else where
    if thing.sort.form == "token":
        return PlaceOf(thing.term)
    raise Misread(thing_wording.not_a_place(span, str(thing.sort)))


def contents_of(meaning: Meaning, place: Term, maybe: bool) -> Term:
    """The pieces in a place; none in one that is nothing."""
    if place == NONE:
        return EMPTY
    if isinstance(place, IfElse):
        then, otherwise = (contents_of(meaning, part, False) for part in (place.then, place.otherwise))
        return either(place.condition, then, otherwise)
    if not maybe:
        return Cell("contents", place)
    local = meaning.book.local("place")
    return Bind(local, place, either(is_there(Local(local)), Cell("contents", Local(local)), EMPTY))


def _first(names: Sequence[str]) -> dict[str, int]:
    """Where each name stands first."""
    found: dict[str, int] = {}
    for index, name in enumerate(names):
        found.setdefault(name, index)
    return found
