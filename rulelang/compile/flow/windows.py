"""`once per turn, you may: ...` and `at any time, you may: ...`

    D --a--> A          becomes          D --a--> A
      --b--> B                             --b--> B
                                           --window--> body --> D

for every decision D of the player whose turn it is that begins a move. A decision that is skipped when nothing can be
chosen gets a decision of its own in front, and so does the end of the turn, so that a window never stands in for the
rule itself. The body of a window is drawn once; its leading choices stand at each decision, so that they join it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rulelang.compile.flow.actions import OpenWindow, Procedure, count_uses
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.calls import cells_of, enter
from rulelang.compile.flow.choices import new_option, option_name, window_names
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End, Turn
from rulelang.compile.flow.own_words import own_words
from rulelang.compile.flow.sentences import exit_of_who_left, ways_past
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.access import Accesses, printed_tables, writes
from rulelang.graph.build import YES, all_of, any_of, holds, negate, same, single, unite, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.shape import free_locals
from rulelang.graph.successors import reached
from rulelang.graph.terms import Cell, Const, Effect, Local, Name, Possible, Put, Term
from rulelang.graph.walk import exchange
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: So many ways ahead are looked at for who decides first.
_MOST_WAYS = 400

#: Where a loop is.
_OF_LOOPS: Final = (
    FrameRole.PASSES,
    FrameRole.PLAYERS_LEFT,
    FrameRole.NEXT_SEAT,
    FrameRole.LEFT,
    FrameRole.ORDER,
    FrameRole.INDEX,
)

#: Stands for what has changed on a way.
_CHANGED = Cell("", Const(0))


def windows_per(flow: Flow, per: str) -> int:
    """The windows that may be used once per turn, round or game, as bits."""
    return sum(1 << window.number for window in flow.windows if window.node.once_per == per)


def fresh_windows(flow: Flow, per: str, player: Term, origin: Origin) -> None:
    """Windows open again."""
    if mask := windows_per(flow, per):
        cell = Cell("windows used", player)
        flow.pen.effects([Put("windows used", player, without(cell, Const(mask)))], origin)


def last_windows(flow: Flow, you: Typed, origin: Origin) -> None:
    """The last moment of a turn at which windows are open."""
    flow.pen.move_over()
    if not flow.windows or not flow.pen.here:
        return
    gone = exit_of_who_left(flow, you, origin)
    flow.pen.move_over()
    drawn = flow.pen.draw("decide", origin, role=NodeRole.WINDOWS)
    drawn.actor = you.term
    passing = DraftOption("nothing", origin, "pass", actor=you.term)
    drawn.options.append(passing)
    if flow.pen.turn is not None:
        flow.pen.turn.last = drawn.number
    flow.pen.go_on(passing.tie, *gone, *ways_past(flow, drawn.number, you))


def open_windows(flow: Flow, first: int = 0) -> None:
    """Attach the windows to all decisions that begin a move of the player whose turn it is."""
    if not flow.windows:
        return
    _no_moves_begin_inside(flow)
    fresh = fresh_nodes(flow)
    if _before_loops(flow, first, fresh):
        fresh = fresh_nodes(flow)
    shared: list[DraftNode] = []
    for node, turn in _beginnings(flow, first, fresh):
        if node.turn is not None and node.turn.callers is not None:
            shared.append(node)
        else:
            _open_at(flow, node, turn)
    if not shared:
        return
    # The bodies of windows are drawn now: an action that one of them calls does not begin a move there.
    for node, turn in _beginnings(flow, first, fresh_nodes(flow)):
        if node in shared:
            _open_at(flow, node, turn)


def _no_moves_begin_inside(flow: Flow) -> None:
    """What a window does is one move: the actions it calls, and those that they call, do not begin one."""
    waiting = [window.placed for window in flow.windows]
    done: set[str] = set()
    while waiting:
        uses: dict[str, int] = {}
        count_uses(waiting.pop(), uses)
        for name in uses.keys() - done:
            done.add(name)
            waiting += [placed for placed in (flow.actions.plain.get(name),) if placed is not None]
            procedure = flow.procedures.get(name)
            if procedure is not None and procedure.turn is not None and procedure.turn.callers is not None:
                procedure.turn.callers.append(None)


def _open_at(flow: Flow, node: DraftNode, turn: Turn) -> None:
    flow.opened.add(node.number)
    _open(flow, _in_front_of(flow, node, turn) if node.otherwise >= 0 else node, turn)


def _beginnings(flow: Flow, first: int, fresh: set[int]) -> list[tuple[DraftNode, Turn]]:
    """The decisions that may begin a move of the player whose turn it is, and that turn: nothing but what happens by
    itself lies between them and the end of the move before. For those that fall away, the question before them."""
    nodes, found = flow.pen.nodes, list[tuple[DraftNode, Turn]]()
    on, questions, unasked = _unasked(nodes, fresh)
    for node in nodes[first:]:
        turn = _turn_at(node)
        if turn is None or node.number not in fresh or node.number in flow.opened:
            continue
        begins = node.kind == "decide" and (node.number in unasked or node.role is NodeRole.WINDOWS)
        if not begins and node.number in questions & unasked:
            after = reached(on(node.number), on)
            begins = any(nodes[number].kind == "decide" for number in fresh & after)
            begins = begins or YES in (_asks_first(flow, number, turn) for number in after - fresh)
        if begins:
            found.append((node, turn))
    return found


def _unasked(nodes: Sequence[DraftNode], fresh: set[int]) -> tuple[Callable[[int], list[int]], set[int], set[int]]:
    """Where what happens by itself leads, the questions whether something can be done, and what is reached without
    such a question."""
    asking = [number for number in fresh if nodes[number].role is NodeRole.IF_POSSIBLE]
    questions = {number for number in asking if _may_decide(nodes, number)}

    def on(number: int) -> list[int]:
        return nodes[number].ways() if number in fresh and nodes[number].kind != "decide" else []

    rests = [number for number in fresh if nodes[number].rest]
    return on, questions, reached(rests, lambda number: [] if number in questions else on(number))


def _may_decide(nodes: Sequence[DraftNode], question: int) -> bool:
    """Does somebody decide in what is asked about, on some way through it? Where that is not a copy, on every way."""
    ((asked, _),) = nodes[question].arms
    if not isinstance(asked, Possible) or asked.node < 0:
        return True
    ahead = reached([asked.node], lambda number: nodes[number].ways() if nodes[number].is_copy else [])
    return any(nodes[number].kind == "decide" for number in ahead)


def _turn_at(node: DraftNode) -> Turn | None:
    """The turn in which windows may be open at a node. Decisions that are made at once are open for nothing else, nor
    are those of a pass in the middle of a move."""
    if node.turn is None or node.secretly is not None or node.turn.around():
        return None
    return node.turn if node.turn.is_sure() else node.turn.outermost()


def fresh_nodes(flow: Flow) -> set[int]:
    """The nodes that are reached only from where a move, or a window, is over, through what happens by itself."""
    nodes, over = flow.pen.nodes, flow.windows_over
    ways = [node.ways() for node in nodes]
    stale = [option.target for node in nodes for option in node.options]
    led_to = set(stale).union(*ways)
    copies = {node.number for node in nodes if node.is_copy}
    stale += [node.number for node in nodes if node.number not in led_to | copies]
    gone = reached(stale, lambda number: () if nodes[number].rest or number in over else ways[number]) | copies
    return {node.number for node in nodes if node.rest or node.number in over or node.number not in gone}


def _in_front_of(flow: Flow, node: DraftNode, turn: Turn) -> DraftNode:
    """A decision of its own before one that may be skipped."""
    asked = [_asks_first(flow, way, turn) for _, way in node.arms] + [_asks_first(flow, node.otherwise, turn)]
    decides = any_of(one for one in asked if one is not None) if node.kind == "test" else YES
    extra = _put_before(flow, node, turn.you.term, node.turn, flow.pen.nodes)
    _only_if(flow, extra, all_of((same(node.actor, turn.you.term), decides)), node.number)
    return extra


def _only_if(flow: Flow, extra: DraftNode, asked: Term, past: int, first: Iterable[Effect] = ()) -> None:
    """A decision about windows is passed by if it is not whose turn it is that decides next. What happens first on the
    way past it."""
    if asked == YES:
        return
    with flow.pen.aside():
        test = flow.pen.draw("test", extra.origin, role=NodeRole.WINDOWS)
        for other in flow.pen.nodes:
            other.redirect({extra.number: test.number})
        test.rest, test.turn = True, extra.turn
        test.arms = [(asked, extra.number)]
        flow.pen.go_on(test.tie_otherwise)
        flow.pen.effects(first, extra.origin)
        flow.pen.tie(past)


def _put_before(
    flow: Flow, node: DraftNode, actor: Term, turn: Turn | None, coming_from: Iterable[DraftNode]
) -> DraftNode:
    """A decision with nothing but windows on the ways that lead from some nodes to one."""
    with flow.pen.aside():
        extra = flow.pen.draw("decide", node.origin, role=NodeRole.WINDOWS)
        extra.actor, extra.rest = actor, True
        extra.group, extra.turn, extra.gone = node.group, turn, node.gone
        passing = DraftOption("nothing", node.origin, "pass", actor=actor)
        extra.options.append(passing)
        for other in coming_from:
            other.redirect({node.number: extra.number})
        passing.target = node.number
    return extra


def _before_loops(flow: Flow, first: int, fresh: set[int]) -> bool:
    """A decision that is reached where a move begins and also otherwise (again in a loop, from another action)
    has no windows: they get a decision of their own where the move begins. Was there one?"""
    nodes = flow.pen.nodes
    found: dict[tuple[int, Turn], list[DraftNode]] = {}
    asking: dict[tuple[int, Turn], Term] = {}
    _, questions, unasked = _unasked(nodes, fresh)
    # Behind a question whether it can be done, the windows come before the question.
    begins = (fresh & unasked) - questions
    for node in nodes[first:]:
        turn = _turn_at(node)
        if node.number not in begins or turn is None:
            continue
        for way in set(node.ways()):
            inside = way in fresh and _turn_at(nodes[way]) is not None
            asked = _asks_first(flow, way, turn) if way >= 0 and not inside else None
            if asked is not None:
                found.setdefault((way, turn), []).append(node)
                asking[way, turn] = asked
    for (way, turn), before in found.items():
        called = next((one for one in flow.procedures.values() if one.entry == way), None)
        begun = {node.number: _loop_begun(flow, node) for node in before}
        for group in [[node] for node in before] if called or any(begun.values()) else [before]:
            extra = _put_before(flow, nodes[way], turn.you.term, turn, group)
            if called is not None:
                # A window that does the action itself tells it who does it, what is given to it and where it came
                # from, too: that is told once the window is over.
                told = _taken_off(group[0], cells_of(called) | {called.back})
                doers = [one.value for one in told if one.region == called.you.term.region]
                does = same((doers or [turn.you.term])[-1], turn.you.term)
                extra.options[0].effects += told
                _only_if(flow, extra, all_of((does, _asks_first(flow, way, turn, told) or YES)), way, told)
            else:
                # A loop begins once the windows are over: what it goes through may have changed.
                extra.options[0].effects += begun[group[0].number]
                _only_if(flow, extra, asking[way, turn], way)
    return bool(found)


def _loop_begun(flow: Flow, node: DraftNode) -> list[Effect]:
    """The last effects of a node, as far as they say what a loop goes through and can be obeyed again."""
    accesses = Accesses(flow.book.functions.program, printed_tables(flow.book.table_roles))
    last, found, known = list[Effect](), list[Effect](), set[str]()
    for effect in reversed(node.effects):
        if not all(_is_of_loops(flow, region) for region in writes((effect,))):
            break
        last.insert(0, effect)
    for effect in last:
        # One pass more, counted in what it counts itself, is not where a loop begins.
        found = [] if accesses.reads(effect) & (writes(last) - known) else [*found, effect]
        known |= writes((effect,))
    return found


def _is_of_loops(flow: Flow, region: str) -> bool:
    frame = flow.frames.regions.get(region)
    return frame is not None and frame.role in _OF_LOOPS


def _taken_off(node: DraftNode, regions: frozenset[str]) -> list[Put]:
    """The last effects of a node, as far as they write these cells; they are no longer its own."""
    taken = list[Put]()
    while node.effects and isinstance(last := node.effects[-1], Put) and last.region in regions:
        taken.insert(0, last)
        node.effects.pop()
    return taken


def _asks_first(flow: Flow, start: int, turn: Turn, told: Sequence[Effect] = ()) -> Term | None:
    """Whether the player whose turn it is decides next, if nothing but what happens by itself comes before; on another
    way of a fork nobody may, or somebody else, and so may whoever has the first pass of a loop over players, as far as
    it is known at the start, when some things have yet to be told. None: surely not."""
    found, again = list[Term](), list[Term]()
    ways, looked_at = [_Way(start).after(flow, told)], 0
    while ways and looked_at < _MOST_WAYS:
        way, looked_at = ways.pop(), looked_at + 1
        if way.number < 0 or flow.pen.nodes[way.number].rest:
            continue
        here = flow.pen.nodes[way.number]
        if way.number in way.seen:
            again += way.asked_anew(flow)
        elif here.kind != "decide":
            ways += way.on(flow, here)
        elif here.turn is not None:
            inside = here.turn.belongs_to(turn)
            told_to = any(around.belongs_to(turn) for around in here.turn.around(or_told=True))
            if here.actor == here.turn.you.term and not told_to:
                found += [all_of(way.asked)] if inside else []
            elif inside or told_to:
                actor = way.at_first(flow, here.actor)
                found.append(all_of((*way.asked, YES if actor is _CHANGED else same(actor, turn.you.term))))
    if found and ways:
        return YES
    return any_of([*found, *again]) if found else None


@dataclass(frozen=True, slots=True)
class _Way:
    """A way from a node on: what was asked at its forks, in terms of how things are at the start, and what cells and
    names stand for that are written on it."""

    number: int
    asked: tuple[Term, ...] = ()
    known: Mapping[Term, Term] = field(default_factory=dict)
    written: frozenset[str] = frozenset({_CHANGED.region})
    #: So much had been asked where the way came by.
    seen: Mapping[int, int] = field(default_factory=dict)

    def after(self, flow: Flow, effects: Iterable[Effect]) -> _Way:
        """The way once something has happened on it."""
        way = self
        for effect in effects:
            known = way.known
            if isinstance(effect, Put | Name):
                kept = Cell(effect.region, effect.index) if isinstance(effect, Put) else Local(effect.name)
                known = {**known, kept: way.at_first(flow, effect.value)}
            way = replace(way, known=known, written=way.written | writes((effect,)))
        return way

    def on(self, flow: Flow, here: DraftNode) -> list[_Way]:
        """The ways on from a node. How often a loop is obeyed is not asked, nor whether something can be done."""
        way = replace(self, seen={**self.seen, self.number: len(self.asked)}).after(flow, here.effects)
        if here.kind != "test" or here.loop is not None or here.role is NodeRole.IF_POSSIBLE:
            return [replace(way, number=number) for number in here.ways()]
        found, left = list[_Way](), self.asked
        for condition, number in here.arms:
            asked = way.at_first(flow, condition)
            found.append(replace(way, number=number, asked=left if asked is _CHANGED else (*left, asked)))
            left = left if asked is _CHANGED else (*left, negate(asked))
        return [*found, replace(way, number=here.otherwise, asked=left)]

    def asked_anew(self, flow: Flow) -> list[Term]:
        """What led into a loop in which nobody has decided in a pass, if somebody may in the next: what was asked in
        it has changed."""
        known = self.seen[self.number]
        accesses = Accesses(flow.book.functions.program, printed_tables(flow.book.table_roles))
        written = {region for region in self.written if not _is_of_loops(flow, region)}
        changed = any(accesses.reads(asked) & written for asked in self.asked[known:])
        return [all_of(self.asked[:known])] if changed else []

    def at_first(self, flow: Flow, term: Term) -> Term:
        """What a term is in terms of how things are at the start, if it is about nothing that has changed otherwise."""
        found = {part: _CHANGED if first is _CHANGED else YES for part, first in self.known.items()}
        left = exchange(term, found.get)
        accesses = Accesses(flow.book.functions.program, printed_tables(flow.book.table_roles))
        if accesses.reads(left) & self.written:
            return _CHANGED
        first = exchange(term, self.known.get)
        # What chance brings on the way is not known at the start.
        return _CHANGED if free_locals(first) else first


def _open(flow: Flow, node: DraftNode, turn: Turn) -> None:
    """Offer the windows at a decision. In a turn that a trigger begins they come in between, as the trigger does."""
    flow.opened.add(node.number)
    outside = flow.procedures
    if flow.turns_in_triggers:
        flow.procedures, flow.frames.within = flow.of_windows, "window"
    _offer(flow, node, turn)
    flow.procedures, flow.frames.within = outside, ""


def _offer(flow: Flow, node: DraftNode, turn: Turn) -> None:
    you = turn.you
    used = Cell("windows used", you.term)
    for window in flow.windows:
        body = _body_of(flow, window)
        stops: list[End] = []
        place = Spot(window.placed, body.title, leaving={"turn": stops})
        with flow.pen.aside():
            flow.pen.group = [node.group] if node.group else []
            option = new_option(flow, node, body.title, window.node, place)
            option.window = True
            option.written = own_words(flow, window.node)
            if window.placed.text is not None:
                option.action = option_name(window.node.body.statements, place)
                option.ask(flow.texts.works_for(window.placed.text, you))
            if node.role is not NodeRole.WINDOWS and node.actor != you.term:
                option.ask(same(node.actor, you.term))
            if window.node.once_per is not None:
                option.ask(negate(holds(used, Const(window.number))))
            enter(flow, body, you, [], place, window.node)
            mark = list[Effect]()
            if window.node.once_per is not None:
                mark.append(Put("windows used", you.term, unite((used, single(Const(window.number))))))
            flow.pen.effects(mark, option.origin)
            flow.pen.rest = False
            gone = exit_of_who_left(flow, you, option.origin)
            if gone:
                flow.windows_over.add(len(flow.pen.nodes) - 1)
            flow.pen.tie(node.number)
            flow.pen.go_on(*stops)
            if stops:
                flow.pen.effects(mark, option.origin)
            # A turn that a window ends has its last windows, too.
            over, last = end_of(flow, turn, node), end_of(flow, turn, node, "last") if stops else -1
            for ways, target in ((flow.pen.here, over if last in (-1, node.number) else last), (gone, over)):
                flow.pen.go_on(*ways)
                flow.pen.tie(target if target >= 0 else node.number)
            flow.pen.go_on()


def end_of(flow: Flow, turn: Turn, node: DraftNode, part: str = "over", asked: tuple[Turn, ...] = ()) -> int:
    """The node where a turn is over, or comes to its last windows. In an action that is done in several turns, it is
    asked which of them this is."""
    found: int = getattr(turn, part)
    if turn.callers is None and found < 0 and turn.inside is not None:
        return end_of(flow, turn.inside, node, part, asked)
    if turn.callers is not None and found < 0 and turn not in asked:
        ends = [
            (way, end_of(flow, caller, node, part, (*asked, turn)))
            for way, caller in enumerate(turn.callers)
            if caller is not None
        ]
        known = [(way, end) for way, end in ends if end >= 0]
        if len({end for _, end in known}) > 1:
            with flow.pen.aside():
                which = flow.pen.draw("test", node.origin, role=NodeRole.TURN_ENDS)
                which.arms = [(same(Cell(turn.back, Const(0)), Const(way)), end) for way, end in known[1:]]
                which.otherwise, which.turn = known[0][1], turn
            found = which.number
        elif known:
            found = known[0][1]
        setattr(turn, part, found)
    return found


def _body_of(flow: Flow, window: OpenWindow) -> Procedure:
    """The body of a window as an action that is drawn once."""
    if window.number not in flow.bodies:
        name = _window_name(window, [*window_names(flow), *flow.offered])
        title = name if name not in {body.title for body in flow.bodies.values()} else f"{name} {window.number}"
        word = tree.Word(title, span=window.node.span)
        action = tree.Action(word, (), window.node.written, window.node.cite, window.node.body, span=window.node.span)
        you = flow.frames.cell(title, "you", PLAYER, FrameRole.YOU, maybe=False)
        flow.bodies[window.number] = Procedure(title, title, window.placed, action, you, [], uses=2)
    return flow.bodies[window.number]


def _window_name(window: OpenWindow, others: Sequence[str]) -> str:
    if window.placed.text is not None:
        return window.placed.text.name.text
    return option_name(window.node.body.statements, Spot(window.placed, "window", is_named=False), others)
