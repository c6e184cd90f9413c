"""Set phrases: `Coast Town Stations next to your Merchant by Road where it has no Figure`."""

from __future__ import annotations

from rulelang.compile.context import Misread, column_of
from rulelang.compile.groups import Group, tokens_in
from rulelang.compile.meaning.fitting import asked, but_those_known
from rulelang.compile.meaning.nouns import (
    Laid,
    columns_of,
    is_mixed,
    noun_group,
    owner_of,
    printed_on,
    split_noun,
    things_of,
)
from rulelang.compile.meaning.phrases import contents_of, fits, place_of, who_acts
from rulelang.compile.meaning.properties import has_property, order_start, property_of
from rulelang.compile.meaning.registers import FILTERS, Meaning, narrows
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.diagnostics.catalogue import board as board_wording
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.diagnostics.catalogue import sentences as sentence_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import build
from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members, union_of
from rulelang.graph.terms import Term
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import singular_guess
from rulelang.rulebook.world import PlaceFamily
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

PIECES = ("piece", "token")
"""The forms of what has an owner."""

_TWO_PLACES = (
    "Nothing lies in two places at once.",
    (
        "If things go from one place to another, say first where they come from: `draw as many Cubes from the Bag as "
        "the number of Cubes in your Hand to your Hand`."
    ),
)


def group_of(meaning: Meaning, node: tree.SetPhrase, scope: Scope) -> Group:
    """What a set phrase stands for."""
    _is_a_sort(meaning, node.noun, scope)
    forms = _forms(meaning, node, scope)
    form = forms[0] if len(forms) == 1 else None
    return refine(meaning, noun_group(meaning, node.noun, scope, form), node, scope)


def groups_of(meaning: Meaning, node: tree.SetPhrase, scope: Scope) -> list[Group]:
    """The same where it may be pieces of both forms: what is counted, and what is told apart."""
    _is_a_sort(meaning, node.noun, scope)
    forms = _forms(meaning, node, scope) or (None,)
    return [refine(meaning, noun_group(meaning, node.noun, scope, form), node, scope) for form in forms]


def _is_a_sort(meaning: Meaning, noun: tree.Noun, scope: Scope) -> None:
    """A name for several things that were chosen is no sort of thing: `Red Picks`."""
    try:
        split_noun(meaning, noun)
    except Misread as misread:
        text = f" {noun_text(noun)}"
        for name, value in scope.names.items():
            called = {name, meaning.world.plurals(name), singular_guess(name)}
            if value.sort.of is not None and any(one and text.endswith(f" {one}") for one in called):
                sort = value.sort.of.plural
                message = f"`{name}` is a name for {sort} that were chosen, and no sort of thing."
                write = f"Write `{sort} among the {name}`, with what narrows them in front of it."
                raise Misread(sentence_wording.other_form(noun.span, message, write)) from misread
        raise


def _forms(meaning: Meaning, node: tree.SetPhrase, scope: Scope) -> tuple[Laid, ...]:
    """Which forms of pieces a noun for both may stand for here; none for any other noun."""
    if not is_mixed(meaning, split_noun(meaning, node.noun)[1]):
        return ()
    forms: set[Laid] = {"piece", "token"}
    for filter_ in node.filters:
        if isinstance(filter_, tree.Located) and isinstance(filter_.places, tree.Phrase):
            place = meaning.value(filter_.places, scope, Sort("place"))
            taken = [kind for one in accepted_by(meaning, place) for kind in meaning.world.piece_classes(one)]
            forms &= {"token" if kind.is_token else "piece" for kind in taken} or forms
    return tuple(sorted(forms))


def refine(meaning: Meaning, group: Group, node: tree.SetPhrase, scope: Scope) -> Group:
    """Apply the language's adjectives, the filters and the ending of a set phrase to a group."""
    others = [adjective for adjective in node.adjectives if adjective.word == "other"]
    for adjective in node.adjectives:
        if adjective not in others:
            group = _language_adjective(meaning, group, adjective, scope)
    best: list[tree.Rank] = []
    beyond = False
    for filter_ in node.filters:
        if isinstance(filter_, tree.Best):
            best += filter_.ranking.ranks
        else:
            group = FILTERS[type(filter_)](meaning, group, filter_, scope, node)
            beyond = beyond or isinstance(filter_, tree.Beyond)
            if node.where is not None and isinstance(filter_, tree.Connected | tree.StandsInLine) and filter_.through:
                raise Misread(board_wording.where_of_which(node.where.span, node.noun.span, filter_.through.span))
    for adjective in others:
        group = _language_adjective(meaning, group, adjective, scope)
    inner = scope.describing(group.element)
    word = noun_word(meaning, node.noun)
    if word not in scope.names:
        inner = inner.naming(word, group.element)
    if node.as_long_as is not None and not (beyond and group.sort.form != "place"):
        group = group.along(meaning.condition(node.as_long_as, inner))
    if best:
        keys = tuple((rank.highest, rank_value(meaning, rank, group.element, scope)) for rank in best)
        group = replace(group, keys=keys)
    if node.where is not None:
        # What stands behind `with the highest ...` narrows the best of them.
        condition = meaning.condition(node.where, inner)
        if best and not _bounds_the_best(group, condition):
            meaning.book.report(number_wording.where_of_the_best(node.where.span))
        group = asked(meaning, group.of_the_best(), condition)
    return group


def _bounds_the_best(group: Group, condition: Term) -> bool:
    """`with the highest Rank where its Rank is at least 3`: it is the same whether that is asked first or last."""
    highest, value = group.keys[0]
    match condition:
        case t.Compare(">=" | ">", left, t.Const()):
            return highest and left == value
        case t.Compare("<=" | "<", left, t.Const()):
            return not highest and left == value
        case _:
            return False


def noun_word(meaning: Meaning, noun: tree.Noun) -> str:
    """The word by which one of the elements is referred to: the class without adjectives."""
    return split_noun(meaning, noun)[1]


def rank_value(meaning: Meaning, rank: tree.Rank, element: Typed, scope: Scope) -> Term:
    """`the highest Price` of an element."""
    arguments = [(a.preposition, meaning.value(a.value, scope)) for a in rank.arguments]
    found = property_of(meaning, element, rank.noun, scope, arguments)
    if found.sort.form != "number":
        raise Misread(number_wording.not_a_number(rank.noun.span, str(found.sort)))
    return found.term


def introduce(meaning: Meaning, noun: tree.Noun, scope: Scope) -> tuple[str, Group]:
    return noun_word(meaning, noun), noun_group(meaning, noun, scope)


# -------------------------------------------------------------- adjectives


def _language_adjective(meaning: Meaning, group: Group, node: tree.Adjective, scope: Scope) -> Group:
    match node.word:
        case "empty":
            return _empty(meaning, group, node.span)
        case "other":
            return but_those_known(meaning, group, scope, node.span, "other")
        case "your":
            return of_player(meaning, group, who_acts(scope, node.span), node.span)
        case "face-up" | "face-down":
            if group.sort.form != "piece":
                raise Misread(thing_wording.has_no_face(node.span, group.sort.noun))
            meaning.book.turnable.add(group.sort.noun)
            down = t.Cell("face-down", t.Const(0))
            mask = build.intersect(group.mask, down) if node.word == "face-down" else build.without(group.mask, down)
            return replace(group, mask=mask)


def _empty(meaning: Meaning, group: Group, span: Span) -> Group:
    if group.sort.form != "place":
        raise Misread(thing_wording.only_places_are_empty(span, str(group.sort)))
    tokens = token_varieties_in(meaning, group)
    if tokens:
        group = replace(group, mask=build.without(group.mask, t.TokenPlaces(t.Const(tokens))))
    return group.filtered(nothing_there(meaning, group.element, tokens))


def token_varieties_in(meaning: Meaning, group: Group) -> int:
    """The varieties stored as sets of places, if all spaces of the group store them so."""
    spaces = meaning.world.space_classes(group.sort.noun)
    if not spaces or any(space.limit != 1 for space in spaces):
        return 0
    return sum(kind.variety_mask for kind in meaning.world.pieces.values() if kind.is_token)


def nothing_there(meaning: Meaning, place: Typed, stored: int = 0) -> Term:
    """Nothing lies in the place, apart from tokens stored as sets."""
    world = meaning.world
    classes = [kind for name in accepted_by(meaning, place) for kind in world.piece_classes(name)]
    classes = classes or list(world.pieces.values())
    parts: list[Term] = []
    if any(not kind.is_token for kind in classes):
        parts.append(build.same(t.Cell("contents", place.term), build.EMPTY))
    varieties = union_of(kind.variety_mask for kind in classes)
    if varieties and not stored:
        parts.append(build.negate(tokens_in(place.term, t.Const(varieties), meaning.book.local("token")).any()))
    return build.all_of(parts)


def of_player(meaning: Meaning, group: Group, owner: Typed, span: Span) -> Group:
    """Pieces of a player: owned by them, or, if nobody owns such pieces, lying in their places."""
    if group.sort.form not in PIECES:
        raise Misread(thing_wording.nobody_owns(span, str(group.sort)))
    player = owner.term
    if _is_owned(meaning, group):
        by = meaning.book.sets_by(meaning.book.owners("variety" if group.is_tokens else "piece"), meaning.world.players)
        return group.among(meaning.book.entry(by, tuple, 0, player))
    homes = meaning.world.places_for(group.sort.noun) if group.sort.form == "piece" and not owner.maybe else ()
    held = [family.first for family in _held_by_players(meaning) if family.first in homes]
    if held:
        # What lies in a place is known better than where each piece lies.
        contents = [t.Cell("contents", build.plus(t.Const(first), player)) for first in held]
        known = group.mask.parts if isinstance(group.mask, t.Both) else (group.mask,)
        return group if any(one in known for one in contents) else group.within(build.unite(contents))
    return group.filtered(_held_by(meaning, place_of(group.element, span), player))


def _of_others(meaning: Meaning, group: Group, node: tree.Another, scope: Scope) -> Group:
    """`Pawns of another player`: of any of them"""
    others = but_those_known(meaning, noun_group(meaning, node.noun, scope), scope, node.span)
    whose = others.element.term
    if _is_owned(meaning, group):
        owned = build.same(owner_of(meaning, group.element), whose)
    else:
        owned = _held_by(meaning, place_of(group.element, node.span), whose)
    domain, where = others.domain()
    return group.filtered(t.AnyIn(others.name, domain, build.all_of((where, owned))))


def _is_owned(meaning: Meaning, group: Group) -> bool:
    return any(thing.owner >= 0 for _, thing in things_of(meaning, group))


def _held_by_players(meaning: Meaning) -> list[PlaceFamily]:
    return [family for (holder, _), family in meaning.world.holdings.items() if holder == "player"]


def _held_by(meaning: Meaning, place: Term, player: Term) -> Term:
    def owners() -> list[int]:
        found = [-1] * len(meaning.world.place_names)
        for family in _held_by_players(meaning):
            for seat in range(family.count):
                found[family.first + seat] = seat
        return found

    return build.same(meaning.book.entry("holder", owners, -1, place, column_of("place", "owner", "player")), player)


# ------------------------------------------------------------------ filters


def at_places(meaning: Meaning, group: Group, places: Term, span: Span, maybe: bool = False) -> Group:
    """Only elements that are, or lie in, one of the places, which may be nothing."""
    if group.sort.form == "place":
        return group.within(places)
    if group.is_tokens:
        return replace(group, places=build.intersect(group.places, places))
    if group.sort.form == "piece":
        found = _contents(meaning, places, maybe)
        if found is not None:
            return group.within(found)
        return group.filtered(build.holds(places, t.Cell("at", t.Local(group.name))))
    raise Misread(thing_wording.lies_nowhere(span, str(group.sort)))


def _contents(meaning: Meaning, places: Term, maybe: bool) -> Term | None:
    """The pieces in a few places, as one set."""
    if isinstance(places, t.Single):
        return contents_of(meaning, places.element, maybe)
    if isinstance(places, t.Const) and places.value.bit_count() <= 4:
        return build.unite(t.Cell("contents", t.Const(place)) for place in members(places.value))
    if isinstance(places, t.Either) and all(isinstance(part, t.Single | t.Const) for part in places.parts):
        inner = [_contents(meaning, part, maybe) for part in places.parts]
        return None if None in inner else build.unite(part for part in inner if part is not None)
    return None


@narrows(tree.Located)
def _located(meaning: Meaning, group: Group, node: tree.Located, scope: Scope, phrase: tree.SetPhrase) -> Group:
    places, span = node.places, node.span
    if isinstance(places, tree.NthPlace | tree.EveryPlace | tree.EveryOf | tree.EitherPlace):
        return at_places(meaning, group, place_set(meaning, places, scope), span, isinstance(places, tree.NthPlace))
    try:
        value = meaning.value(places, scope, Sort("place"))
    except Misread:
        if isinstance(places, tree.OfThing) and _has_what_lies_there(meaning, group, places, scope):
            told = sentence_wording.first_of_them_has(places.span, noun_text(phrase.noun), noun_text(places.noun))
            raise Misread(told) from None
        raise
    if value.sort.form in ("list", "handful"):
        sequence = sequence_of(value)
        local = meaning.book.local("member")
        members = t.Filtered(local, sequence, build.YES)
        if are_places(meaning, group.sort, value, span):
            return at_places(meaning, group, members, span)
        if group.is_tokens:
            return replace(group.filtered(build.holds(members, t.Local(group.name))), chosen=sequence)
        return replace(group, ordered=sequence) if group.ordered is None else group.within(members)
    before = [one.places for one in phrase.filters[: phrase.filters.index(node)] if isinstance(one, tree.Located)]
    there = (meaning.value(one, scope, Sort("place")) for one in before if isinstance(one, tree.Phrase))
    if group.sort.form in PIECES and any(place.sort.form == "place" for place in there):
        raise Misread(sentence_wording.other_form(span, *_TWO_PLACES))
    return _in_place(meaning, group, value, span)


def _has_what_lies_there(meaning: Meaning, group: Group, places: tree.OfThing, scope: Scope) -> bool:
    """`the first Card in the Pile's Rank`: it is the Card that has one, and not the Pile."""
    try:
        place = meaning.value(places.owner, scope)
    except Misread:
        return False
    return place.sort.form == "place" and has_property(meaning, group.element, places.noun, scope)


def _in_place(meaning: Meaning, group: Group, value: Typed, span: Span) -> Group:
    """What lies in one place, in its order: `in the Deck`, `of the Deck`."""
    lies_there(meaning, group.sort, value, span)
    place = place_of(value, span)
    group = at_places(meaning, group, build.single(place), span, value.maybe)
    if group.sort.form == "piece" and is_ordered(meaning, value):
        order = t.CellList("order", order_start(meaning, place), backwards=is_ordered(meaning, value) == "pile")
        group = replace(group, ordered=order)
    return group


def are_places(meaning: Meaning, things: Sort, several: Typed, span: Span) -> bool:
    """Does a list, or what was chosen, hold places in which things of a sort lie? Otherwise it holds such things."""
    one = several.sort.of or Sort("nothing")
    if one.form == "place" and things.form in PIECES:
        lies_there(meaning, things, replace(several, sort=one), span)
        return True
    if not (fits(meaning, one, things) or is_mixed(meaning, one.noun)):
        raise Misread(thing_wording.not_of(span, things.plural, str(several.sort)))
    return False


def accepted_by(meaning: Meaning, place: Typed) -> list[str]:
    """The sorts of pieces a place is for; of any sort if none is said."""
    world = meaning.world
    spaces = world.space_classes(place.sort.noun)
    if spaces:
        # What one of several sorts of spaces takes; any sort of piece if one of them takes any.
        named = all(space.accepts for space in spaces)
        return list(dict.fromkeys(name for space in spaces for name in space.accepts)) if named else []
    family = world.family_named(place.sort.noun)
    return family.accepts if family is not None else []


def lies_there(meaning: Meaning, pieces: Sort, place: Typed, span: Span) -> None:
    """Pieces are only looked for and moved where such pieces can lie."""
    world, accepted = meaning.world, accepted_by(meaning, place)
    theirs = {kind.name for kind in world.piece_classes(pieces.noun)}
    taken = {kind.name for name in accepted for kind in world.piece_classes(name)}
    if pieces.form in ("piece", "token") and theirs and taken and theirs.isdisjoint(taken):
        raise Misread(thing_wording.never_lies_there(span, pieces.noun, place.sort.noun, accepted))


def limit_of(meaning: Meaning, target: Typed) -> int:
    """How many pieces the place takes; -1 any number."""
    world = meaning.world
    spaces = world.space_classes(target.sort.noun)
    if spaces:
        limits = {space.limit for space in spaces}
        return limits.pop() if len(limits) == 1 else -1
    family = world.family_named(target.sort.noun)
    return family.limit if family is not None else -1


def is_ordered(meaning: Meaning, place: Typed) -> str:
    """Does the order of pieces in this place matter?"""
    family = meaning.world.family_named(place.sort.noun)
    if family is not None:
        return family.order
    spaces = meaning.world.space_classes(place.sort.noun)
    return spaces[0].order if spaces else ""


def in_numbers(group: Group, node: tree.Node) -> Group:
    """A number of them is taken: of tokens that were chosen before that cannot be said."""
    if group.chosen is not None or group.besides:
        raise Misread(thing_wording.some_of_the_chosen(node.span))
    return group


def sequence_of(value: Typed) -> t.CellList:
    """Where the members of a list or handful stand."""
    return t.CellList(value.sort.noun, value.term)


def place_set(meaning: Meaning, places: tree.Places, scope: Scope) -> Term:
    """A set of places."""
    match places:
        case tree.NthPlace(nth, inner):
            chosen = group_of(meaning, inner, scope)
            mask = chosen.mask
            if (
                nth == "only"
                and isinstance(mask, t.Const)
                and chosen.where == t.Const(1)
                and mask.value.bit_count() > 1
            ):
                raise Misread(board_wording.never_only(places.span, places.span.text, mask.value.bit_count()))
            return build.single(chosen.nth(nth))
        case tree.EveryPlace(_, noun):
            family = _family_mask(meaning, meaning.world.plurals(noun_text(noun)))
            if family is not None:
                return family
            group = noun_group(meaning, noun, scope)
            if group.sort.form == "place":
                return group.set()
            if group.sort.form == "piece":
                local = t.Local(group.name)
                return _image(meaning, group, t.Cell("at", local))
            raise Misread(thing_wording.not_a_place(noun.span, str(group.sort)))
        case tree.EveryOf():
            return every_of(meaning, places, scope)[0]
        case tree.EitherPlace(members):
            return build.unite(build.single(place_of(meaning.value(p, scope), p.span)) for p in members)
        case _:
            return build.single(place_of(meaning.value(places, scope, Sort("place")), places.span))


def _family_mask(meaning: Meaning, noun: str) -> Term | None:
    families = [family for (_, name), family in meaning.world.holdings.items() if name == noun]
    if not families:
        return None
    return t.Const(sum(family.mask for family in families))


def _image(meaning: Meaning, group: Group, value: Term) -> Term:
    """The set of a value over a group, when the values are places."""
    places = meaning.book.local("place")
    everywhere = t.Const((1 << len(meaning.world.place_names)) - 1)
    return t.Filtered(places, t.Members(everywhere), group.some(build.same(value, t.Local(places))))


def every_of(meaning: Meaning, node: tree.EveryOf, scope: Scope) -> tuple[Term, Sort]:
    """`any player's Hand` as a set of places, and their sort."""
    if isinstance(node.owner, tree.EveryOf):
        raise Misread(reference_wording.too_deep(node.span))
    owners = noun_group(meaning, node.owner, scope)
    held = property_of(meaning, owners.element, node.noun, scope)
    if held.sort.form != "place":
        raise Misread(thing_wording.not_a_place(node.span, str(held.sort)))
    if owners.where == build.YES and isinstance(owners.mask, t.Const):
        family = _family_mask(meaning, held.sort.noun)
        if family is not None and owners.mask.value.bit_count() == len(_all_members(meaning, owners)):
            return family, held.sort
    return _image(meaning, owners, held.term), held.sort


def _all_members(meaning: Meaning, group: Group) -> range:
    size = meaning.world.players if group.sort == PLAYER else len(meaning.world.place_names)
    return range(size)


@narrows(tree.OfFilter)
def _of(meaning: Meaning, group: Group, node: tree.OfFilter, scope: Scope, _phrase: tree.SetPhrase) -> Group:
    """`of the player`, `of another player`, `of the Caste`, `of the Material`"""
    if isinstance(node.value, tree.Another) and node.value.noun.builtin == "player" and group.sort.form in PIECES:
        return _of_others(meaning, group, node.value, scope)
    value, span = meaning.value(node.value, scope), node.span
    if value.sort == PLAYER and group.sort.form in PIECES:
        return of_player(meaning, group, value, span)
    element = group.element
    for column, table in columns_of(meaning, element).values():
        if column.form == "member" and column.noun == value.sort.noun:
            if group.sort.form in PIECES and column.noun in meaning.world.kinds:
                by = meaning.book.sets_by(table, len(meaning.world.kinds[column.noun].members))
                return group.among(meaning.book.entry(by, tuple, 0, value.term))
            there = [build.is_there(value.term)] if value.maybe else []
            return group.filtered(build.all_of((*there, build.same(t.Entry(table, printed_on(element)), value.term))))
    if value.sort.form == "place" and group.sort.form in PIECES:
        return _in_place(meaning, group, value, span)
    raise Misread(thing_wording.not_of(span, group.sort.plural, str(value.sort)))
