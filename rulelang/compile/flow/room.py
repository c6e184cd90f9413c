"""What a place takes: which pieces may lie there, and how many of them.

A place that the sentence just before has emptied has room for one: that is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.groups import Group, tokens_in
from rulelang.compile.meaning.nouns import printed_on
from rulelang.compile.meaning.sets import accepted_by, limit_of
from rulelang.compile.sorts import Sort, Typed
from rulelang.graph.build import holds, intersect, negate, plus, same, size, without
from rulelang.graph.terms import Cell, Compare, Const, Effect, Require, Term
from rulelang.tree import nodes as tree

NOTHING_TO_MOVE = "there is nothing to move"
NOWHERE_TO_MOVE = "there is no place to put it"

#: The limit of a place that has none.
_BOUNDLESS = 1 << 20


def fits(flow: Flow, target: Typed, amount: Term, place: Spot, node: tree.Node) -> list[Effect]:
    """The place is there and has room, if it is a place for so many."""
    limit = limit_of(flow.meaning, target)
    least = amount.value if isinstance(amount, Const) else flow.least_asked.get(node.span)
    if limit >= 0 and least is not None:
        flow.book.site("room", node.span, target.sort.noun, least, limit)
    there = flow.there(target, NOWHERE_TO_MOVE, place, node)
    bound = limit_term(flow, target)
    if bound is None or (limit == 1 and amount == Const(1) and flow.emptied == (target.term, flow.deeds - 1)):
        return there
    count = occupants(flow, target)
    enough = Compare("<=", plus(count, amount), bound)
    return [*there, Require(enough, flow.reason("there is no room", place, node))]


def limit_term(flow: Flow, target: Typed) -> Term | None:
    """How many pieces the place takes; None if any number."""
    limit = limit_of(flow.meaning, target)
    spaces = flow.world.space_classes(target.sort.noun)
    if limit >= 0 or all(space.limit < 0 for space in spaces):
        return Const(limit) if limit >= 0 else None

    def limits() -> Iterator[int]:
        for number in range(len(flow.world.place_names)):
            space = flow.world.place_class(number)
            yield space.limit if space is not None and space.limit >= 0 else _BOUNDLESS

    return flow.book.entry("limits of spaces", limits, _BOUNDLESS, target.term)


def occupants(flow: Flow, target: Typed, there: Term | None = None) -> Term:
    """How many of the pieces that count against the limit of a place lie there (or elsewhere, if said)."""
    world, there = flow.world, target.term if there is None else there
    names = accepted_by(flow.meaning, target)
    classes = list({kind.name: kind for name in names for kind in world.piece_classes(name)}.values())
    total: Term = Const(0)
    mask = sum(kind.mask for kind in classes if not kind.is_token)
    if mask:
        total = plus(total, size(intersect(Const(mask), Cell("contents", there))))
    varieties = sum(kind.variety_mask for kind in classes if kind.is_token)
    if varieties:
        total = plus(total, tokens_in(there, Const(varieties), flow.book.local("token")).count())
    return total


# ------------------------------------------------------------ what may lie where


def _asked_for(flow: Flow, sort: Sort, spot: Term, spots: list[int]) -> Term | None:
    """The pieces, or looks of tokens, that may lie in whatever place of some is meant; None if all of a sort may."""
    kinds = flow.world.piece_classes(sort.noun)
    if all(flow.world.takes(one, kind) for one in spots for kind in kinds):
        return None
    return accepted(flow, spot, tokens=sort.form == "token")


def may_lie(flow: Flow, thing: Typed, spot: Term, spots: list[int], reason: int) -> list[Effect]:
    """Such a thing may lie in whatever place of some is meant."""
    taken = _asked_for(flow, thing.sort, spot, spots)
    return [] if taken is None else [Require(holds(taken, printed_on(thing)), reason)]


def may_all_lie(flow: Flow, group: Group, spot: Term, spots: list[int], reason: int) -> list[Effect]:
    """All that a group holds may lie there."""
    taken = _asked_for(flow, group.sort, spot, spots)
    if taken is None:
        return []
    if group.is_tokens:
        return [Require(negate(group.some(negate(holds(taken, printed_on(group.element))))), reason)]
    return [Require(same(without(group.set(), taken), Const(0)), reason)]


def only_those_that_may_lie(flow: Flow, group: Group, spot: Term, spots: list[int]) -> Group:
    """Of a group, what may lie there."""
    taken = _asked_for(flow, group.sort, spot, spots)
    if taken is None:
        return group
    return group.filtered(holds(taken, printed_on(group.element))) if group.is_tokens else group.within(taken)


def accepted(flow: Flow, place: Term, *, tokens: bool) -> Term:
    """The pieces (or looks of tokens) that may lie in a place."""
    kinds = [kind for kind in flow.world.pieces.values() if kind.is_token == tokens]

    def masks() -> Iterator[int]:
        for number in range(len(flow.world.place_names)):
            taken = [kind for kind in kinds if flow.world.takes(number, kind)]
            yield sum(kind.variety_mask if tokens else kind.mask for kind in taken)

    return flow.book.entry("takes tokens" if tokens else "takes pieces", masks, 0, place)


def numbers(flow: Flow, place: Typed) -> list[int]:
    """The places that a phrase may mean."""
    if isinstance(place.term, Const):
        return [place.term.value]
    mask = sum(nature.mask for nature in flow.world.natures if nature.name == place.sort.noun)
    mask |= sum(space.mask for space in flow.world.space_classes(place.sort.noun) if not space.mask & mask)
    everywhere = range(len(flow.world.place_names))
    return [number for number in everywhere if mask >> number & 1] if mask else list(everywhere)
