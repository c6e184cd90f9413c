"""Moving pieces, and turning them over."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Literal, TypeAlias

from rulelang.compile.context import Misread
from rulelang.compile.flow.amounts import not_less_than_none
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.folding import where_possible
from rulelang.compile.flow.room import (
    NOTHING_TO_MOVE,
    NOWHERE_TO_MOVE,
    fits,
    limit_term,
    may_all_lie,
    may_lie,
    numbers,
    occupants,
    only_those_that_may_lie,
)
from rulelang.compile.flow.whereabouts import as_it_is_now, looks_of, still_there, tokens_leave, tokens_move
from rulelang.compile.groups import Group, how_often
from rulelang.compile.meaning.phrases import contents_of, place_of
from rulelang.compile.meaning.sets import (
    accepted_by,
    group_of,
    groups_of,
    in_numbers,
    is_ordered,
    lies_there,
    sequence_of,
)
from rulelang.compile.meaning.values import number_of
from rulelang.compile.sorts import Scope, Sort, Typed, constant
from rulelang.compile.supply import most_in
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import build
from rulelang.graph import terms as t
from rulelang.graph.access import PIECES, TOKENS
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import all_parts
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

PileEnd: TypeAlias = Literal["top", "bottom"]

#: What a condition asks of anything but the thing that is being tested.
_ASKING = (t.Cell, t.CellList, t.Apply, t.TokenCount, t.TokenPlaces, t.Tokens, t.Possible)


def move_pieces(flow: Flow, node: tree.Move, scope: Scope, place: Spot, if_possible: bool) -> list[Effect]:
    now = as_it_is_now(flow, scope)
    target = destination(flow, node.destination, now)
    end = end_of(flow, node.destination, target)
    if isinstance(node.what, tree.Quantity):
        effects = move_quantity(flow, node.what, target, end, now, place, if_possible)
        if node.face is None:
            return effects
        return _turned(flow, effects, group_of(flow.meaning, node.what.set, now).sort, node)
    thing = flow.meaning.value(node.what, scope)
    if thing.sort.form in ("handful", "list"):
        effects = _move_handful(flow, thing, target, end, node, place)
        return _turned(flow, effects, thing.sort.of or Sort("piece"), node)
    names: list[Effect] = []
    if node.face is not None and depends(flow, thing.term, thing.sort):
        # It may be another one once it is turned.
        one = t.Local(flow.book.local("one"))
        names, thing = [t.Name(one.name, thing.term)], replace(thing, term=one)
    return [*names, *_turned(flow, move_thing(flow, thing, target, end, place, node), thing.sort, node)]


def destination(flow: Flow, node: tree.Destination, scope: Scope) -> Typed:
    """Where a move goes: a place, or the place a piece stands on."""
    target = flow.meaning.value(node.place, scope, Sort("place"))
    if node.end is not None and target.sort.form == "place" and not is_ordered(flow.meaning, target):
        raise Misread(thing_wording.no_end(node.span, target.sort.noun, node.end))
    return Typed(place_of(target, node.span), target.sort, target.maybe)


def depends(flow: Flow, term: object, sort: Sort) -> bool:
    """May it be otherwise once a thing of this sort has moved?"""
    return not flow.reads(term).isdisjoint({TOKENS} if sort.form == "token" else {*PIECES, "face-down"})


def _found_once(flow: Flow, target: Typed, sort: Sort) -> tuple[list[Effect], Typed]:
    """A place that is found by what lies where is looked for once, before the first of several things moves."""
    if not depends(flow, target.term, sort):
        return [], target
    goal = t.Local(flow.book.local("goal"))
    return [t.Name(goal.name, target.term)], replace(target, term=goal)


def _known_once(flow: Flow, group: Group) -> tuple[list[Effect], Group]:
    """Things that are found by what lies where are looked for once, before the first of them moves."""
    here, about = t.Local(group.name), (group.where, group.keys, group.places)
    asked: list[object] = [part for part in all_parts(about) if isinstance(part, _ASKING)]
    for part in _sets_of(group.mask):
        asked.append(part.index if isinstance(part, t.Cell) and part.region == "contents" else part)
    if not any(depends(flow, one, group.sort) for one in asked if not isinstance(one, t.Cell) or one.index != here):
        return [], group
    those = t.Local(flow.book.local("those"))
    if not group.is_tokens:
        one_of = [1 << piece for kind in flow.world.piece_classes(group.sort.noun) for piece in kind.individuals]
        known = build.intersect(t.Const(sum(one_of)), those)
        return [t.Name(those.name, group.set())], Group(group.sort, group.name, known, ordered=group.ordered)
    places, group = t.Local(flow.book.local("places")), group.of_the_best()
    domain = t.Tokens(group.varieties, places)
    names = [t.Name(places.name, group.places), t.Name(those.name, t.Filtered(group.name, domain, group.where))]
    return [*names], replace(group, places=places, where=build.holds(those, here))


def _sets_of(mask: Term) -> Iterator[Term]:
    """The sets that a set is put together from."""
    if isinstance(mask, t.Both | t.Either):
        for part in mask.parts:
            yield from _sets_of(part)
    elif isinstance(mask, t.Without):
        yield from (*_sets_of(mask.left), *_sets_of(mask.right))
    else:
        yield mask


def end_of(flow: Flow, node: tree.Destination, target: Typed) -> PileEnd:
    """The end at which something arrives. A row has its top where its first member is, and grows at the other."""
    if node.end is None or is_ordered(flow.meaning, target) != "row":
        return node.end or "top"
    return "bottom" if node.end == "top" else "top"


def move_thing(flow: Flow, thing: Typed, target: Typed, end: PileEnd, place: Spot, node: tree.Node) -> list[Effect]:
    """Move one piece or token."""
    lies_there(flow.meaning, thing.sort, target, node.span)
    effects, target = _found_once(flow, target, thing.sort) if thing.sort.form == "token" else ([], target)
    effects += flow.there(thing, NOTHING_TO_MOVE, place, node)
    effects += fits(flow, target, t.Const(1), place, node)
    no_room = flow.reason("there is no room", place, node)
    effects += may_lie(flow, thing, target.term, numbers(flow, target), no_room)
    if thing.sort.form == "piece":
        effects.append(t.MovePiece(thing.term, target.term, end))
    elif thing.sort.form == "token":
        local = flow.book.local("token")
        here = t.Local(local)
        cell = thing.term if isinstance(thing.term, t.Cell) else None
        effects.append(t.Name(local, thing.term))
        if cell is not None:
            effects += still_there(flow, cell, thing.sort, local, flow.reason(NOTHING_TO_MOVE, place, node))
        effects.append(t.MoveTokens(t.VarietyOf(here), t.PlaceOf(here), target.term, t.Const(1)))
        effects += known_there(flow, thing, t.VarietyOf(here), target.term)
    else:
        raise Misread(thing_wording.cannot_move(node.span, str(thing.sort), _title_of(flow, thing)))
    return effects


def _title_of(flow: Flow, thing: Typed) -> tuple[str, int, str] | None:
    """A title that several pieces bear, how many, and what they are."""
    for kind in flow.world.pieces.values():
        if kind.titles is not None and thing.sort.noun == kind.titles.name and isinstance(thing.term, t.Const):
            title = kind.titles.members[thing.term.value]
            return title, sum(flow.world.individuals[one].name == title for one in kind.individuals), kind.name
    return None


def known_there(flow: Flow, thing: Typed, variety: Term, place: Term) -> list[Effect]:
    """A token has moved, or become another: what remembers it knows which it is now, and where."""
    if not isinstance(thing.term, t.Cell):
        tokens_leave(flow, looks_of(flow, thing.sort), thing.sort, t.PlaceOf(thing.term))
        return []
    flow.frames.tokens.moved(looks_of(flow, thing.sort))
    flow.frames.tokens.named(thing.term.region)
    return [t.Put(thing.term.region, thing.term.index, t.TokenAt(variety, place))]


# -------------------------------------------------------------- quantities


def move_quantity(
    flow: Flow, node: tree.Quantity, target: Typed, end: PileEnd, scope: Scope, place: Spot, if_possible: bool
) -> list[Effect]:
    """`3 Ships`, `all Tiles`, `as many Goods as ...`"""
    groups = groups_of(flow.meaning, node.set, scope)
    for group in groups:
        tokens_move(flow, group)
    if len(groups) > 1 and node.count is None and node.value is None:
        moves = [_move_all(flow, group, target, end, place, node) for group in groups]
        if if_possible:
            # What the first leaves of the room is left for the second.
            reason = flow.reason(NodeRole.IF_POSSIBLE.value, place, node)
            moves = [where_possible(effects, reason, flow.reads) for effects in moves]
        return [effect for effects in moves for effect in effects]
    group = group_of(flow.meaning, node.set, scope)
    lies_there(flow.meaning, group.sort, target, node.span)
    if (node.count is not None or node.value is not None) and _is_anywhere(flow, group):
        flow.book.site("origin", node.span, group.sort.noun)
    if all(isinstance(one, tree.OfFilter | tree.Best) for one in node.set.filters):
        group = _elsewhere(flow, group, target)
    if node.count is None and node.value is None:
        _note_emptied(flow, node.set, group, scope)
        return _move_all(flow, group, target, end, place, node)
    group = only_those_that_may_lie(flow, group, target.term, numbers(flow, target))
    wanted = how_many(flow, node, group, scope, if_possible)
    sure = {one.term for one in scope.known() if not one.maybe}
    if if_possible:
        moved = _move_some(flow, group, as_many(flow, wanted, group, target), target, end, place, node, sure)
        # So many there are, and so much room there is; but not without such a place.
        moved = [effect for effect in moved if not isinstance(effect, t.Require)]
        return [*flow.there(target, NOWHERE_TO_MOVE, place, node), *moved]
    return _move_some(flow, group, wanted, target, end, place, node, sure)


def _is_anywhere(flow: Flow, group: Group) -> bool:
    """Does nothing say where they are to be found?"""
    everywhere = t.Const((1 << len(flow.world.place_names)) - 1)
    if group.ordered is not None or group.chosen is not None or (group.is_tokens and group.places != everywhere):
        return False
    return not depends(flow, (group.mask, group.varieties, group.where), group.sort)


def as_many(flow: Flow, wanted: Term, group: Group, target: Typed) -> Term:
    """So many as there are, and as there is room for."""
    wanted, limit = build.least(wanted, group.count()), limit_term(flow, target)
    return wanted if limit is None else build.least(wanted, build.minus(limit, occupants(flow, target)))


def how_many(flow: Flow, node: tree.Quantity, group: Group, scope: Scope, if_possible: bool) -> Term:
    """The number before what is moved or drawn, held against how many there are at all."""
    number = constant(node.count or 0) if node.value is None else number_of(flow.meaning, node.value, scope)
    if not if_possible:
        flow.least_asked[node.span] = number.sort.low
        flow.book.site("supply", node.span, group.sort.noun, number.sort.low, most_in(group, flow.book))
    return not_less_than_none(number)


def _elsewhere(flow: Flow, group: Group, target: Typed) -> Group:
    """What already lies where it is to go does not move there, nor does the next best instead of it."""
    group = group.of_the_best()
    if group.is_tokens:
        return replace(group, places=build.without(group.places, build.single(target.term)))
    if group.sort.form != "piece" or group.ordered is not None:
        return group
    return replace(group, mask=build.without(group.mask, contents_of(flow.meaning, target.term, target.maybe)))


def _note_emptied(flow: Flow, phrase: tree.SetPhrase, group: Group, scope: Scope) -> None:
    """`move all Men from the Square ...`: the square is empty now, if only men can be there."""
    filters = phrase.filters
    if len(filters) != 1 or phrase.adjectives or group.where != build.YES or not isinstance(filters[0], tree.Located):
        return
    if not group.is_tokens or not isinstance(filters[0].places, tree.Phrase):
        return
    source = flow.meaning.value(filters[0].places, scope, Sort("place"))
    if source.sort.form != "place":
        return
    classes = [kind for name in accepted_by(flow.meaning, source) for kind in flow.world.piece_classes(name)]
    wanted = sum(kind.variety_mask for kind in classes)
    if classes and isinstance(group.varieties, t.Const) and wanted & ~group.varieties.value == 0:
        flow.emptied = (source.term, flow.deeds)


def _move_all(flow: Flow, group: Group, target: Typed, end: PileEnd, place: Spot, node: tree.Node) -> list[Effect]:
    goal, target = _found_once(flow, target, group.sort)
    those, group = _known_once(flow, group)
    effects = [*goal, *those, *flow.there(target, NOWHERE_TO_MOVE, place, node)]
    limit, reason = limit_term(flow, target), flow.reason("there is no room", place, node)
    effects += may_all_lie(flow, group, target.term, numbers(flow, target), reason)
    if limit is not None:
        effects.append(t.Require(t.Compare("<=", build.plus(occupants(flow, target), group.count()), limit), reason))
    domain, where = group.domain()
    body: list[Effect] = move_one(group, target, end, everything=True)
    if where != t.Const(1):
        body = [t.When(where, tuple(body))]
    effects.append(t.ForIn(group.name, domain, tuple(body)))
    return effects


def move_one(group: Group, target: Typed, end: PileEnd, everything: bool = False) -> list[Effect]:
    """An element of a group goes to a place: a piece, or one token of its look, or all of them there."""
    here = t.Local(group.name)
    if group.is_tokens:
        amount: Term = group.amount() if everything else t.Const(1)
        return [t.MoveTokens(t.VarietyOf(here), t.PlaceOf(here), target.term, amount)]
    return [t.MovePiece(here, target.term, end)]


def _move_some(
    flow: Flow,
    group: Group,
    wanted: Term,
    target: Typed,
    end: PileEnd,
    place: Spot,
    node: tree.Node,
    sure: AbstractSet[Term],
) -> list[Effect]:
    """So many of a group. What the terms that are `sure` stand for is there."""
    names: list[Effect] = []
    if wanted != t.Const(1):
        goal, target = _found_once(flow, target, group.sort)
        those, group = _known_once(flow, in_numbers(group, node))
        names = [*goal, *those]
        if those and not group.is_tokens:
            return names + _move_first(flow, group, wanted, target, end, place, node)
    reason = flow.reason("there are not enough", place, node)
    effects: list[Effect] = fits(flow, target, wanted, place, node)
    variety = one_variety(flow, group)
    if variety is not None:
        effects.insert(0, t.Require(t.Compare(">=", t.TokenCount(*variety), wanted), reason))
        moved: Effect = t.MoveTokens(*variety, target.term, wanted)
        if not isinstance(wanted, t.Const) and not _looked_up_by(variety[0]) <= sure:
            # Of nothing there are none, which is just as many as are to move.
            moved = t.When(t.Compare(">=", wanted, t.Const(1)), (moved,))
        return [*names, *effects, moved]
    step = flow.book.local("step")
    found = flow.book.local(group.name)
    one = Group(group.sort, found)
    body: list[Effect] = [t.Name(found, group.nth("first")), *move_one(one, target, end)]
    if wanted == t.Const(1):
        effects.insert(0, t.Require(group.any(), reason))
        return [*effects, *body]
    effects.insert(0, t.Require(t.Compare(">=", group.count(), wanted), reason))
    effects.append(t.ForIn(step, t.Between(t.Const(1), wanted), tuple(body)))
    return [*names, *effects]


def _move_first(
    flow: Flow, group: Group, wanted: Term, target: Typed, end: PileEnd, place: Spot, node: tree.Node
) -> list[Effect]:
    """The first pieces of a set that does not change while they move."""
    domain, where = group.domain()
    here, other = t.Local(group.name), t.Local(flow.book.local("before"))
    before = build.intersect(group.mask, t.WhileIn(other.name, domain, build.negate(build.same(other, here))))
    first = t.Local(flow.book.local("first"))
    taken = t.Filtered(group.name, domain, build.all_of((where, t.Compare("<", build.size(before), wanted))))
    enough = t.Require(t.Compare(">=", group.count(), wanted), flow.reason("there are not enough", place, node))
    move = t.When(build.holds(first, here), tuple(move_one(group, target, end)))
    return [
        enough,
        *fits(flow, target, wanted, place, node),
        t.Name(first.name, taken),
        t.ForIn(here.name, domain, (move,)),
    ]


def one_variety(flow: Flow, group: Group) -> tuple[Term, Term] | None:
    """Variety and place of a group of tokens that are certainly all alike and in one place."""
    if not group.is_tokens or group.where != build.YES or group.keys:
        return None
    if isinstance(group.places, t.Single):
        place = group.places.element
    elif isinstance(group.places, t.Const) and group.places.value.bit_count() == 1:
        place = t.Const(group.places.value.bit_length() - 1)
    else:
        return None
    varieties = group.varieties
    if isinstance(varieties, t.Const):
        return (t.Const(varieties.value.bit_length() - 1), place) if varieties.value.bit_count() == 1 else None
    if isinstance(varieties, t.Both) and len(varieties.parts) == 2:
        first, second = varieties.parts
        if isinstance(first, t.Const) and isinstance(second, t.Entry) and second.table in flow.book.tables:
            sets = flow.book.tables[second.table][:-1]
            if all((one & first.value).bit_count() <= 1 for one in sets):
                return t.Entry(flow.book.one_by(second.table, first.value, group.sort.noun), second.index), place
    return (t.Lowest(varieties), place) if isinstance(varieties, t.Entry) and _all_single(flow, varieties) else None


def _looked_up_by(variety: Term) -> set[Term]:
    """What a look is looked up by."""
    return {part.index for part in all_parts(variety) if isinstance(part, t.Entry)}


def _all_single(flow: Flow, entry: Term) -> bool:
    return isinstance(entry, t.Entry) and all(one.bit_count() <= 1 for one in flow.book.tables[entry.table])


def _move_handful(flow: Flow, thing: Typed, target: Typed, end: PileEnd, node: tree.Move, place: Spot) -> list[Effect]:
    """Everything chosen before."""
    local = flow.book.local("member")
    here = Typed(t.Local(local), thing.sort.of or Sort("piece"))
    group = Group(here.sort, local)
    goal, target = _found_once(flow, target, here.sort)
    body = move_one(group, target, end)
    count, those, looks = t.Cell(thing.sort.noun, thing.term), sequence_of(thing), looks_of(flow, here.sort)
    effects = [*goal, *fits(flow, target, count, place, node), t.ForIn(local, those, tuple(body))]
    if not flow.frames.tokens.is_there(thing.sort.noun, looks):
        there = t.TokenCount(t.VarietyOf(here.term), t.PlaceOf(here.term))
        fewer = t.Compare("<", there, how_often(those, t.Local(local)))
        gone = flow.reason(NOTHING_TO_MOVE, place, node)
        effects.insert(0, t.Require(build.negate(t.AnyIn(local, those, fewer)), gone))
    flow.frames.tokens.moved(looks)
    return effects


# ------------------------------------------------------------------- faces


def turn_face(flow: Flow, piece: Term, face: str, thing: Typed, node: tree.Node) -> Effect:
    """Turn one piece."""
    if thing.sort.form != "piece":
        raise Misread(thing_wording.has_no_face(node.span, str(thing.sort)))
    flow.book.turnable.add(thing.sort.noun)
    down, one = t.Cell("face-down", t.Const(0)), build.single(piece)
    turned = build.unite((down, one)) if face == "face-down" else build.without(down, one)
    return t.Put("face-down", t.Const(0), turned)


def _turned(flow: Flow, effects: list[Effect], sort: Sort, node: tree.Move) -> list[Effect]:
    """`move all your Paintings ... face down`: each is turned before it moves, so that nobody gets a glimpse."""
    if node.face is None:
        return effects
    found: list[Effect] = []
    for effect in effects:
        if isinstance(effect, t.ForIn):
            found.append(replace(effect, body=tuple(_turned(flow, [*effect.body], sort, node))))
            continue
        if isinstance(effect, t.When):
            found.append(replace(effect, then=tuple(_turned(flow, [*effect.then], sort, node))))
            continue
        if isinstance(effect, t.MovePiece | t.MoveTokens):
            piece = effect.piece if isinstance(effect, t.MovePiece) else t.Const(-1)
            found.append(turn_face(flow, piece, node.face, Typed(piece, sort), node))
        found.append(effect)
    return found


def turn_group(flow: Flow, group: Group, face: str, node: tree.Node) -> list[Effect]:
    """Turn all pieces of a group."""
    if group.sort.form != "piece":
        raise Misread(thing_wording.has_no_face(node.span, str(group.sort)))
    flow.book.turnable.add(group.sort.noun)
    down = t.Cell("face-down", t.Const(0))
    pieces = group.set()
    return [
        t.Put(
            "face-down", t.Const(0), build.unite((down, pieces)) if face == "face-down" else build.without(down, pieces)
        )
    ]
