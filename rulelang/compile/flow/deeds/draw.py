"""`draw 2 Cards from the Deck to your Hand`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, Flow, Spot, draws
from rulelang.compile.flow.chance import finish_chance, one_sentence
from rulelang.compile.flow.choices import parameter_from
from rulelang.compile.flow.moves import (
    PileEnd,
    as_many,
    depends,
    destination,
    end_of,
    how_many,
    move_one,
    move_pieces,
)
from rulelang.compile.flow.room import NOWHERE_TO_MOVE, fits, numbers, only_those_that_may_lie
from rulelang.compile.flow.whereabouts import tokens_move
from rulelang.compile.groups import Group
from rulelang.compile.meaning.sets import group_of, lies_there
from rulelang.compile.meaning.values import most_of
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.graph import terms as t
from rulelang.graph.build import minus, single, without
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Term
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


@draws(tree.Draw)
def draw(deed: tree.Draw, doing: Doing) -> None:
    """From the top of a pile, or by chance."""
    flow, scope, place, statement, if_possible = (
        doing.flow, doing.scope, doing.place, doing.statement, doing.statement.if_possible
    )  # fmt: skip
    quantity = deed.quantity
    group = group_of(flow.meaning, quantity.set, scope)
    target = destination(flow, deed.destination, scope)
    lies_there(flow.meaning, group.sort, target, deed.span)
    end = end_of(flow, deed.destination, target)
    origin = doing.origin
    if group.ordered is not None:
        move = tree.Move(quantity, deed.destination, None, span=deed.span)
        flow.pen.effects(move_pieces(flow, move, scope, place, if_possible), origin)
        flow.shown = not _lies_open(flow, quantity.set, scope)
        return
    tokens_move(flow, group)
    some = quantity.count is not None or quantity.value is not None
    group = only_those_that_may_lie(flow, group, target.term, numbers(flow, target))
    wanted = how_many(flow, quantity, group, scope, if_possible) if some else group.count()
    one_sentence(flow, origin)
    if wanted != t.Const(1) and depends(flow, target.term, group.sort):
        goal = flow.frames.cell(place.action, target.sort.noun, target.sort)
        flow.pen.effects([goal.put(target.term)], origin)
        target = replace(target, term=goal.term)
    if if_possible:
        wanted = as_many(flow, wanted, group, target)
        flow.pen.effects(flow.there(target, NOWHERE_TO_MOVE, place, statement), origin)
    else:
        there = group.any() if wanted == t.Const(1) else t.Compare(">=", group.count(), wanted)
        reason = flow.reason("there are not enough", place, statement)
        # As a whole, though they come one by one.
        flow.pen.effects([t.Require(there, reason), *fits(flow, target, wanted, place, quantity)], origin)
    if wanted == t.Const(1):
        _draw_one(flow, group, target, end, place, statement)
        flow.pen.nodes[-1].checked = True
        return
    most = max(1, most_of(flow.meaning, group.sort))
    counter = flow.frames.number(place.action, "draws", FrameRole.PASSES, most)
    flow.pen.effects([t.Put(counter, t.Const(0), wanted)], origin)
    left = t.Cell(counter, t.Const(0))
    step = [t.Put(counter, t.Const(0), minus(left, t.Const(1)))]
    header, done = flow.pen.loop(t.Compare(">", left, t.Const(0)), step, None, origin, NodeRole.DRAW_AGAIN)
    _draw_one(flow, group, target, end, place, statement)
    flow.pen.nodes[-1].checked = True
    flow.pen.again(header, done)


def _lies_open(flow: Flow, phrase: tree.SetPhrase, scope: Scope) -> bool:
    """Does everybody see what lies where it is drawn from? Where pieces are turned, one may lie face down there."""
    where = phrase.filters[0] if len(phrase.filters) == 1 else None
    if flow.book.functions.pieces_turn or not isinstance(where, tree.Located):
        return False
    if not isinstance(where.places, tree.Phrase):
        return False
    source = flow.world.family_named(flow.meaning.value(where.places, scope, Sort("place")).sort.noun)
    return source is not None and source.sight == "open"


def _draw_one(flow: Flow, group: Group, target: Typed, end: PileEnd, place: Spot, statement: tree.Node) -> None:
    drawn = f"draw {group.sort.noun}"
    node = flow.pen.draw("chance", flow.origin(place, statement), drawn, NodeRole.DRAW)
    node.stream, node.noun = drawn, group.sort.noun
    node.parameter = parameter_from(group)
    node.effects += move_one(group, target, end)
    node.audience = _audience(flow, target)
    finish_chance(flow, node)


def _audience(flow: Flow, target: Typed) -> Term:
    """Who sees what arrives in a place: a set of players, -1 everybody."""
    family = flow.world.family_named(target.sort.noun)
    if family is None:
        return t.Const(-1)
    if family.sight in ("secret", "outward") and family.holder == "player":
        own = single(minus(target.term, t.Const(family.first)))
        return own if family.sight == "secret" else without(t.Const((1 << flow.world.players) - 1), own)
    hidden = family.sight == "hidden" or (family.sight != "open" and not family.holder)
    return t.Const(0) if hidden else t.Const(-1)
