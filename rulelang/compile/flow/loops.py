"""Loops: over a set, so many times, as long as something holds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulelang.compile.context import Misread
from rulelang.compile.flow.amounts import not_less_than_none
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.chance import each_of
from rulelang.compile.flow.choices import new_option, option_name, pass_option
from rulelang.compile.flow.drafts import End, IntroducedCell
from rulelang.compile.flow.frames import others_may_move
from rulelang.compile.flow.happening import happens, inside_of
from rulelang.compile.flow.sentences import exit_of_who_left
from rulelang.compile.flow.statements import block, compound, unnamed
from rulelang.compile.flow.whereabouts import as_it_is_now, looks_of, passes_begin, stands_alone
from rulelang.compile.groups import Group
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.meaning.sets import group_of, noun_word, rank_value, sequence_of
from rulelang.compile.meaning.values import handful_of, most_of, number_of
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import bounds as bounds_wording
from rulelang.diagnostics.catalogue import references as reference_wording
from rulelang.graph import terms as t
from rulelang.graph.access import ANYTHING, Accesses, writes
from rulelang.graph.build import YES, all_of, minus, plus, size
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Domain, Effect, Term
from rulelang.rulebook.size import MOST_IN_ONE_MOVE, MOST_PASSES, TOO_MANY_AT_ONCE
from rulelang.rulebook.words import plural_of, singular_guess
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, replace


def _each(local: str, domain: Domain, body: list[Effect]) -> list[Effect]:
    return [t.ForIn(local, domain, tuple(body))]


@dataclass(frozen=True, slots=True)
class LoopOver:
    """A loop said as effects: the local that stands for an element, and the loop around given effects."""

    local: str
    loop: Callable[[list[Effect]], list[Effect]]

    def each(self, region: str, body: list[Effect]) -> list[Effect]:
        """The loop around effects that know the element by a cell."""
        return self.loop([t.Put(region, t.Const(0), t.Local(self.local)), *body])


@compound(tree.ForEach)
def for_each(flow: Flow, node: tree.ForEach, scope: Scope, place: Spot) -> None:
    """`for each S: ...`. Set and order are fixed at the start."""
    origin = flow.origin(place, node)
    if isinstance(node.domain, tree.Word):
        _each_member(flow, node.domain, node, scope, place, origin)
        return
    group = group_of(flow.meaning, node.domain, as_it_is_now(flow, scope))
    word = noun_word(flow.meaning, node.domain.noun)
    if node.order is None and group.ordered is None and not group.is_tokens:
        cell, (header, done) = each_of(flow, group, origin, place, word)
        passes_begin(flow, node.body, scope)
        _body(flow, node.body, scope, word, cell, place)
        flow.pen.again(header, done)
        return
    if _may_be_alike(flow, group):
        _each_token(flow, group, node, scope, place, word, origin)
        return
    domain, where = group.domain()
    over = None if node.order is not None else LoopOver(group.name, partial(partial(_each_fixed, flow), group))
    if where == YES or not isinstance(domain, t.Listed | t.CellList):
        fixed = domain if where == YES else t.Members(t.Filtered(group.name, domain, where))
        region = _sorted(flow, group.element, fixed, node.order, scope, place, word, origin)
        _over_sequence(flow, region, t.Const(0), group.element, word, node.body, scope, place, origin, over, 2)
        return
    # A set has lost its order: all are sorted, those that are meant to the front.
    count = flow.frames.number(place.action, f"{word} count", FrameRole.INDEX, most_of(flow.meaning, group.sort))
    flow.pen.introduced.append(IntroducedCell(count, word))
    flow.pen.effects([t.Put(count, t.Const(0), size(group.set()))], origin)
    first = (True, t.IfElse(where, t.Const(1), t.Const(0)))
    region = _sorted(flow, group.element, domain, node.order, scope, place, word, origin, (first,))
    here = t.Cell(count, t.Const(0))
    _over_sequence(flow, region, t.Const(0), group.element, word, node.body, scope, place, origin, over, 3, here)


def _may_be_alike(flow: Flow, group: Group) -> bool:
    """Can several of them be alike and in one place? On spaces for one token, only in the Box."""
    in_the_box = isinstance(group.places, t.Const) and bool(group.places.value >> flow.world.box & 1)
    return group.is_tokens and (in_the_box or not stands_alone(flow, group.sort))


def _each_token(
    flow: Flow, group: Group, node: tree.ForEach, scope: Scope, place: Spot, word: str, origin: Origin
) -> None:
    """Over tokens, one by one: as many passes for those of one look in one place as there are at the start."""
    domain, where = group.domain()
    fixed = domain if where == YES else t.Members(t.Filtered(group.name, domain, where))
    looks: Domain = fixed
    if node.order is not None:
        ordered = _sorted(flow, group.element, fixed, node.order, scope, place, word, origin)
        # Also where the loop is said as effects, it goes through what is written down here.
        flow.pen.introduced.pop()
        looks = t.CellList(ordered, t.Const(0))
    most = max(1, most_of(flow.meaning, group.sort))
    region = flow.frames.sequence(place.action, plural_of(word), FrameRole.ORDER, group.sort, most)
    again = t.ForIn(
        flow.book.local("step"),
        t.Between(t.Const(1), group.amount()),
        (t.Append(region, t.Const(0), t.Local(group.name)),),
    )
    flow.pen.effects([t.Put(region, t.Const(0), t.Const(0)), t.ForIn(group.name, looks, (again,))], origin)
    local = flow.book.local("token")
    over = LoopOver(local, partial(_each, local, t.CellList(region, t.Const(0))))
    element = replace(group.element, among=group.taken_from)
    _over_sequence(flow, region, t.Const(0), element, word, node.body, scope, place, origin, over, 1)


def _each_member(flow: Flow, domain: tree.Word, node: tree.ForEach, scope: Scope, place: Spot, origin: Origin) -> None:
    """Over what was chosen before, which is called as it was then, or a list, whose members are called by their
    class."""
    handful = handful_of(flow.meaning, domain, scope)
    sort = handful.sort.of
    if sort is None:
        raise Misread(reference_wording.not_several(domain.span, domain.text))
    word = sort.noun if handful.sort.form == "list" else flow.world.plurals(domain.text)
    if word == domain.text and word != sort.noun:
        # A name for several that were chosen: one of them is called in the singular.
        word = singular_guess(word) or sort.noun
    kept = sequence_of(handful)
    over, before, region, start = None, 1, handful.sort.noun, handful.term
    if node.order is None:
        local = flow.book.local("member")
        over = LoopOver(local, partial(_each, local, kept))
    among = region if handful.sort.form == "handful" else ""
    element = Typed(t.Local(flow.book.local(word.lower())), sort, among=among)
    if node.order is not None or handful.sort.form == "list":
        # A list may change while it is gone through.
        region, start = _sorted(flow, element, kept, node.order, scope, place, word, origin), t.Const(0)
        before = 2
    _over_sequence(flow, region, start, element, word, node.body, scope, place, origin, over, before)


def _each_fixed(flow: Flow, group: Group, body: list[Effect]) -> list[Effect]:
    """Over a group with an order, or of tokens. Where the body changes nothing that says who belongs to it, that is
    asked on the way."""
    domain, where = group.domain()
    if where == YES:
        return [t.ForIn(group.name, domain, tuple(body))]
    if group.ordered is not None:
        fixed = flow.book.local("fixed")
        inside = t.When(t.Holds(t.Local(fixed), t.Local(group.name)), tuple(body))
        return [t.Name(fixed, group.set()), t.ForIn(group.name, domain, (inside,))]
    reads = Accesses(flow.book.functions.program, ()).reads(where)
    written = writes(body)
    if reads & written or (ANYTHING in reads and written):
        return [t.ForIn(group.name, t.Members(t.Filtered(group.name, domain, where)), tuple(body))]
    return [t.ForIn(group.name, domain, (t.When(where, tuple(body)),))]


def _sorted(
    flow: Flow,
    element: Typed,
    domain: Domain,
    order: tree.Ranking | None,
    scope: Scope,
    place: Spot,
    word: str,
    origin: Origin,
    keys: tuple[tuple[bool, Term], ...] = (),
) -> str:
    """Write what a domain holds into a sequence, in the order asked for. `element` stands for one of it."""
    assert isinstance(element.term, t.Local)
    most = max(1, most_of(flow.meaning, element.sort))
    if element.sort.form == "token":
        # Those of one look in one place are one here.
        most = min(most, len(flow.world.varieties) * len(flow.world.place_names))
    region = flow.frames.sequence(place.action, f"{word} order", FrameRole.ORDER, element.sort, most)
    flow.pen.introduced.append(IntroducedCell(region, word))
    if order is not None:
        keys += tuple((r.highest, rank_value(flow.meaning, r, element, scope)) for r in order.ranks)
    effect = t.SortInto(region, t.Const(0), element.term.name, domain, keys)
    flow.pen.effects([effect], origin)
    return region


def _over_sequence(
    flow: Flow,
    region: str,
    start: Term,
    element: Typed,
    word: str,
    body: tree.Block,
    scope: Scope,
    place: Spot,
    origin: Origin,
    over: LoopOver | None,
    before: int,
    count: Term | None = None,
) -> None:
    sort = element.sort
    most = flow.frames.regions[region].length
    index = flow.frames.number(place.action, f"{word} number", FrameRole.INDEX, most)
    tokens, looks = flow.frames.tokens, looks_of(flow, sort)
    may_be_gone = others_may_move(body) or not tokens.is_there(region, looks)
    passes_begin(flow, body, scope)
    cell = flow.frames.cell(place.action, word, sort)
    if may_be_gone:
        # It may have moved since it was chosen, or in an earlier pass.
        tokens.moved(looks)
    flow.pen.introduced += [IntroducedCell(index, word), IntroducedCell(cell.region, word)]
    at = t.Cell(index, t.Const(0))
    flow.pen.effects([t.Put(index, t.Const(0), t.Const(0))], origin)
    step = flow.book.local("step")
    taken: list[Effect] = [
        t.Name(step, plus(at, t.Const(1))),
        t.Put(index, t.Const(0), t.Local(step)),
        t.Put(cell.region, t.Const(0), t.Cell(region, plus(start, t.Local(step)))),
    ]
    each = None if over is None else partial(over.each, cell.region)
    below = t.Compare("<", at, t.Cell(region, start) if count is None else count)
    header, done = flow.pen.loop(below, taken, each, origin, NodeRole.NEXT, f"next {word}", before)
    _body(flow, body, scope, word, replace(element, term=cell.term), place)
    flow.pen.again(header, done)


def _body(flow: Flow, body: tree.Block, scope: Scope, word: str, cell: Typed, place: Spot) -> None:
    known = unnamed(flow, body, scope, scope).naming(word, cell).describing(cell)
    inner = inside_of(flow, body, place)
    if cell.sort == PLAYER:
        # The others still have their passes.
        block(flow, body.statements, known, inner)
    else:
        _pass(flow, body, known, inner)


def _pass(flow: Flow, body: tree.Block, scope: Scope, place: Spot) -> None:
    """The body of a loop. Who has left the game in the pass before does nothing in this one."""
    gone = _gone(flow, body, scope, place)
    block(flow, body.statements, unnamed(flow, body, scope, scope), place)
    flow.pen.go_on(*flow.pen.here, *gone)


def _gone(flow: Flow, node: tree.Node, scope: Scope, place: Spot) -> list[End]:
    """The way out for who has left the game before this pass of a loop, if it begins a move."""
    if not place.structural or scope.you is None or not isinstance(scope.you.term, t.Cell):
        return []
    flow.pen.move_over()
    return exit_of_who_left(flow, scope.you, flow.origin(place, node))


@compound(tree.Repeat)
def _repeat(flow: Flow, node: tree.Repeat, scope: Scope, place: Spot) -> None:
    """So many times, read once; with `up to` every pass is offered."""
    times, up_to, body = node.times, node.up_to, node.body
    origin = flow.origin(place, node)
    passes = number_of(flow.meaning, times, as_it_is_now(flow, scope))
    inner = _within_bounds(flow, node, passes.sort.high, place)
    counter = flow.frames.number(place.action, "passes", FrameRole.PASSES, max(1, passes.sort.high))
    flow.pen.introduced.append(IntroducedCell(counter, "passes"))
    count = not_less_than_none(passes)
    # A loop that goes on too long stays one, so that it can be stopped.
    drawn_out = up_to or inner.passes >= TOO_MANY_AT_ONCE
    over = None if drawn_out else partial(_each, flow.book.local("pass"), t.Between(t.Const(1), passes.term))
    passes_begin(flow, node.body, scope)
    header, done = count_down(flow, counter, count, origin, NodeRole.AGAIN, over=over)
    stopped: list[End] = [done]
    if up_to:
        stopped += _gone(flow, node, scope, place)
        if place.structural:
            flow.pen.move_over()
        drawn = flow.decision(origin, place)
        drawn.actor = who_acts(scope, node.span).term
        stopped += pass_option(flow, drawn, node, place)
        new_option(flow, drawn, option_name(body.statements, place), node, place)
    _pass(flow, body, scope, inner.inside(structural=False) if up_to else inside_of(flow, body, inner))
    flow.pen.again(header, *stopped)


def _within_bounds(flow: Flow, node: tree.Repeat | tree.RepeatWhile, passes: int, place: Spot) -> Spot:
    """Nobody waits for so many passes; nor makes so many choices in one move, all of which are looked ahead at. Where
    the body stands: loops inside one another multiply."""
    times = node.times if isinstance(node, tree.Repeat) else node.condition
    decides = (isinstance(node, tree.Repeat) and node.up_to) or not happens(flow, node.body.statements)
    passes *= place.passes
    if passes > MOST_PASSES:
        flow.book.report(bounds_wording.too_many_passes(times.span, passes))
    elif passes > MOST_IN_ONE_MOVE and decides and not place.structural:
        flow.book.report(bounds_wording.too_many_choices(times.span, passes))
    apart = place.structural and decides
    return place if apart else place.inside(passes=max(1, passes))


def count_down(
    flow: Flow,
    region: str,
    passes: Term,
    origin: Origin,
    role: NodeRole,
    title: str = "",
    going: Term = YES,
    over: Callable[[list[Effect]], list[Effect]] | None = None,
) -> tuple[int, End]:
    """The beginning of a loop: the node its end leads back to, and the way out when no pass is left, or when it is
    not `going` on."""
    left = t.Cell(region, t.Const(0))
    flow.pen.effects([t.Put(region, t.Const(0), passes)], origin)
    step = [t.Put(region, t.Const(0), minus(left, t.Const(1)))]
    return flow.pen.loop(all_of((t.Compare(">", left, t.Const(0)), going)), step, over, origin, role, title)


@compound(tree.RepeatWhile)
def _repeat_while(flow: Flow, node: tree.RepeatWhile, scope: Scope, place: Spot) -> None:
    origin = flow.origin(place, node)
    inner = _within_bounds(flow, node, node.limit, place)
    counter = flow.frames.number(place.action, "passes", FrameRole.PASSES, node.limit)
    passes_begin(flow, node.body, scope)
    scope = unnamed(flow, node.body, scope, scope)
    going = flow.meaning.condition(node.condition, as_it_is_now(flow, scope))
    header, done = count_down(flow, counter, t.Const(node.limit), origin, NodeRole.WHILE, going=going)
    _pass(flow, node.body, scope, inner)
    flow.pen.again(header, done)
