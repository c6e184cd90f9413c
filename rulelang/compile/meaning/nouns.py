"""Nouns and adjectives: `Rimmed Bell Culture Tokens`, `Coast Town Station`, `Eligible player`."""

from __future__ import annotations

from functools import partial
from typing import Final, Literal

from rulelang.compile.context import Misread
from rulelang.compile.groups import Group
from rulelang.compile.meaning.registers import Meaning
from rulelang.compile.sorts import DIRECTION, PLAYER, POSITION, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import positions as position_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.diagnostics.spelling import closest
from rulelang.graph.build import holds, same
from rulelang.graph.terms import Cell, Const, Entry, Term, VarietyOf
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import plural_of, split_all, split_words
from rulelang.rulebook.world import Column, Individual, Kind, PieceClass, SpaceClass, TokenVariety
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

#: The two forms of pieces: those that are told apart, and those that are only counted.
Laid = Literal["piece", "token"]


def split_noun(meaning: Meaning, noun: tree.Noun) -> tuple[list[str], str]:
    """The adjectives and the class of a noun."""
    text = noun_text(noun)
    key = (text, noun.builtin or "")
    if key not in meaning.book.splits:
        meaning.book.splits[key] = _split(meaning, text, noun.builtin is not None)
    found = meaning.book.splits[key]
    if found is None:
        world = meaning.world
        numbers = (name for holder, name in world.counters if holder == "player")
        counted = next((name for name in numbers if name in (text, plural_of(text))), "")
        bearer, called = _intended(meaning, noun, text)
        meant = "" if called or counted else _respelt(meaning, text)
        raise Misread(
            wording.unknown_noun(noun.span, text, world.class_names(), bearer, called, counted=counted, meant=meant)
        )
    return found


def _split(meaning: Meaning, text: str, is_builtin: bool) -> tuple[list[str], str] | None:
    plurals = meaning.world.plurals
    if is_builtin:
        builtin = text.rsplit(" ", 1)[-1]
        return split_words(text, partial(is_adjective, meaning), lambda name: name == builtin)
    found = split_words(text, partial(is_adjective, meaning), lambda name: meaning.world.is_class(plurals(name)))
    return None if found is None else (found[0], plurals(found[1]))


#: Before one thing; before anything else stand several.
_OF_ONE: Final = frozenset({"a", "an", "the", "another", "each", "every", "any", "other", "1"})


def _intended(meaning: Meaning, noun: tree.Noun, text: str) -> tuple[str, str]:
    """The class of pieces that these words would narrow, if its name stood behind them, and what was meant: the words
    with that name, or what such pieces are called by their number."""
    begin = noun.span.start
    is_one = not _OF_ONE.isdisjoint(noun.span.source.text[max(0, begin - 9) : begin].split()[-1:])
    singular = meaning.world.plurals(text)
    for words in (text, singular):
        bearer = _bearer(meaning, words)
        if bearer:
            return bearer, f"{words} {bearer if is_one else plural_of(bearer)}"
    *before, last = text.split(" ")
    kind = meaning.world.pieces.get(meaning.world.plurals(last))
    if kind is not None and len(before) > 1 and before[-1].isdigit():
        column = " ".join(before[:-1])
        printed = f"{kind.name} {before[-1]}"
        if column in kind.columns and kind.columns[column].form == "number" and is_adjective(meaning, printed):
            return "", f"{printed} {last}"
    return "", ""


def known_names(meaning: Meaning) -> list[str]:
    """Everything an author can name, for suggestions."""
    world = meaning.world
    names = [*meaning.world.class_names(), *world.seats.members, *world.places, *world.lists]
    names += [member for kind in world.kinds.values() for member in kind.members]
    names += [member for space in world.spaces.values() for member in space.members]
    names += [piece.name for piece in world.individuals]
    for table in (world.counters, world.flags, world.variables, world.holdings):
        names += [name for _, name in table]
    return [*names, *meaning.book.functions.known()]


#: Of so many words no other order is tried.
_MANY_WORDS: Final = 5


def _respelt(meaning: Meaning, text: str) -> str:
    """Words that mean something, with one of these spelt otherwise, or put at the end."""
    words = text.split(" ")
    names = {part for name in known_names(meaning) for part in name.split(" ")}
    near = ((place, closest(word, names)) for place, word in enumerate(words) if word not in names)
    tries = [[*words[:place], found, *words[place + 1 :]] for place, found in near if found]
    if len(words) < _MANY_WORDS:
        tries += [[*words[:place], *words[place + 1 :], words[place]] for place in range(len(words) - 1)]
    return next((said for said in map(" ".join, tries) if _split(meaning, said, is_builtin=False) is not None), "")


def _bearer(meaning: Meaning, text: str) -> str:
    """The class of pieces that these words would narrow, if its name stood behind them."""
    for kind in meaning.world.pieces.values():
        own = {*meaning.world.seats.members, *(meaning.world.individuals[number].name for number in kind.individuals)}
        own |= {m for c in kind.columns.values() if c.form == "member" and c.kind for m in c.kind.members}
        own |= {column.name for column in kind.columns.values() if column.form == "mark"}
        own |= {name for holder, name in meaning.world.flags if holder == kind.name}
        if split_all(text.split(" "), own.__contains__) is not None:
            return kind.name
    return ""


def is_adjective(meaning: Meaning, name: str) -> bool:
    """Can this name stand before a noun?"""
    world = meaning.world
    return (
        any(name in kind.members for kind in world.kinds.values())
        or name in world.seats.members
        or any(flag.name == name for flag in world.flags.values())
        or any(column.form == "mark" and column.name == name for column in _all_columns(meaning))
        or any(
            _space_shown(meaning, column, name) >= 0
            for kind in world.pieces.values()
            for column in kind.columns.values()
        )
        or meaning.book.functions.is_predicate(name)
        or any(piece.name == name for piece in world.individuals)
        or any(_is_called(variety, name) for variety in world.varieties)
    )


def _is_called(thing: Individual | TokenVariety, name: str) -> bool:
    """Is this its title? (Plain tokens are called like their class, which narrows nothing.)"""
    return thing.name == name and (isinstance(thing, Individual) or name != thing.kind)


def _space_shown(meaning: Meaning, column: Column, name: str) -> int:
    """The number of a space that is printed on pieces under its name; -1 if none is."""
    for space in meaning.world.space_classes(column.noun) if column.form == "element" else ():
        if name in space.members:
            return space.first + space.members.index(name)
    return -1


def _all_columns(meaning: Meaning) -> list[Column]:
    world = meaning.world
    owners: list[Kind | SpaceClass | PieceClass] = [*world.kinds.values(), *world.spaces.values()]
    return [column for owner in (*owners, *world.pieces.values()) for column in owner.columns.values()]


# ----------------------------------------------------------------- groups


def noun_group(meaning: Meaning, noun: tree.Noun, scope: Scope, form: Laid | None = None) -> Group:
    """The elements a noun stands for; of a noun for both forms of pieces, those of one."""
    adjectives, name = split_noun(meaning, noun)
    if form is not None:
        group = replace(_pieces_of(meaning, name, form), name=meaning.book.local(name))
    else:
        group = class_group(meaning, name, noun.span)
    for adjective in adjectives:
        group = _restrict(meaning, group, adjective, scope, noun.span)
    return group


def class_group(meaning: Meaning, name: str, span: Span) -> Group:
    """All elements of a class."""
    local = meaning.book.local(name)
    known = meaning.book.groups.get(name)
    if known is None:
        known = meaning.book.groups[name] = _class_group(meaning, name, span)
    return Group(known.sort, local, known.mask, known.varieties, known.places)


def _class_group(meaning: Meaning, name: str, span: Span) -> Group:
    world, local = meaning.world, ""
    if name == "player":
        return Group(PLAYER, local, mask=players_in(meaning))
    if name == "direction":
        if "direction" not in world.kinds:
            raise Misread(board_wording.no_directions(span))
        return Group(DIRECTION, local, mask=Const((1 << len(world.kinds["direction"].members)) - 1))
    if name == "opponent":
        raise Misread(reference_wording.no_single_opponent(span, whose=False))
    if name == POSITION.noun:
        raise Misread(position_wording.positions_are_compared(span))
    if name in world.kinds:
        return Group(Sort("member", name), local, mask=Const((1 << len(world.kinds[name].members)) - 1))
    spaces = world.space_classes(name)
    if spaces:
        return Group(Sort("place", name), local, mask=Const(sum(space.mask for space in spaces)))
    if is_mixed(meaning, name):
        raise Misread(thing_wording.mixed_union(span, name))
    counted = any(kind.is_token for kind in world.piece_classes(name))
    return _pieces_of(meaning, name, "token" if counted else "piece")


def is_mixed(meaning: Meaning, name: str) -> bool:
    """Are these partly pieces that are only counted, partly others?"""
    return len({kind.is_token for kind in meaning.world.piece_classes(name)}) > 1


def _pieces_of(meaning: Meaning, name: str, form: Laid) -> Group:
    """The pieces of a noun that are only counted, or those that are told apart."""
    kinds = [kind for kind in meaning.world.piece_classes(name) if kind.is_token == (form == "token")]
    if form == "piece":
        return Group(Sort("piece", name), "", mask=Const(sum(kind.mask for kind in kinds)))
    varieties = sum(kind.variety_mask for kind in kinds)
    everywhere = (1 << len(meaning.world.place_names)) - 1
    return Group(Sort("token", name), "", varieties=Const(varieties), places=Const(everywhere))


def players_in(meaning: Meaning) -> Term:
    """The players still in the game."""
    everybody = Const((1 << meaning.world.players) - 1)
    return Cell("players in", Const(0)) if meaning.book.functions.players_leave else everybody


def _restrict(meaning: Meaning, group: Group, name: str, scope: Scope, span: Span) -> Group:
    static = _static(meaning, group, name)
    if static is not None:
        return group.among(static)
    condition = adjective_fact(meaning, name, group.element, scope, span)
    if condition is None:
        needs = meaning.book.functions.prepositions(name)
        raise Misread(wording.not_an_adjective(span, name, group.sort.noun, needs))
    return group.filtered(condition)


def _static(meaning: Meaning, group: Group, name: str) -> Term | None:
    """The set (of elements, or of varieties) an adjective picks by what is printed."""
    key = (group.sort.noun, name)
    if key not in meaning.book.picked:
        meaning.book.picked[key] = _picked(meaning, group, name)
    found = meaning.book.picked[key]
    return None if found is None else Const(found)


def _picked(meaning: Meaning, group: Group, name: str) -> int | None:
    world = meaning.world
    chosen, known = 0, False
    for number, thing in things_of(meaning, group):
        for column in world.pieces[thing.kind].columns.values():
            if column.form == "member" and column.kind and name in column.kind.members:
                known = True
                chosen |= (thing.values.get(column.name) == column.kind.index(name)) << number
            elif column.form == "mark" and column.name == name:
                known = True
                chosen |= (thing.values.get(name) == 1) << number
            elif (space := _space_shown(meaning, column, name)) >= 0:
                known = True
                chosen |= (thing.values.get(column.name) == space) << number
        if name in world.seats.members and thing.owner >= 0:
            known = True
            chosen |= (thing.owner == world.seats.index(name)) << number
        elif _is_called(thing, name):
            known = True
            chosen |= 1 << number
    return chosen if known else None


def things_of(meaning: Meaning, group: Group) -> list[tuple[int, Individual | TokenVariety]]:
    """The pieces of a class, or the looks of its tokens, by their numbers."""
    world = meaning.world
    kinds = world.piece_classes(group.sort.noun) if group.sort.form in ("piece", "token") else []
    if group.is_tokens:
        return [(variety, world.varieties[variety]) for kind in kinds for variety in kind.varieties]
    return [(piece, world.individuals[piece]) for kind in kinds for piece in kind.individuals]


# -------------------------------------------------------------- adjectives


def adjective_fact(meaning: Meaning, name: str, element: Typed, scope: Scope, span: Span) -> Term | None:
    world, sort, term = meaning.world, element.sort, element.term
    nouns = set(nouns_of(meaning, sort))
    for (holder, flag_name), flag in world.flags.items():
        if flag_name == name and holder in nouns:
            return holds(Cell(flag.region, Const(0)), term)
    if meaning.book.functions.is_predicate(name):
        found = meaning.book.functions.predicate(name, element, (), scope, span)
        if found is not None:
            return found
    return _printed(meaning, name, element)


def _printed(meaning: Meaning, name: str, element: Typed) -> Term | None:
    world, sort, term = meaning.world, element.sort, element.term
    for column, table in columns_of(meaning, element).values():
        if column.form == "mark" and column.name == name:
            return same(Entry(table, printed_on(element)), Const(1))
        if column.form == "member" and column.kind and name in column.kind.members:
            return same(Entry(table, printed_on(element)), Const(column.kind.index(name)))
    for (holder, _), variable in world.variables.items():
        if holder and holder in set(nouns_of(meaning, sort)):
            kind = world.seats if variable.noun == "player" else world.kinds.get(variable.noun)
            if kind is not None and name in kind.members:
                return same(Cell(variable.region, term), Const(kind.index(name)))
    if name in world.seats.members and sort.form in ("piece", "token"):
        return same(owner_of(meaning, element), Const(world.seats.index(name)))
    if sort.form == "piece" and any(piece.name == name for piece in world.individuals):
        return holds(Const(sum(1 << i for i, piece in enumerate(world.individuals) if piece.name == name)), term)
    if sort.form == "token" and any(_is_called(variety, name) for variety in world.varieties):
        called = sum(1 << i for i, variety in enumerate(world.varieties) if _is_called(variety, name))
        return holds(Const(called), VarietyOf(term))
    return None


def nouns_of(meaning: Meaning, sort: Sort) -> list[str]:
    """The nouns an element of this sort may go by: its class, the unions around it, the classes of a union."""
    world, noun = meaning.world, sort.noun
    known = meaning.book.nouns.get(noun)
    if known is not None:
        return known
    inner = [k.name for k in world.piece_classes(noun)] + [s.name for s in world.space_classes(noun)]
    found = [*world.unions_of(noun), *inner]
    for name in inner:
        found += list(world.unions_of(name))
    meaning.book.nouns[noun] = list(dict.fromkeys(found))
    return meaning.book.nouns[noun]


def columns_of(meaning: Meaning, element: Typed) -> dict[str, tuple[Column, str]]:
    """The printed attributes of an element by name: column and table, in which `printed_on` says where."""
    key = (element.sort.form, element.sort.noun)
    known = meaning.book.columns.get(key)
    if known is None:
        known = meaning.book.columns[key] = {
            column.name: (column, table) for column, table in _columns(meaning, element)
        }
    return known


def _columns(meaning: Meaning, element: Typed) -> list[tuple[Column, str]]:
    sort, classes = element.sort, meaning.world.classes_of(element.sort.form, element.sort.noun)
    columns = {c.name: c for one in classes for c in one.columns.values() if _plain(c)}
    return [(column, meaning.book.column(sort.form, sort.noun, column)) for column in columns.values()]


def printed_on(element: Typed) -> Term:
    """Where in the tables of printed attributes an element is found."""
    return VarietyOf(element.term) if element.sort.form == "token" else element.term


def owner_of(meaning: Meaning, element: Typed) -> Term:
    """Whose piece it is."""
    table = meaning.book.owners("variety" if element.sort.form == "token" else "piece")
    return Entry(table, printed_on(element))


def _plain(column: Column) -> bool:
    return column.form in ("number", "mark", "member", "element")
