"""Chance: drawing, rolling, and loops over what is drawn or rolled."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.choices import parameter_of
from rulelang.compile.flow.drafts import DraftNode, End, IntroducedCell
from rulelang.compile.flow.frames import element_class
from rulelang.compile.flow.moves import PileEnd, as_many, destination, end_of, how_many, move_one, move_pieces
from rulelang.compile.flow.room import fits, numbers, only_those_that_may_lie
from rulelang.compile.groups import Group
from rulelang.compile.meaning.sets import group_of, lies_there
from rulelang.compile.meaning.values import most_of
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.graph.build import YES, either, is_there, minus, plus, single, times, without
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import FrameRole, NodeRole, TableKind, TableRole
from rulelang.graph.terms import (
    AnyIn,
    Cell,
    Compare,
    Const,
    Effect,
    Entry,
    ForIn,
    Local,
    Lowest,
    Members,
    Put,
    Require,
    Term,
)
from rulelang.source import Span
from rulelang.tree import nodes as tree


def finish_chance(flow: Flow, node: DraftNode) -> None:
    flow.pen.go_on(node.tie, tail=node)


def draw_pieces(
    flow: Flow, deed: tree.Draw, scope: Scope, place: Spot, statement: tree.Simple, if_possible: bool
) -> None:
    quantity = deed.quantity
    group = group_of(flow.meaning, quantity.set, scope)
    target = destination(flow, deed.destination, scope)
    lies_there(flow.meaning, group.sort, target, deed.span)
    end = end_of(flow, deed.destination, target)
    origin = flow.origin(place, statement)
    if group.ordered is not None:
        move = tree.Move(quantity, deed.destination, None, span=deed.span)
        flow.pen.effects(move_pieces(flow, move, scope, place, if_possible), origin)
        reveals(flow, origin)
        return
    some = quantity.count is not None or quantity.value is not None
    group = only_those_that_may_lie(flow, group, target.term, numbers(flow, target))
    wanted = how_many(flow, quantity, group, scope, if_possible) if some else group.count()
    one_sentence(flow, origin)
    if if_possible:
        wanted = as_many(flow, wanted, group, target)
        if target.maybe:
            wanted = either(is_there(target.term), wanted, Const(0))
    else:
        there = group.any() if wanted == Const(1) else Compare(">=", group.count(), wanted)
        reason = flow.reason("there are not enough", place, statement)
        # As a whole, though they come one by one.
        flow.pen.effects([Require(there, reason), *fits(flow, target, wanted, place, quantity)], origin)
    if wanted == Const(1):
        _draw_one(flow, group, target, end, place, statement)
        flow.pen.nodes[-1].checked = True
        return
    most = max(1, most_of(flow.meaning, group.sort))
    counter = flow.frames.number(place.action, "draws", FrameRole.PASSES, most)
    flow.pen.effects([Put(counter, Const(0), wanted)], origin)
    left = Cell(counter, Const(0))
    step = [Put(counter, Const(0), minus(left, Const(1)))]
    header, done = flow.pen.loop(Compare(">", left, Const(0)), step, None, origin, NodeRole.DRAW_AGAIN)
    _draw_one(flow, group, target, end, place, statement)
    flow.pen.nodes[-1].checked = True
    flow.pen.tie(header)
    flow.pen.go_on(done)


def one_sentence(flow: Flow, origin: Origin) -> None:
    """Several chances in one sentence: triggers are looked at before the first of them, not in between."""
    node = flow.pen.draw("do", origin)
    node.point = True
    flow.pen.go_on(node.tie, tail=node)


def reveals(flow: Flow, origin: Origin) -> None:
    """Somebody has just seen something new: look-ahead must not look further."""
    node = flow.pen.draw("do", origin, role=NodeRole.REVEAL)
    node.rest = True
    flow.pen.go_on(node.tie)


def _draw_one(flow: Flow, group: Group, target: Typed, end: PileEnd, place: Spot, statement: tree.Node) -> None:
    drawn = f"draw {group.sort.noun}"
    node = flow.pen.draw("chance", flow.origin(place, statement), drawn, NodeRole.DRAW)
    node.stream, node.noun = drawn, group.sort.noun
    domain, where = group.domain()
    node.parameter = Parameter(group.name, element_class(group.sort), domain, None if where == Const(1) else where)
    node.effects += move_one(group, target, end)
    node.audience = audience(flow, target)
    finish_chance(flow, node)


def audience(flow: Flow, target: Typed) -> Term:
    """Who sees what arrives in a place: a set of players, -1 everybody."""
    world = flow.world
    for (holder, name), family in world.holdings.items():
        if name == target.sort.noun:
            if family.sight in ("secret", "outward") and holder == "player":
                own = single(minus(target.term, Const(family.first)))
                return own if family.sight == "secret" else without(Const((1 << world.players) - 1), own)
            return Const(0) if family.sight == "hidden" else Const(-1)
    place = world.places.get(target.sort.noun)
    return Const(0) if place is not None and place.sight != "open" else Const(-1)


def roll_dice(flow: Flow, what: tree.Pointer | tree.SetPhrase, scope: Scope, place: Spot, statement: tree.Node) -> None:
    """Every die on its own."""
    origin = flow.origin(place, statement)
    if isinstance(what, tree.SetPhrase):
        group = group_of(flow.meaning, what, scope)
        one_sentence(flow, origin)
        cell, done = each_of(flow, group, origin, place, "die")
        _roll_one(flow, cell, origin, statement.span)
        flow.pen.nodes[-1].checked = True
        flow.pen.tie(done[0])
        flow.pen.go_on(done[1])
    else:
        die = flow.meaning.value(what, scope)
        flow.pen.effects(flow.there(die, "there is nothing to roll", place, statement), origin)
        _roll_one(flow, die, origin, statement.span)


def chosen_by_chance(flow: Flow, node: tree.Choose, scope: Scope, place: Spot, statement: tree.Node) -> Scope:
    """`chance chooses a S`: everything in the set is equally likely."""
    origin = flow.origin(place, statement)
    parameter, name, value = parameter_of(flow, node, scope, place)
    if not isinstance(value.term, Cell):
        raise Misread(flow_wording.chance_chooses_one(node.span))
    where, domain = parameter.where, parameter.domain
    certain = where is None and isinstance(domain, Members) and isinstance(domain.set, Const)
    if not certain or domain == Members(Const(0)):
        somewhere = AnyIn(parameter.name, domain, YES if where is None else where)
        one_sentence(flow, origin)
        flow.pen.effects([Require(somewhere, flow.reason("there is nothing to choose", place, statement))], origin)
    drawn = flow.pen.draw("chance", origin)
    drawn.stream = f"{place.action}: chance"
    drawn.parameter, drawn.noun, drawn.checked = parameter, name, not certain
    drawn.effects.append(Put(value.term.region, Const(0), Local(parameter.name)))
    finish_chance(flow, drawn)
    return scope.naming(name, value).describing(value)


def _roll_one(flow: Flow, die: Typed, origin: Origin, span: Span) -> None:
    world, book = flow.world, flow.book
    kinds = world.piece_classes(die.sort.noun)
    if not kinds or not all(kind.faces for kind in kinds):
        raise Misread(flow_wording.no_faces(span, die.sort.noun))
    # The tables are those of all dice: there may be several sorts of them.
    faces = {piece: kind.faces for kind in world.pieces.values() for piece in kind.individuals if kind.faces}
    high = max((max(values) for values in faces.values()), default=0) + 1
    count = len(world.individuals)
    book.table("die faces", lambda: (_mask(faces.get(p, ())) for p in range(count)), 0, TableRole(TableKind.FACES))
    book.table(
        "die weights",
        lambda: (faces.get(p, ()).count(v) for p in range(count) for v in range(high)),
        0,
        TableRole(TableKind.ODDS),
    )
    node = flow.pen.draw("chance", origin, role=NodeRole.ROLL)
    node.stream = f"roll {die.sort.noun}"
    local = book.local("face")
    node.parameter = Parameter(local, "number", Members(Entry("die faces", die.term)), None)
    node.weight = Entry("die weights", plus(times(die.term, Const(high)), Local(local)))
    node.effects.append(Put("die value", die.term, Local(local)))
    finish_chance(flow, node)


def each_of(flow: Flow, group: Group, origin: Origin, place: Spot, word: str) -> tuple[Typed, tuple[int, End]]:
    """Begin a loop over a group fixed now: gives the element's cell, and where to go back to and out of."""
    elements = "player" if group.sort == PLAYER else group.sort.noun
    left = flow.frames.set(place.action, f"{word} left", FrameRole.LEFT, elements, 1 << 12)
    cell = flow.frames.cell(place.action, word, group.sort)
    assert isinstance(cell.term, Cell)
    region, rest = cell.term.region, Cell(left, Const(0))
    flow.pen.introduced += [IntroducedCell(left, word), IntroducedCell(region, word)]
    domain, where = group.domain()
    over = domain if where == YES else Members(group.set())

    def each(body: list[Effect]) -> list[Effect]:
        return [ForIn(group.name, over, (Put(region, Const(0), Local(group.name)), *body))]

    flow.pen.effects([Put(left, Const(0), group.set())], origin)
    step = [Put(region, Const(0), Lowest(rest)), Put(left, Const(0), without(rest, single(cell.term)))]
    header, done = flow.pen.loop(Compare("!=", rest, Const(0)), step, each, origin, NodeRole.NEXT, f"next {word}")
    return Typed(cell.term, group.sort), (header, done)


def _mask(values: Sequence[int]) -> int:
    return sum(1 << value for value in set(values))
