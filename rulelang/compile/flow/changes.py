"""What becomes of things: marks, members of lists, and tokens that are exchanged for others.

`the Disc's owner becomes you`, `the Draught's Rank becomes King`: a token is exchanged for one that differs in just
this. The old one goes to the Box, the new one comes from the Box to the same place. Lists grow at their end, hold each
member at most once, and are emptied; of positions, the oldest goes when there is no room."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.context import CompileContext
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.moves import known_there
from rulelang.compile.flow.whereabouts import still_there
from rulelang.compile.meaning.nouns import columns_of, nouns_of
from rulelang.compile.meaning.phrases import fits
from rulelang.compile.sorts import PLAYER, Scope, Sort, Typed
from rulelang.graph import terms as t
from rulelang.graph.build import (
    NONE,
    all_of,
    any_of,
    either,
    is_there,
    negate,
    plus,
    same,
    single,
    times,
    unite,
    without,
)
from rulelang.graph.roles import TableRole
from rulelang.graph.terms import Cell, Const, Effect, Put, Term
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import ListOf, TokenVariety
from rulelang.tree import nodes as tree


def mark_change(flow: Flow, subject: tree.Value, name: str, negated: bool, scope: Scope) -> Effect | None:
    """`X becomes [not] F`, if things like X may be F."""
    if not any(flag_name == name for _, flag_name in flow.world.flags):
        return None
    owner = flow.meaning.value(subject, scope)
    nouns = set(nouns_of(flow.meaning, owner.sort))
    for (holder, flag_name), flag in flow.world.flags.items():
        if flag_name == name and holder in nouns:
            cell, one = Cell(flag.region, Const(0)), single(owner.term)
            return Put(flag.region, Const(0), without(cell, one) if negated else unite((cell, one)))
    return None


def noted(book: CompileContext, past: ListOf, position: Term) -> list[Effect]:
    """A position is added to a list, unless it is there."""
    now, known, place = book.local("position"), book.local("known"), book.local("place")
    region, most = past.name, t.Const(past.limit)
    there = t.AnyIn(known, t.CellList(region, t.Const(0)), t.Compare("==", t.Local(known), t.Local(now)))
    behind = t.Cell(region, plus(t.Local(place), t.Const(1)))
    forget = (
        t.ForIn(place, t.Between(t.Const(1), t.Const(past.limit - 1)), (t.Put(region, t.Local(place), behind),)),
        t.Put(region, t.Const(0), t.Const(past.limit - 1)),
    )
    room = t.When(t.Compare("==", t.Cell(region, t.Const(0)), most), forget)
    return [t.Name(now, position), t.When(negate(there), (room, t.Append(region, t.Const(0), t.Local(now))))]


def added(book: CompileContext, target: Typed, member: Typed, reason: int) -> list[Effect]:
    """Something goes to the end of a list, unless it is there already: so there is always room for it."""
    region, start = target.sort.noun, target.term
    now, known = book.local("member"), book.local("known")
    effects: list[Effect] = [t.Name(now, member.term)]
    if member.maybe:
        effects.append(t.Require(is_there(t.Local(now)), reason))
    there = t.AnyIn(known, t.CellList(region, start), same(t.Local(known), t.Local(now)))
    return [*effects, t.When(negate(there), (t.Append(region, start, t.Local(now)),))]


def forgotten(region: str, start: Term) -> list[Effect]:
    """Empty a sequence: no members, and no trace of those it had."""
    members = t.Between(plus(start, t.Const(1)), plus(start, t.Cell(region, start)))
    # A name that stands for nothing else, before it or within it.
    gone = t.Local("forgotten")
    return [t.ForIn(gone.name, members, (t.Put(region, gone, NONE),)), t.Put(region, start, t.Const(0))]


def exchange(
    flow: Flow, subject: tree.Phrase, node: tree.Become, scope: Scope, place: Spot, statement: tree.Node
) -> list[Effect] | None:
    """The effects, if the subject is the owner or an attribute of a token."""
    found = _changing(flow, subject, scope)
    if found is None:
        return None
    token, column, sort = found
    wanted = flow.meaning.value(node.value, scope, sort)
    if not fits(flow.meaning, wanted.sort, sort):
        return None
    size = flow.world.players if column == "owner" else len(flow.world.kinds[sort.noun].members)
    old, new, spot = (flow.book.local(word) for word in ("token", "variety", "spot"))
    variety, box = t.VarietyOf(t.Local(old)), t.Const(flow.world.box)
    known = all_of(is_there(one.term) for one in (token, wanted) if one.maybe)
    twin = flow.book.entry(
        f"variety with other {column}",
        lambda: _twins(flow, column, size),
        -1,
        either(known, plus(times(variety, t.Const(size)), wanted.term), NONE),
        TableRole(entries="variety"),
    )
    nothing = "there is nothing to change"
    effects = [effect for one in (token, wanted) for effect in flow.there(one, nothing, place, statement)]
    effects.append(t.Name(old, token.term))
    if isinstance(token.term, t.Cell):
        effects += still_there(flow, token.term, token.sort, old, flow.reason(nothing, place, statement))
    effects += [t.Name(new, twin), t.Name(spot, t.PlaceOf(t.Local(old)))]
    if not _always_enough(flow, token.sort):
        enough = t.Compare(">=", t.TokenCount(t.Local(new), box), t.Const(1))
        reason = flow.reason("there are not enough", place, statement)
        effects.append(t.Require(any_of((same(t.Local(new), variety), enough)), reason))
    swapped = (
        t.MoveTokens(variety, t.Local(spot), box, t.Const(1)),
        t.MoveTokens(t.Local(new), box, t.Local(spot), t.Const(1)),
    )
    effects.append(t.When(t.Compare("!=", t.Local(new), variety), swapped))
    return [*effects, *known_there(flow, token, t.Local(new), t.Local(spot))]


def _changing(flow: Flow, subject: tree.Phrase, scope: Scope) -> tuple[Typed, str, Sort] | None:
    """The token, what of it changes, and to what sort of thing."""
    if isinstance(subject, tree.OfThing):
        owner: Typed | None = flow.meaning.value(subject.owner, scope)
    elif isinstance(subject, tree.Its):
        owner = scope.it
    else:
        return None
    if owner is None or owner.sort.form != "token":
        return None
    if subject.noun.builtin == "owner":
        return owner, "owner", PLAYER
    text = noun_text(subject.noun)
    column, _ = columns_of(flow.meaning, owner).get(text, (None, ""))
    if column is not None and column.form == "member" and column.noun in flow.world.kinds:
        return owner, text, Sort("member", column.noun)
    return None


def _twins(flow: Flow, column: str, size: int) -> Iterator[int]:
    """variety * size + value -> the variety that differs in the column alone, or nothing."""

    def look(variety: TokenVariety, value: object) -> object:
        owner = value if column == "owner" else variety.owner
        values = {name: one for name, one in variety.values.items() if name != column}
        return variety.kind, owner, None if column == "owner" else value, sorted(values.items(), key=str)

    varieties = flow.world.varieties
    known = {
        str(look(one, one.owner if column == "owner" else one.values.get(column, -1))): number
        for number, one in enumerate(varieties)
    }
    for one in varieties:
        for value in range(size):
            yield known.get(str(look(one, value)), NONE.value)


def _always_enough(flow: Flow, sort: Sort) -> bool:
    """Are there so many of each look that all places together cannot hold them?"""
    room = 0
    for number in range(len(flow.world.place_names)):
        if number == flow.world.box:
            continue
        space = flow.world.place_class(number)
        if space is None or space.limit < 0:
            if space is None and not _may_lie(flow, number, sort):
                continue
            return False
        if _accepts(flow, space.accepts, sort):
            room += space.limit
    kinds = [kind for kind in flow.world.piece_classes(sort.noun) if kind.is_token]
    return all(flow.world.varieties[v].supply >= room for kind in kinds for v in kind.varieties)


def _may_lie(flow: Flow, number: int, sort: Sort) -> bool:
    family = flow.world.family_of(number)
    return family is None or (not family.order and _accepts(flow, family.accepts, sort))


def _accepts(flow: Flow, accepts: list[str], sort: Sort) -> bool:
    wanted = {kind.name for kind in flow.world.piece_classes(sort.noun)}
    return not accepts or any(kind.name in wanted for name in accepts for kind in flow.world.piece_classes(name))
