"""What is known of tokens that have a name: whether they still lie where they lay when they got it.

    choose a Stone, choose a Cell
    move all Stones next to the Cell toward North to the Box        the Stone may have been one of them
    move the Stone to the Cell                                      so it is asked for

It is not asked for where no such token has moved since then, or only from places where this one certainly was not
(`elsewhere.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.frames import may_move, moves_beside
from rulelang.compile.groups import Group
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.graph import build, shape
from rulelang.graph import terms as t
from rulelang.graph.elsewhere import Elsewhere, unlike
from rulelang.graph.terms import Effect, Term
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


def stands_alone(flow: Flow, sort: Sort) -> bool:
    """Does a token of this sort lie alone wherever it lies, but for the Box?"""
    world = flow.world
    return all(world.is_for_one(place) for place in world.places_for(sort.noun) if place != world.box)


def looks_of(flow: Flow, sort: Sort) -> int:
    """How tokens of a sort can look."""
    if sort.form != "token":
        return 0
    return sum(kind.variety_mask for kind in flow.world.piece_classes(sort.noun))


def still_there(flow: Flow, cell: t.Cell, sort: Sort, local: str, reason: int) -> list[Effect]:
    """A token that has a name may have moved away with others of its look since then."""
    there = _is_still(flow, cell, sort, t.Local(local))
    return [] if there == build.YES else [t.Require(there, reason)]


def _is_still(flow: Flow, cell: t.Cell, sort: Sort, token: Term) -> Term:
    """Does a token lie where it lay when it got its name? Where it can be, it is asked which places were left: that is
    known before anything moves."""
    # A variable of the game may have got its token long ago.
    is_frame = cell.region in flow.frames.regions
    spots = flow.frames.tokens.spots_left(cell.region, looks_of(flow, sort)) if is_frame else None
    if spots == []:
        return build.YES
    there = t.Compare(">=", t.TokenCount(t.VarietyOf(token), t.PlaceOf(token)), t.Const(1))
    if spots is None:
        return there
    return build.any_of((build.all_of(t.Compare("!=", spot, t.PlaceOf(token)) for spot in spots), there))


def tokens_move(flow: Flow, group: Group) -> None:
    """Some of a group move."""
    within = group.places.parts if isinstance(group.places, t.Both) else (group.places,)
    spot = next((part.element for part in within if isinstance(part, t.Single)), None)
    if isinstance(group.places, t.Const) and group.places.value.bit_count() == 1:
        spot = t.Const(group.places.value.bit_length() - 1)
    looks = looks_of(flow, group.sort)
    for part in group.varieties.parts if isinstance(group.varieties, t.Both) else (group.varieties,):
        looks &= part.value if isinstance(part, t.Const) else looks
    tokens_leave(flow, looks, group.sort, spot, group.varieties)


def tokens_leave(flow: Flow, looks: int, sort: Sort, spot: Term | None, varieties: Term = build.EMPTY) -> None:
    """Tokens go, perhaps from one place. Where they stand alone, that is not what has a name and looks otherwise, nor
    what lies elsewhere."""
    tokens = flow.frames.tokens
    if not stands_alone(flow, sort):
        tokens.moved(looks)
        return
    but = set[str]()
    if varieties != build.EMPTY:
        others = [one for one, looking in tokens.looks().items() if unlike(flow.book, varieties, looking)]
        but.update(*map(tokens.names_of, others))
    if spot is None:
        tokens.moved(looks, but=but)
        return
    but |= not_where(flow, (spot,), lambda apart: apart.place(spot))
    is_fixed = flow.reads(spot) <= flow.frames.regions.keys() and not shape.free_locals(spot)
    tokens.moved(looks, spot if is_fixed else None, but)


def not_where(flow: Flow, about: tuple[object, ...], asked: Callable[[Elsewhere], bool]) -> set[str]:
    """The cells of tokens for which something is so, of what some terms speak about."""
    tokens, frames, found = flow.frames.tokens, flow.frames.regions, set[str]()
    for region in tokens.concerned(flow.reads(about)) & frames.keys():
        frame, cell = frames[region], t.Cell(region, t.Const(0))
        is_token = frame.length == 1 and frame.elements == "token"
        if is_token and asked(Elsewhere(flow.book, flow.book.functions.program, cell, tokens.places_apart(region))):
            found |= tokens.names_of(region)
    return found


def place_known(flow: Flow, place: str, about: tuple[object, ...], asked: Callable[[Elsewhere], bool]) -> None:
    """A cell stands for a place now: if what is asked about it is so, it is not where some tokens lie."""
    flow.frames.tokens.apart(place, not_where(flow, about, asked))


def looks_known(flow: Flow, region: str, varieties: Term) -> None:
    """A cell stands for a token of one of some looks, as far as only an action changes which these are."""
    if flow.reads(varieties) <= flow.frames.regions.keys():
        flow.frames.tokens.look(region, varieties)


def passes_begin(flow: Flow, body: tree.Node, scope: Scope) -> None:
    """What an earlier pass of a loop did may have moved what has a name."""
    if not may_move(body):
        return
    beside = moves_beside(body) or ()
    near = [flow.meaning.value(one, scope).term for one in beside if isinstance(one, tree.Phrase)]
    names_doubted(flow, scope, lambda known: {known.term} == set(near) and stands_alone(flow, known.sort))


def windows_open(flow: Flow, scope: Scope, place: Spot) -> None:
    """In the course of play windows may have been open: what they move may have had a name before."""
    if place.structural and any(may_move(window.placed.item) for window in flow.windows):
        names_doubted(flow, scope)


def names_doubted(flow: Flow, scope: Scope, but: Callable[[Typed], bool] | None = None) -> None:
    """Whatever has a name may have moved."""
    for known in scope.names.values():
        if but is None or not but(known):
            region = known.term.region if isinstance(known.term, t.Cell) else known.sort.noun
            flow.frames.tokens.doubted(region, looks_of(flow, known.sort.of or known.sort))


def as_it_is_now(flow: Flow, scope: Scope) -> Scope:
    """What has a name, for who asks about it: a token that may have moved away with others since then may be
    nothing."""

    def now(known: Typed) -> Typed:
        cell = known.term
        if known.sort.form != "token" or not isinstance(cell, t.Cell):
            return known
        there = _is_still(flow, cell, known.sort, cell)
        if cell.region not in flow.frames.regions or there == build.YES:
            return known
        if known.maybe:
            there = build.all_of((build.is_there(cell), there))
        return Typed(build.either(there, cell, build.NONE), known.sort, maybe=True)

    names = {name: now(known) for name, known in scope.names.items()}
    return replace(scope, names=names, it=None if scope.it is None else now(scope.it))
