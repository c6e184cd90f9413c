"""`swap the Ship with the Crane`"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, Flow, Spot, does
from rulelang.compile.flow.frames import ANY_LOOK
from rulelang.compile.flow.room import accepted, may_lie, numbers, occupants
from rulelang.compile.flow.whereabouts import still_there
from rulelang.compile.groups import tokens_in
from rulelang.compile.meaning.phrases import place_of
from rulelang.compile.meaning.properties import order_start
from rulelang.compile.meaning.sets import is_ordered, limit_of
from rulelang.compile.sorts import Typed
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import terms as t
from rulelang.graph.build import all_of, either, holds, minus, negate, same, single, unite, without
from rulelang.graph.terms import Effect, Term
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace

NOTHING_TO_SWAP = "there is nothing to swap"
#: Effects that only name things or ask for something.
_PREPARING = (t.Name, t.Require)


@does(tree.Swap)
def swap(node: tree.Swap, doing: Doing) -> list[Effect]:
    """Each goes to where the other was, and takes its place in the order there."""
    flow, scope, place = doing.flow, doing.scope, doing.place
    first, second = flow.meaning.value(node.first, scope), flow.meaning.value(node.second, scope)
    if first.sort.form == "place" and second.sort.form == "place":
        flow.frames.tokens.moved(ANY_LOOK)
        return _swap_places(flow, first, second, place, node)
    for one in (first, second):
        if one.sort.form not in ("piece", "token"):
            raise Misread(thing_wording.cannot_move(node.span, str(one.sort)))
    effects = [e for one in (first, second) for e in flow.there(one, NOTHING_TO_SWAP, place, node)]
    names = [t.Local(flow.book.local(name)) for name in ("swapped one", "swapped other", "spot one", "spot other")]
    terms = [first.term, second.term, *(place_of(one, node.span) for one in (first, second))]
    effects += [t.Name(name.name, term) for name, term in zip(names, terms, strict=True)]
    tokens = [(name, one.term, one.sort) for name, one in zip(names, (first, second), strict=False)]
    named = [(name, cell, sort) for name, cell, sort in tokens if sort.form == "token" and isinstance(cell, t.Cell)]
    for name, cell, sort in named:
        effects += still_there(flow, cell, sort, name.name, flow.reason(NOTHING_TO_SWAP, place, node))
    flow.frames.tokens.moved(ANY_LOOK)
    for _, cell, _ in named:
        flow.frames.tokens.named(cell.region)
    things = [Typed(name, one.sort) for name, one in zip(names, (first, second), strict=False)]
    spots = names[2:]
    reason = flow.reason("there is no room", place, node)
    for thing, other, spot in ((things[0], things[1], spots[1]), (things[1], things[0], spots[0])):
        effects += _may_lie_there(flow, thing, other, spot, reason)
    if first.sort.form == "piece" == second.sort.form:
        return [*effects, *_swap_pieces(flow, things, spots)]
    for thing, source, spot in ((things[0], first, spots[1]), (things[1], second, spots[0])):
        effects += _swapped(thing, source, spot)
    if first.sort.form == "token" == second.sort.form:
        # Two tokens of one look: nothing lies otherwise than before.
        unlike = t.Compare("!=", t.VarietyOf(names[0]), t.VarietyOf(names[1]))
        moves = [effect for effect in effects if isinstance(effect, t.MoveTokens)]
        prepared = [effect for effect in effects if isinstance(effect, _PREPARING)]
        known = [effect for effect in effects if isinstance(effect, t.Put)]
        effects = [*prepared, t.When(unlike, tuple(moves)), *known]
    return effects


def _swapped(thing: Typed, source: Typed, spot: Term) -> list[Effect]:
    """A thing goes to a spot; what has remembered a token knows where it is now."""
    if thing.sort.form == "piece":
        return [t.MovePiece(thing.term, spot)]
    effects: list[Effect] = [t.MoveTokens(t.VarietyOf(thing.term), t.PlaceOf(thing.term), spot, t.Const(1))]
    if isinstance(source.term, t.Cell):
        effects.append(t.Put(source.term.region, source.term.index, t.TokenAt(t.VarietyOf(thing.term), spot)))
    return effects


def _may_lie_there(flow: Flow, thing: Typed, other: Typed, spot: Term, reason: int) -> list[Effect]:
    """Where the other thing is, such a thing may lie. As one comes for one, there is room."""
    return may_lie(flow, thing, spot, flow.world.places_for(other.sort.noun), reason)


def _swap_pieces(flow: Flow, things: Sequence[Typed], spots: Sequence[t.Local]) -> list[Effect]:
    """Two pieces change places. In an order, what stood behind one of them stands behind the other then."""
    world = flow.world
    numbers = sorted({number for thing in things for number in world.places_for(thing.sort.noun)})
    natures = [nature for nature in map(world.nature_of, numbers) if nature is not None and nature.order]
    one, other = (thing.term for thing in things)
    moves: list[Effect] = [t.MovePiece(other, spots[0]), t.MovePiece(one, spots[1])]
    if not natures:
        return moves
    for nature in natures:
        flow.book.crowded.setdefault(nature.name, 1)
    ordered = t.Const(sum(1 << number for number in numbers if world.nature_of(number) in natures))
    names: list[Effect] = []
    for gone, comes, spot in ((one, other, spots[0]), (other, one, spots[1])):
        local, before = flow.book.local("piece"), t.Local(flow.book.local("ahead"))
        row = t.CellList("order", order_start(flow.meaning, spot))
        ahead = t.WhileIn(local, row, t.Compare("!=", t.Local(local), gone))
        names.append(t.Name(before.name, either(holds(ordered, spot), ahead, t.Const(0))))
        here = t.Local(flow.book.local("piece"))
        # In one row, each stands where the other was.
        front = either(holds(before, comes), unite((without(before, single(comes)), single(gone))), before)
        behind = all_of((negate(holds(front, here)), t.Compare("!=", here, comes)))
        again = t.ForIn(here.name, row, (t.When(behind, (t.MovePiece(here, spot),)),))
        moves.append(t.When(holds(ordered, spot), (again,)))
    return [*names, *moves]


def _swap_places(flow: Flow, first: Typed, second: Typed, place: Spot, node: tree.Swap) -> list[Effect]:
    """What lies in two places changes places, each in the order it has."""
    one, other, ours, theirs = (t.Local(flow.book.local(name)) for name in ("one", "other", "pieces", "pieces"))
    effects: list[Effect] = [t.Name(one.name, first.term), t.Name(other.name, second.term)]
    for name, typed in ((one, first), (other, second)):
        effects += flow.there(replace(typed, term=name), NOTHING_TO_SWAP, place, node)
    reason = flow.reason("there is no room", place, node)
    for source, target, coming, there_now in ((first, second, one, other), (second, first, other, one)):
        effects += _all_fit(flow, source, target, coming, there_now, reason)
    if not flow.world.individuals:
        return [*effects, *_swap_tokens(flow, one, other)]
    effects += [t.Name(ours.name, t.Cell("contents", one)), t.Name(theirs.name, t.Cell("contents", other))]
    for number in {*numbers(flow, first), *numbers(flow, second)}:
        nature = flow.world.nature_of(number)
        if nature is not None:
            flow.book.crowded[nature.name] = len(flow.world.individuals)
    # A row is kept from its first piece on, a pile from its last: the first is to stay the first.
    turned = {is_ordered(flow.meaning, first), is_ordered(flow.meaning, second)} == {"row", "pile"}
    for source, coming, goal, pieces in ((first, one, other, ours), (second, other, one, theirs)):
        piece = flow.book.local("piece")
        move = t.MovePiece(t.Local(piece), goal)
        if is_ordered(flow.meaning, source):
            body = t.When(holds(pieces, t.Local(piece)), (move,))
            row = t.CellList("order", order_start(flow.meaning, coming), backwards=turned)
            effects.append(t.ForIn(piece, row, (body,)))
        else:
            effects.append(t.ForIn(piece, t.Members(pieces), (move,)))
    return [*effects, *_swap_tokens(flow, one, other)]


def _all_fit(flow: Flow, source: Typed, target: Typed, coming: Term, goal: Term, reason: int) -> list[Effect]:
    """Everything in one place may lie in another, and has room there once that is empty."""
    world = flow.world
    effects: list[Effect] = []
    limit = limit_of(flow.meaning, target)
    if limit >= 0 and not 0 <= limit_of(flow.meaning, source) <= limit:
        count = occupants(flow, target, coming)
        effects.append(t.Require(t.Compare("<=", count, t.Const(limit)), reason))
    goals, sources = numbers(flow, target), numbers(flow, source)
    strange = [
        kind
        for kind in world.pieces.values()
        if any(world.takes(number, kind) for number in sources)
        and not all(world.takes(number, kind) for number in goals)
    ]
    if any(not kind.is_token for kind in strange):
        rest = without(t.Cell("contents", coming), accepted(flow, goal, tokens=False))
        effects.append(t.Require(same(rest, t.Const(0)), reason))
    for kind in strange:
        if kind.is_token:
            refused = without(t.Const(kind.variety_mask), accepted(flow, goal, tokens=True))
            effects.append(t.Require(negate(tokens_in(coming, refused, flow.book.local("token")).any()), reason))
    return effects


def _swap_tokens(flow: Flow, one: Term, other: Term) -> list[Effect]:
    """Of each look, as many go as there are more on one side."""
    if not flow.world.varieties:
        return []
    variety, more = t.Local(flow.book.local("variety")), t.Local(flow.book.local("amount"))
    surplus = minus(t.TokenCount(variety, one), t.TokenCount(variety, other))
    there = (t.MoveTokens(variety, one, other, more),)
    back = (t.MoveTokens(variety, other, one, minus(t.Const(0), more)),)
    moves = t.When(t.Compare(">", more, t.Const(0)), there, (t.When(t.Compare("<", more, t.Const(0)), back),))
    every = t.Members(t.Const((1 << len(flow.world.varieties)) - 1))
    return [t.ForIn(variety.name, every, (t.Name(more.name, surplus), moves))]
