"""The frame of play: rounds, turns, phases, players in order; what happens at their edges; windows in a turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from rulelang.compile.clock import WHOSE_TURN
from rulelang.compile.flow.base import NOBODY, SCOPES, Flow, Spot
from rulelang.compile.flow.chance import each_of
from rulelang.compile.flow.drafts import DraftLoop, End, IntroducedCell, Turn
from rulelang.compile.flow.happening import happens
from rulelang.compile.flow.hooks import under
from rulelang.compile.flow.loops import count_down
from rulelang.compile.flow.sentences import exit_of_who_left, if_told, told_apart
from rulelang.compile.flow.statements import block, compound, unnamed
from rulelang.compile.flow.whereabouts import as_it_is_now, names_doubted, passes_begin
from rulelang.compile.flow.windows import fresh_windows, last_windows, windows_per
from rulelang.compile.groups import Group
from rulelang.compile.meaning.fitting import somebody
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.meaning.sets import rank_value
from rulelang.compile.meaning.turn_order import may_change, next_player, others_after
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.graph import terms as t
from rulelang.graph.build import YES, either, holds, intersect, is_there, plus, single, unite, without
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import ENDS_AFTER, FrameRole, NodeRole
from rulelang.graph.terms import Effect, Term
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

# ------------------------------------------------------------- structure


@compound(tree.Phase)
def _phase(flow: Flow, node: tree.Phase, scope: Scope, place: Spot) -> None:
    with flow.pen.part(node.name.text):
        origin = flow.origin(place, node)
        around = _set_aside(flow, "phase", place, origin)
        leaving = _around("phase", place)
        draw_edge(flow, "start", "phase", scope)
        block(flow, node.body.statements, scope, place.inside(leaving=leaving))
        told = _over(flow, "phase", leaving, place, origin)
        draw_edge(flow, "end", "phase", scope)
        _latched(flow, "phase", node, place, around)
        _leave(flow, told, place, origin)


@compound(tree.TurnOf)
def _turn_of(flow: Flow, node: tree.TurnOf, scope: Scope, place: Spot) -> None:
    you = somebody(flow.meaning, node.player, scope)
    cell = flow.frames.cell(place.action, "player", PLAYER, FrameRole.TURN)
    there = flow.there(you, NOBODY, place, node)
    flow.pen.effects([*there, cell.put(you.term)], flow.origin(place, node))
    skipped = exit_of_who_left(flow, Typed(cell.term, PLAYER), flow.origin(place, node))
    turn(flow, Typed(cell.term, PLAYER), node.body, scope, place, node)
    flow.pen.go_on(*flow.pen.here, *skipped)


@compound(tree.Loop)
def _loop(flow: Flow, node: tree.Loop, scope: Scope, place: Spot) -> None:
    if node.scope == "round":
        _rounds(flow, node, scope, place)
    else:
        _turns(flow, node, scope, place)


def turn(flow: Flow, you: Typed, body: tree.Block, scope: Scope, place: Spot, node: tree.Node) -> None:
    """One turn of one player, with its edges and windows."""
    origin = flow.origin(place, node)
    scope = unnamed(flow, body, scope, scope).acting(you).naming("player", you)
    around, after = _set_aside(flow, "turn", place, origin), _goes_on(flow, you, place, origin)
    flow.pen.effects(flow.clock.turn_begins(you.term), origin)
    fresh_windows(flow, "turn", you.term, origin)
    drawn = flow.pen.start()
    flow.turns_in_triggers |= bool(flow.frames.within)
    outer, turn = flow.pen.turn, Turn(you)
    flow.pen.turn = turn
    draw_edge(flow, "start", "turn", scope)
    leaving = _around("turn", place)
    if flow.pen.start() != drawn:
        leaving["turn"] += exit_of_who_left(flow, you, origin)
    inner = place.inside(structural=True, leaving=leaving)
    block(flow, body.statements, scope, inner)
    told = _over(flow, "turn", leaving, place, origin)
    last_windows(flow, you, origin)
    turn.over = flow.pen.mark(origin)
    flow.pen.turn = outer
    draw_edge(flow, "end", "turn", scope)
    flow.pen.effects(after, origin)
    _latched(flow, "turn", node, place, around)
    _leave(flow, told, place, origin)


def _goes_on(flow: Flow, you: Typed, place: Spot, origin: Origin) -> list[Effect]:
    """What is so again when a turn is over that was taken in another one, or in a trigger, which may stand in one:
    whose turn it is, and which of their windows this player has used in it."""
    if flow.pen.turn is None and not flow.frames.within:
        return flow.clock.turn_ends()
    after = list[Effect]()
    if flow.clock.running:
        cell = flow.frames.cell(place.action, "turn around", PLAYER, FrameRole.YOU)
        flow.pen.effects([cell.put(WHOSE_TURN)], origin)
        after += flow.clock.turn_begins(cell.term)
    if mask := windows_per(flow, "turn"):
        used = t.Cell("windows used", you.term)
        kept = flow.frames.set(place.action, "windows around", FrameRole.TURN_ENDS, "", len(flow.windows))
        flow.pen.effects([t.Put(kept, t.Const(0), used)], origin)
        of_turn = intersect(t.Cell(kept, t.Const(0)), t.Const(mask))
        after.append(t.Put("windows used", you.term, unite((without(used, t.Const(mask)), of_turn))))
    return after


def _around(part: str, place: Spot) -> dict[str, list[End]]:
    """What can be left inside a part of play: itself, and what is around it."""
    return {part: [], **{other: [] for other in place.leaving if other != part}}


def _over(flow: Flow, part: str, leaving: dict[str, list[End]], place: Spot, origin: Origin) -> dict[str, str]:
    """A part of play is over, also where something around it is left: what happens at its end happens first."""
    told = told_apart(flow, leaving, place.action, origin, but=part)
    flow.pen.go_on(*flow.pen.here, *leaving[part])
    return told


def _leave(flow: Flow, told: dict[str, str], place: Spot, origin: Origin) -> None:
    for part, cell in told.items():
        place.leaving[part] += if_told(flow, cell, origin)


def note_ends(flow: Flow, items: Iterable[Placed]) -> None:
    """After what some sentence ends the game, and of what of that there may be one within another."""
    flow.latches = {said.scope for placed in items for said in placed.every(tree.EndAfter)}
    for placed in items if flow.latches else ():
        for part in (one for sort in _SCOPED for one in placed.every(sort)):
            inside = parts(part)[1:] if isinstance(placed.item, tree.Part) else (part,)
            scope = _scope_of(part)
            if scope in flow.latches and any(_scope_of(inner) == scope for inner in inside):
                flow.latches_inside |= {scope}


_SCOPED: Final = (tree.Phase, tree.TurnOf, tree.EachPlayer, tree.Loop)


def _scope_of(node: tree.Node) -> str:
    """Of what there is one wherever a sentence stands: a turn, a round or a phase."""
    match node:
        case tree.Phase():
            return "phase"
        case tree.TurnOf() | tree.EachPlayer(takes_turn=True):
            return "turn"
        case tree.Loop(scope=scope):
            return scope
        case _:
            return ""


def _set_aside(flow: Flow, edge: str, place: Spot, origin: Origin) -> list[Effect]:
    """What was said to happen after a turn waits while there is another turn in it. What takes it up again."""
    if edge not in flow.latches_inside:
        return []
    said, bit = t.Cell("ending", t.Const(0)), t.Const(1 << SCOPES.index(edge))
    around = flow.frames.set(place.action, f"said around the {edge}", FrameRole.TURN_ENDS, "", len(SCOPES))
    aside = t.Put(around, t.Const(0), intersect(said, bit))
    flow.pen.effects([aside, t.Put(said.region, t.Const(0), without(said, bit))], origin)
    return [t.Put(said.region, t.Const(0), unite((said, t.Cell(around, t.Const(0)))))]


def _latched(flow: Flow, edge: str, node: tree.Node, place: Spot, around: list[Effect]) -> None:
    """`the game ends after this turn`, looked at where the turn is over."""
    if edge not in flow.latches:
        return
    flow.pen.move_over()
    over = holds(t.Cell("ending", t.Const(0)), t.Const(SCOPES.index(edge)))
    yes, no = flow.pen.fork(over, flow.origin(place, node), ENDS_AFTER[edge])
    flow.finish.append(yes)
    flow.pen.go_on(no)
    flow.pen.effects(around, flow.origin(place, node))


def draw_edge(flow: Flow, edge: str, scope_name: str, scope: Scope) -> None:
    """`at the start of each turn: ...`"""
    for placed in flow.edges:
        node = placed.item
        assert isinstance(node, tree.TimeTrigger)
        if node.edge != edge or node.scope != scope_name:
            continue
        where = Spot(placed, f"{edge} of {scope_name}", is_named=False)
        bearer = flow.texts.only_bearer(placed)
        origin = flow.origin(where, node)
        if scope.you is not None and not happens(flow, node.body.statements):
            flow.pen.move_over()
        if placed.text is None or scope.you is not None:
            works = flow.texts.works_for(placed.text, scope.you) if placed.text else YES
            under(flow, works, node.body.statements, Scope({}, scope.you, bearer), where, origin)
            continue
        # Nobody acts here: whoever the text is in force for obeys it.
        local = flow.book.local("holder")
        works = flow.texts.works_for(placed.text, Typed(t.Local(local), PLAYER))
        group = Group(PLAYER, local, mask=players_in(flow.meaning), where=works)
        cell, (header, done) = each_of(flow, group, origin, where, "holder")
        block(flow, node.body.statements, Scope({}, cell, bearer), where)
        flow.pen.again(header, done)


# ---------------------------------------------------------- rounds, turns


def _rounds(flow: Flow, node: tree.Loop, scope: Scope, place: Spot) -> None:
    origin = flow.origin(place, node)
    flow.pen.effects(flow.clock.rounds_begin(), origin)
    names_doubted(flow, scope)
    scope = unnamed(flow, node.body, scope, scope)
    header, done, _ = _next(flow, "round", node, place, origin)
    around = _set_aside(flow, "round", place, origin)
    flow.pen.effects(flow.clock.round_begins(), origin)
    leaving = _around("round", place)
    for seat in range(flow.world.players):
        fresh_windows(flow, "round", t.Const(seat), origin)
    first = place.first
    if node.starting:
        cell = flow.frames.cell(place.action, "first of the round", PLAYER, FrameRole.TURN)
        first = cell.term
        flow.pen.effects([cell.put(_first(flow, node.starting, scope))], origin)
    draw_edge(flow, "start", "round", scope)
    block(flow, node.body.statements, scope, place.inside(structural=True, leaving=leaving, first=first))
    told = _over(flow, "round", leaving, place, origin)
    draw_edge(flow, "end", "round", scope)
    _latched(flow, "round", node, place, around)
    _leave(flow, told, place, origin)
    done += _until(flow, node, scope, origin)
    done += _all_gone(flow, origin)
    flow.pen.again(header, *done)


def _next(flow: Flow, what: str, node: tree.Loop, place: Spot, origin: Origin) -> tuple[int, list[End], list[Effect]]:
    """Where each round or turn begins, the way out when there have been enough, and what takes a pass back."""
    if node.count is None:
        flow.clock.loops(node.scope, None)
        return flow.pen.mark(origin), [], []
    counter = flow.frames.number(place.action, f"{what}s left", FrameRole.PASSES, node.count)
    flow.clock.loops(node.scope, (counter, node.count))
    header, over = count_down(flow, counter, t.Const(node.count), origin, NodeRole.NEXT, f"next {what}")
    return header, [over], [t.Put(counter, t.Const(0), plus(t.Cell(counter, t.Const(0)), t.Const(1)))]


def _until(flow: Flow, node: tree.Loop, scope: Scope, origin: Origin) -> list[End]:
    """`until C`: the way out when it holds."""
    if node.until is None:
        return []
    flow.pen.move_over()
    stop, on = flow.pen.fork(flow.meaning.condition(node.until, as_it_is_now(flow, scope)), origin, NodeRole.UNTIL)
    flow.pen.go_on(on)
    return [stop]


def _turns(flow: Flow, node: tree.Loop, scope: Scope, place: Spot) -> None:
    """`repeat turns starting with P until C`"""
    origin = flow.origin(place, node)
    start = _first(flow, node.starting, scope) if node.starting else place.first
    cell = flow.frames.cell(place.action, "turn", PLAYER, FrameRole.TURN)
    you = Typed(cell.term, PLAYER)
    flow.pen.effects([cell.put(start)], origin)
    names_doubted(flow, scope)
    header, done, not_counted = _next(flow, "turn", node, place, origin)
    done += _until(flow, node, scope.acting(you), origin)
    done += _all_gone(flow, origin)
    skipped = exit_of_who_left(flow, you, origin)
    turn(flow, you, node.body, scope, place, node)
    if skipped:
        # The turn of somebody who is not there is none of those that are counted.
        on = flow.pen.here
        flow.pen.go_on(*skipped)
        flow.pen.effects(not_counted, origin)
        flow.pen.go_on(*on, *flow.pen.here)
    flow.pen.effects([cell.put(next_player(flow.meaning, you.term))], origin)
    flow.pen.again(header, *done)


def _first(flow: Flow, starting: tree.Phrase, scope: Scope) -> Term:
    """Who begins: the first player where that is nobody."""
    player = somebody(flow.meaning, starting, scope)
    return either(is_there(player.term), player.term, t.Const(0)) if player.maybe else player.term


def _all_gone(flow: Flow, origin: Origin) -> list[End]:
    """The way out of turns and rounds when everybody has left the game."""
    if not flow.book.functions.players_leave:
        return []
    some, nobody = flow.pen.fork(t.Compare("!=", players_in(flow.meaning), t.Const(0)), origin, NodeRole.STILL_IN)
    flow.pen.go_on(some)
    return [nobody]


@compound(tree.EachPlayer)
def _each_player(flow: Flow, node: tree.EachPlayer, scope: Scope, place: Spot) -> None:
    origin = flow.origin(place, node)
    seating = node.seating
    form = seating.form if seating is not None else "turn"
    cell = flow.frames.cell(place.action, "each player", PLAYER, FrameRole.EACH_PLAYER)
    you, region = Typed(cell.term, PLAYER), cell.region
    skipped: list[End] = []
    if node.takes_turn:
        names_doubted(flow, scope)
    else:
        passes_begin(flow, node.body, scope)
    if form == "ranking" and seating is not None and seating.ranking is not None:
        header, done = _ranked(flow, node, seating.ranking, scope, place, region, origin)
        skipped = exit_of_who_left(flow, you, origin)
    elif form == "random":
        header, done = _in_random_order(flow, node, scope, place, region, origin)
    else:
        header, done = _around_the_table(flow, node, scope, place, region, origin)
    inner = unnamed(flow, node.body, scope, scope).acting(you).naming("player", you)
    secret = form == "secret"
    if node.takes_turn:
        turn(flow, you, node.body, scope, place, node)
    else:
        kept, flow.pen.secretly = flow.pen.secretly, you.term if secret else flow.pen.secretly
        if seating is None and happens(flow, node.body.statements):
            block(flow, node.body.statements, inner, place.inside(structural=False))
        else:
            outer, middle = flow.pen.turn, not place.structural
            if not middle:
                flow.pen.move_over()
            turn_like = Turn(you, inside=outer, plain=not middle, perhaps=middle, middle=middle)
            leaves = flow.book.functions.players_leave and place.structural and not secret
            flow.pen.turn = turn_like if leaves or (middle and outer) else outer
            block(flow, node.body.statements, inner, place.inside(structural=place.structural and not secret))
            if leaves:
                turn_like.over = flow.pen.mark(origin)
            flow.pen.turn = outer
        flow.pen.secretly = kept
    flow.pen.go_on(*flow.pen.here, *skipped)
    flow.pen.again(header, done)


def _ranked(
    flow: Flow, node: tree.EachPlayer, ranking: tree.Ranking, scope: Scope, place: Spot, region: str, origin: Origin
) -> tuple[int, End]:
    """In the order of a ranking."""
    seats = flow.world.players
    order = flow.frames.sequence(place.action, "order of players", FrameRole.ORDER, PLAYER, seats)
    local = flow.book.local("player")
    element = Typed(t.Local(local), PLAYER)
    keys = tuple((r.highest, rank_value(flow.meaning, r, element, scope)) for r in ranking.ranks)
    sort = t.SortInto(order, t.Const(0), local, t.Members(_players(flow, node, scope)), keys)
    index = flow.frames.number(place.action, "place in order", FrameRole.INDEX, seats)
    flow.pen.effects([sort, t.Put(index, t.Const(0), t.Const(0))], origin)
    header = flow.pen.mark(origin)
    at = t.Cell(index, t.Const(0))
    more, done = flow.pen.fork(t.Compare("<", at, t.Cell(order, t.Const(0))), origin, NodeRole.NEXT_PLAYER)
    flow.pen.go_on(more)
    flow.pen.effects(
        [t.Put(index, t.Const(0), plus(at, t.Const(1))), t.Put(region, t.Const(0), t.Cell(order, at))], origin
    )
    return header, done


def _in_random_order(
    flow: Flow, node: tree.EachPlayer, scope: Scope, place: Spot, region: str, origin: Origin
) -> tuple[int, End]:
    """One after the other, as chance has it."""
    left = flow.frames.set(place.action, "players left", FrameRole.PLAYERS_LEFT, "player", flow.world.players)
    rest = t.Cell(left, t.Const(0))
    flow.pen.effects([t.Put(left, t.Const(0), _players(flow, node, scope))], origin)
    header = flow.pen.mark(origin)
    _but_who_left(flow, rest, origin)
    more, done = flow.pen.fork(t.Compare("!=", rest, t.Const(0)), origin, NodeRole.NEXT_PLAYER)
    flow.pen.go_on(more)
    drawn = flow.pen.draw("chance", origin, role=NodeRole.RANDOM_ORDER)
    drawn.stream = f"{place.action}: random order"
    local = flow.book.local("player")
    drawn.parameter = Parameter(local, "player", t.Members(rest), None)
    drawn.effects += [
        t.Put(region, t.Const(0), t.Local(local)),
        t.Put(left, t.Const(0), without(rest, single(t.Local(local)))),
    ]
    flow.pen.go_on(drawn.tie, tail=drawn)
    return header, done


def _but_who_left(flow: Flow, rest: t.Cell, origin: Origin) -> None:
    """Who has left the game since is passed over."""
    if flow.book.functions.players_leave:
        flow.pen.effects([t.Put(rest.region, t.Const(0), intersect(rest, players_in(flow.meaning)))], origin)


def _players(flow: Flow, node: tree.EachPlayer, scope: Scope) -> Term:
    players = players_in(flow.meaning)
    return without(players, single(who_acts(scope, node.span, others=True).term)) if node.other else players


def _around_the_table(
    flow: Flow, node: tree.EachPlayer, scope: Scope, place: Spot, region: str, origin: Origin
) -> tuple[int, End]:
    """In turn order from a starting player, skipping who does not take part."""
    seating = node.seating
    reverse = seating is not None and seating.reverse
    start = next_player(flow.meaning, place.first, reverse=True) if reverse else place.first
    if seating is not None and seating.starting is not None:
        start = _first(flow, seating.starting, scope)
    elif node.other:
        start = next_player(flow.meaning, who_acts(scope, node.span, others=True).term, reverse)
    secret = seating is not None and seating.form == "secret"
    slot = "left in secret" if secret else "players left"
    left = flow.frames.set(place.action, slot, FrameRole.PLAYERS_LEFT, "player", flow.world.players)
    seat = flow.frames.cell(place.action, "next seat", PLAYER, FrameRole.NEXT_SEAT)
    rest, at = t.Cell(left, t.Const(0)), seat.term
    flow.pen.introduced += [IntroducedCell(name, "player") for name in (left, at.region, region)]
    flow.pen.effects(
        [t.Put(left, t.Const(0), _players(flow, node, scope)), t.Put(at.region, t.Const(0), start)],
        origin,
    )
    header = flow.pen.mark(origin)
    _but_who_left(flow, rest, origin)
    more, done = flow.pen.fork(t.Compare("!=", rest, t.Const(0)), origin, NodeRole.NEXT_PLAYER)
    head = flow.pen.nodes[-1]
    flow.pen.go_on(more)
    taking, skipping = flow.pen.fork(holds(rest, at), origin, NodeRole.TAKES_PART)
    flow.pen.go_on(skipping)
    flow.pen.effects([t.Put(at.region, t.Const(0), next_player(flow.meaning, at, reverse))], origin)
    flow.pen.again(header, taking)
    taken: list[Effect] = [t.Put(region, t.Const(0), at), t.Put(left, t.Const(0), without(rest, single(at)))]
    turns = may_change(flow.meaning)
    if not turns:
        taken.append(t.Put(at.region, t.Const(0), next_player(flow.meaning, at, reverse)))
    flow.pen.effects(taken, origin)
    # Where the order may turn in the middle, who is next is asked only when it matters.
    from_first = seating is None and place.first == t.Const(0)
    over = partial(_each_in_turn, flow, node, scope, region) if from_first and not turns else None
    before = 3 if flow.book.functions.players_leave else 2
    head.loop = DraftLoop(header, before, 3, over, flow.pen.nodes[-1].number)
    return header, done


def _each_in_turn(flow: Flow, node: tree.EachPlayer, scope: Scope, region: str, body: list[Effect]) -> list[Effect]:
    """Around the table as effects: from the first seat, or (`each other player`) from the one after you."""
    local = flow.book.local("player")
    found: tuple[Effect, ...] = (t.Put(region, t.Const(0), t.Local(local)), *body)
    if flow.book.functions.players_leave:
        # Somebody may leave in the middle.
        found = (t.When(holds(players_in(flow.meaning), t.Local(local)), found),)
    if node.other:
        return [t.ForIn(local, others_after(flow.meaning, who_acts(scope, node.span, others=True).term), found)]
    return [t.ForIn(local, t.Members(players_in(flow.meaning)), found)]
