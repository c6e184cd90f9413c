"""`as soon as ...`: looked at before anybody or anything decides, and nowhere else.

    A ----> D          becomes          A ----> test C --no--> D
                                                 |  ^
                                                 yes|
                                                 v  |
                                                 body

for every decision or chance D that is reached after something C reads may have been written. Each body is drawn once;
a cell remembers the way back to the test that sent it off. Triggers sleep during setup.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, cast

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Trigger
from rulelang.compile.flow.base import SCOPES, Flow, Spot
from rulelang.compile.flow.drafts import DraftNode
from rulelang.compile.flow.frames import FrameCell
from rulelang.compile.flow.happening import end_said, happens, latch_of, may_say, says_after
from rulelang.compile.flow.statements import block, found
from rulelang.compile.flow.windows import end_of, fresh_nodes
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.meaning.sets import introduce
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.graph.access import ANYTHING, Accesses, printed_tables, writes
from rulelang.graph.build import all_of, either, holds, negate, same
from rulelang.graph.program import Origin
from rulelang.graph.roles import ENDS_AFTER, FrameRole, NodeRole, title_of
from rulelang.graph.successors import reached
from rulelang.graph.terms import (
    AnyIn,
    Cell,
    Const,
    Domain,
    Effect,
    FirstIn,
    Local,
    Members,
    Put,
    Term,
)
from rulelang.graph.walk import exchange
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tree.walk import fields_of
from rulelang.tuning.fast_dataclass import replace

Sentence = TypeVar("Sentence", bound=tree.Node)
_AS_SOON_AS = title_of(NodeRole.TRIGGER)


# ------------------------------------------------------------------ bodies


def draw_triggers(flow: Flow, scoring: Iterable[tree.Part]) -> None:
    """Draw the body of every trigger, beside the flow. `scoring`: what is obeyed once the game is over."""
    ends = [one.item for one in flow.edges if isinstance(one.item, tree.TimeTrigger) and one.item.scope == "game"]
    after = [*(one.body for one in ends if one.edge == "end"), *(part.body for part in scoring)]
    if flow.state_triggers and not all(happens(flow, body.statements) for body in after):
        flow.looked_at = flow.frames.number("end of the game", "looked at", FrameRole.WAY_BACK, 1)
    for placed in flow.state_triggers:
        node = placed.item
        assert isinstance(node, tree.StateTrigger)
        outside, flow.procedures = flow.procedures, {}
        flow.frames.within = f"{_AS_SOON_AS} {len(flow.triggers) + 1}"
        try:
            _draw_trigger(flow, placed, node, flow.frames.within)
        except Misread as misread:
            flow.book.report(misread.diagnostic)
        flow.of_triggers += flow.procedures.values()
        flow.procedures, flow.frames.within = outside, ""


def _draw_trigger(flow: Flow, placed: Placed, node: tree.StateTrigger, name: str) -> None:
    place = Spot(placed, name, is_named=False)
    condition, scope, effects = _bound(flow, node, placed, name)
    latch = latch_of(flow, node)
    if latch:
        bit = Const(SCOPES.index(latch))
        condition = all_of((negate(holds(Cell("ending", Const(0)), bit)), condition))
    condition = all_of((condition, same(Cell("playing", Const(0)), Const(1))))
    origin = flow.origin(place, node)
    back = flow.frames.number(name, "way back", FrameRole.WAY_BACK, 999)
    reads = Accesses(flow.book.functions.program, printed_tables(flow.book.table_roles)).reads(condition)
    first = len(flow.pen.nodes)
    with flow.pen.aside():
        flow.pen.group = [_AS_SOON_AS]
        flow.pen.title = name
        entry = flow.pen.mark(origin)
        flow.pen.effects(effects, origin)
        for word, value in found(flow, node.condition, scope):
            scope, effect = flow.remembered(word, value, scope, place)
            flow.pen.effects([effect], origin)
        block(flow, node.body.statements, scope, place)
        late = condition
        said = end_said(flow) if says_after(flow, placed) else ""
        if said or may_say(flow, placed, tree.EndNow):
            if flow.looked_at:
                # Where something is decided once the game is over, nothing ends it again.
                late = all_of((late, negate(same(Cell(flow.looked_at, Const(0)), Const(1)))))
            begun = flow.frames.number(name, "begun", FrameRole.WAY_BACK, 1)
            anew = negate(same(Cell(begun, Const(0)), Const(1)))
            late, condition = all_of((late, anew)), all_of((anew, condition)) if said else condition
            _note_begun(flow, name, entry, begun, said, origin)
        returns = flow.pen.draw("test", origin, f"back from {name}", NodeRole.WAY_BACK)
        returns.back = back
        flow.pen.go_on()
    body = range(first, len(flow.pen.nodes))
    decides = any(flow.pen.nodes[number].kind in ("decide", "chance") for number in body)
    flow.triggers.append(Trigger(placed, node, condition, late, reads, entry, back, returns, body, decides))


def _note_begun(flow: Flow, name: str, entry: int, begun: str, said: str, origin: Origin) -> None:
    """What has ended the game is not obeyed again where triggers are looked at for the last time; what has `said` after
    what it ends, nowhere. Another trigger may be obeyed in the middle of a block in which somebody decides."""
    here, over = Const(0), Put(begun, Const(0), Const(-1))
    first, last = [Put(begun, here, Const(1), said=origin)], [over]
    if said:
        before = flow.frames.number(name, "said before", FrameRole.WAY_BACK, 1)
        first += [Put(before, here, Cell(said, here)), Put(said, here, Const(0))]
        has_said = same(Cell(said, here), Const(1))
        last = [replace(over, value=either(has_said, Const(1), Const(-1))), Put(said, here, Cell(before, here))]
    flow.pen.nodes[entry].effects += first
    if flow.pen.here:
        flow.pen.effects(last, origin)


def _bound(flow: Flow, node: tree.StateTrigger, placed: Placed, name: str) -> tuple[Term, Scope, list[Put]]:
    """The condition with what it introduces (`a player`, or something of another class), and what the body knows.

    The holder of a card text is the `you` of the text; what is introduced is the first for which the condition
    holds."""
    meaning, condition = flow.meaning, node.condition
    scope = after = Scope(it=flow.texts.only_bearer(placed))
    asked: list[tuple[str, Domain, Term]] = []
    cells: list[FrameCell] = []
    if placed.text is not None:
        local = flow.book.local("holder")
        cells.append(flow.frames.cell(name, "holder", PLAYER))
        scope, after = scope.acting(Typed(Local(local), PLAYER)), after.acting(Typed(cells[0].term, PLAYER))
        works = flow.texts.works_for(placed.text, scope.you)
        asked.append((local, Members(players_in(meaning)), works))
    for noun in dict.fromkeys(_introduced(condition)):
        word, group = introduce(meaning, noun, scope)
        if word in scope.names:
            continue
        cells.append(flow.frames.cell(name, word, group.sort))
        bound = Typed(cells[-1].term, group.sort)
        scope, after = scope.naming(word, group.element), after.naming(word, bound)
        if group.sort == PLAYER and scope.you is None:
            scope, after = scope.acting(group.element), after.acting(bound)
        condition = _rename(condition, noun)
        asked.append((group.name, *group.domain()))
    term = meaning.condition(condition, scope)
    puts: list[Put] = []
    known: dict[Any, Term] = {Local(local): cell.term for (local, _, _), cell in zip(asked, cells, strict=True)}
    for (local, domain, where), cell in reversed(list(zip(asked, cells, strict=True))):
        del known[Local(local)]
        both = all_of((where, term))
        puts.insert(0, cell.put(exchange(FirstIn(local, domain, both), known.get)))
        term = AnyIn(local, domain, both)
    return term, after, puts


def last_triggers(flow: Flow, origin: Origin) -> None:
    """Triggers are looked at when the last move of a game is over; again where one of them has ended it anew."""
    nodes = [placed.item for placed in flow.state_triggers]
    if all(isinstance(node, tree.StateTrigger) and latch_of(flow, node) for node in nodes):
        return
    point = flow.pen.draw("do", origin)
    point.point = True
    flow.last_look = point.number
    flow.pen.go_on(point.tie)
    if flow.looked_at:
        flow.pen.effects([Put(flow.looked_at, Const(0), Const(1))], origin)


# -------------------------------------------------------------------- weave


def weave_triggers(flow: Flow) -> None:
    """Tie tests in front of every decision, chance and end of a turn where a trigger may have become true."""
    if not flow.triggers:
        return
    dirty, nodes = _dirty(flow), flow.pen.nodes
    late = reached([flow.last_look, flow.over_at], lambda number: nodes[number].every_way())
    for node in list(nodes):
        if _is_point(node):
            wanted = _with_consequences(flow, dirty.get(node.number, set()))
            wanted = [trigger for trigger in wanted if not _waits(trigger, node.number, flow.triggers)]
            if wanted and not node.checked:
                _in_front(flow, node, wanted, node.number in late)


def pass_by_who_left(flow: Flow) -> None:
    """Who has left the game before a move begins, by a trigger or a window, does not decide in it: triggers are looked
    at before the question who is still there. Of a decision that comes again in its move, in a loop or an action that
    is also done elsewhere, a cell knows whether anybody has decided anything yet."""
    if not flow.book.functions.players_leave or not (flow.triggers or flow.windows):
        return
    nodes, fresh = flow.pen.nodes, fresh_nodes(flow)
    come_to = reached(fresh, partial(_next_in_move, nodes))
    again: dict[int, DraftNode] = {}
    for node in [one for one in nodes if one.kind == "decide" and one.number in come_to]:
        turn = node.turn
        if node.gone < 0 and turn is not None and node.actor == turn.you.term and turn.is_sure(or_plain=True):
            node.gone = end_of(flow, turn, node)
        if node.gone < 0:
            continue
        test = DraftNode("test", NodeRole.STILL_IN, title_of(NodeRole.STILL_IN), node.origin, node.group, len(nodes))
        test.arms, test.otherwise = [(holds(players_in(flow.meaning), node.actor), node.number)], node.gone
        test.rest, test.point, node.checked = node.rest, True, True
        for other in nodes:
            other.redirect({node.number: test.number})
        nodes.append(test)
        if node.number not in fresh:
            again[node.number] = test
    if again:
        _tell_whether_begun(flow, fresh, again)


def _next_in_move(nodes: Sequence[DraftNode], number: int) -> list[int]:
    """Where it goes on in the same move without anybody's choice."""
    return [way for way in nodes[number].ways() if way >= 0 and not nodes[way].rest]


def _tell_whether_begun(flow: Flow, fresh: set[int], again: Mapping[int, DraftNode]) -> None:
    """Note where a move begins and where somebody has decided in it, for the questions before some decisions."""
    nodes, before = flow.pen.nodes, defaultdict[int, list[int]](list)
    cell = flow.frames.number("the move", "begun", FrameRole.WAY_BACK, 1)
    for number, test in again.items():
        test.arms.insert(0, (same(Cell(cell, Const(0)), Const(1)), number))
    for node in nodes:
        for way in _next_in_move(nodes, node.number):
            before[way].append(node.number)
    leading = reached(again, before.__getitem__)
    for node in [nodes[number] for number in sorted(fresh)]:
        for way in sorted(leading.intersection(_next_in_move(nodes, node.number)) - fresh):
            begin = DraftNode("do", NodeRole.SENTENCE, "", node.origin, node.group, len(nodes))
            begin.effects, begin.target = [Put(cell, Const(0), Const(0), said=node.origin)], way
            node.redirect({way: begin.number})
            nodes.append(begin)
    for option in [option for node in nodes for option in node.options]:
        if option.target in leading and not nodes[option.target].rest:
            option.effects.append(Put(cell, Const(0), Const(1), said=option.origin))


def weave_new(flow: Flow, first: int) -> None:
    """The same for nodes drawn later (examples): every trigger is looked at in front of their decisions and
    ends."""
    if not flow.triggers:
        return
    every = list(range(len(flow.triggers)))
    for node in list(flow.pen.nodes[first:]):
        if node.kind in ("decide", "chance", "end") and not node.checked:
            _in_front(flow, node, [flow.triggers[i] for i in every])


def _waits(trigger: Trigger, node: int, triggers: Sequence[Trigger]) -> bool:
    """Is a trigger only looked at when the one whose block this node belongs to is over? A block in which somebody
    decides is obeyed to its end before another such block, or the same again, may begin."""
    return any(node in one.body and (one is trigger or trigger.decides) for one in triggers)


def _with_consequences(flow: Flow, numbers: set[int]) -> list[Trigger]:
    """The triggers, and those that their bodies may set off."""
    found = set(numbers)
    while True:
        written = {region for i in found for region in _body_writes(flow, flow.triggers[i])}
        more = {i for i, t in enumerate(flow.triggers) if t.reads & written or (ANYTHING in t.reads and written)}
        if more <= found:
            return [trigger for i, trigger in enumerate(flow.triggers) if i in found]
        found |= more


def _body_writes(flow: Flow, trigger: Trigger) -> set[str]:
    """All regions the body of a trigger may change."""
    if trigger.writes is None:
        body: list[Sequence[Effect]] = []

        def on(number: int) -> list[int]:
            node = flow.pen.nodes[number]
            ways = [] if node is trigger.returns else _edges(node)
            body.extend(effects for _, effects in ways)
            return [target for target, _ in ways]

        reached([trigger.entry], on)
        trigger.writes = {region for effects in body for region in writes(effects)}
    return trigger.writes


def _dirty(flow: Flow) -> dict[int, set[int]]:
    """For each node, the triggers whose condition may have changed since they were last looked at."""
    every = set(range(len(flow.triggers)))
    dirty: dict[int, set[int]] = {}
    work: list[int] = []

    def reach(target: int, changed: set[int]) -> None:
        if target < 0:
            return
        known = dirty.setdefault(target, set())
        if not changed <= known or target not in seen:
            known |= changed
            seen.add(target)
            work.append(target)

    seen: set[int] = set()
    touched: dict[tuple[int, int], set[int]] = {}
    reach(flow.play_entry, every)
    for trigger in flow.triggers:
        reach(trigger.entry, set())
    while work:
        number = work.pop()
        node = flow.pen.nodes[number]
        here = dirty[number]
        if _is_point(node) and not node.checked:
            here = {i for i in here if _waits(flow.triggers[i], number, flow.triggers)}
        for place, (target, effects) in enumerate(_edges(node)):
            key = number, place
            if key not in touched:
                written = writes(effects)
                touched[key] = {
                    i
                    for i, trigger in enumerate(flow.triggers)
                    if (ANYTHING in trigger.reads and written) or trigger.reads & written
                }
            reach(target, here | touched[key])
    return dirty


def _edges(node: DraftNode) -> list[tuple[int, Sequence[Effect]]]:
    """Targets of a node with the effects on the way."""
    if node.kind == "decide":
        found: list[tuple[int, Sequence[Effect]]] = [(o.target, o.effects) for o in node.options]
        return [*found, (node.otherwise, [])]
    if node.kind == "test":
        return [*((target, ()) for _, target in node.arms), (node.otherwise, ())]
    return [(node.target, node.effects)]


def _in_front(flow: Flow, node: DraftNode, wanted: list[Trigger], late: bool = False) -> None:
    """Draw the chain of tests and lead everything that went to the node through it. `late`: may the last move of the
    game be over?"""
    first = len(flow.pen.nodes)
    previous: DraftNode | None = None
    for trigger in wanted:
        origin = flow.origin(Spot(trigger.placed, _AS_SOON_AS), trigger.node)
        test = DraftNode("test", NodeRole.TRIGGER, _AS_SOON_AS, origin, _AS_SOON_AS, len(flow.pen.nodes))
        flow.pen.nodes.append(test)
        go = DraftNode("do", NodeRole.TRIGGERED, _AS_SOON_AS, origin, _AS_SOON_AS, len(flow.pen.nodes))
        flow.pen.nodes.append(go)
        way = len(trigger.returns.arms)
        go.effects.append(Put(trigger.back, Const(0), Const(way)))
        go.target = trigger.entry
        trigger.returns.arm(same(Cell(trigger.back, Const(0)), Const(way)))(first)
        test.arms.append((trigger.late if late else trigger.condition, go.number))
        if previous is not None:
            previous.otherwise = test.number
        previous = test
    assert previous is not None
    for other in flow.pen.nodes[:first]:
        other.redirect({node.number: first})
    for extra in flow.pen.nodes[first:]:
        if extra.target == node.number:
            extra.target = first
    for trigger in flow.triggers:
        if trigger.entry == node.number:
            trigger.entry = first
    previous.otherwise = node.number
    flow.pen.nodes[first].rest = node.rest
    node.checked = True


def _is_point(node: DraftNode) -> bool:
    """Triggers are looked at before anybody or anything decides, and where a turn or round ends."""
    return node.kind in ("decide", "chance") or node.point or node.role in ENDS_AFTER.values()


def _introduced(node: object) -> Iterable[tree.Noun]:
    """Nouns introduced by `a ...` as subjects in a condition (not inside sets)."""
    match node:
        case tree.AllOf(parts) | tree.AnyOf(parts):
            for part in parts:
                yield from _introduced(part)
        case tree.Bracketed(inside):
            yield from _introduced(inside)
        case tree.IsFact(subject, _) | tree.HasFact(subject, _, _):
            yield from _root(subject)
        case _:
            pass


def _root(node: object) -> Iterable[tree.Noun]:
    match node:
        case tree.Introduced(noun):
            yield noun
        case tree.OfThing(owner, _):
            yield from _root(owner)
        case tree.ValueFor(term, _, _):
            yield from _root(term)
        case tree.CountOf(tree.SetPhrase() as of):
            for filter_ in of.filters:
                places = getattr(filter_, "places", None)
                if places is not None:
                    yield from _root(places)
                value = getattr(filter_, "value", None)
                if value is not None:
                    yield from _root(value)
        case _:
            pass


def _rename(node: Sentence, noun: tree.Noun) -> Sentence:
    """`a player's Coins` becomes `the player's Coins`, once the player is bound."""
    if isinstance(node, tree.Introduced) and node.noun == noun:
        return cast(Sentence, tree.The(_plain_noun(node.noun), span=node.span))
    if isinstance(node, tree.Noun | tree.Word):
        return node
    changes: dict[str, Any] = {}
    for name in fields_of(type(node)) or ():
        value = getattr(node, name)
        if isinstance(value, tuple):
            new: object = tuple(_rename(one, noun) if isinstance(one, tree.Node) else one for one in value)
        elif isinstance(value, tree.Node) and not (isinstance(node, tree.Equals) and name == "value"):
            new = _rename(value, noun)
        else:
            continue
        if new != value:
            changes[name] = new
    return replace(node, **changes) if changes else node


def _plain_noun(noun: tree.Noun) -> tree.Noun:
    """The noun without adjectives in front of a built-in one."""
    return tree.Noun(None, noun.builtin, span=noun.span) if noun.builtin else noun
