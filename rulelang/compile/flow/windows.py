"""`once per turn, you may: ...` and `at any time, you may: ...`

    D --a--> A          becomes          D --a--> A
      --b--> B                             --b--> B
                                           --window--> body --> D

for every decision D of the player whose turn it is that begins a move. A decision that is skipped when nothing can be
chosen gets a decision of its own in front, and so does the end of the turn, so that a window never stands in for the
rule itself. The body of a window is drawn once; its leading choices stand at each decision, so that they join it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.compile.context import Book
from rulelang.compile.flow.actions import Procedure
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.calls import Calls
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End, Turn, redirect
from rulelang.compile.meaning import Meaning
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.build import holds, negate, single, unite, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.successors import reached
from rulelang.graph.terms import Cell, Const, Put, Term
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """`once per turn, you may: ...` and where it stands."""

    placed: Placed
    node: tree.Window
    number: int


class Windows(Calls):
    """Opens windows at decisions."""

    def __init__(self, book: Book, meaning: Meaning, items: Iterable[Placed]) -> None:
        items = tuple(items)
        super().__init__(book, meaning, items)
        windows = [(placed, placed.item) for placed in items if isinstance(placed.item, tree.Window)]
        self.windows = [OpenWindow(placed, node, number) for number, (placed, node) in enumerate(windows)]
        self.bodies: dict[int, Procedure] = {}
        self.opened: set[int] = set()

    def fresh_windows(self, per: str, player: Term, origin: Origin) -> None:
        """Windows open again."""
        mask = sum(1 << window.number for window in self.windows if window.node.once_per == per)
        if mask:
            cell = Cell("windows used", player)
            self.pen.effects([Put("windows used", player, without(cell, Const(mask)))], origin)

    def last_windows(self, you: Typed, origin: Origin) -> None:
        """The last moment of a turn at which windows are open."""
        self.pen.move_over()
        if not self.windows or not self.pen.here:
            return
        gone = self.gone(you, origin)
        self.pen.move_over()
        drawn = self.pen.draw("decide", origin, role=NodeRole.WINDOWS)
        drawn.actor = you.term
        passing = DraftOption("nothing", origin, "pass", actor=you.term)
        drawn.options.append(passing)
        self.pen.go_on(passing.tie, *gone)

    def open_windows(self, first: int = 0) -> None:
        """Attach the windows to all decisions that begin a move of the player whose turn it is."""
        if not self.windows:
            return
        fresh = self._fresh()
        if self._before_loops(first, fresh):
            fresh = self._fresh()
        shared: list[DraftNode] = []
        for node in self._beginnings(first, fresh):
            if node.turn is not None and node.turn.callers is not None:
                shared.append(node)
            else:
                self._open_at(node)
        if not shared:
            return
        # The bodies of windows are drawn now: an action that one of them calls does not begin a move there.
        beginnings = self._beginnings(first, self._fresh())
        for node in shared:
            if node in beginnings:
                self._open_at(node)

    def _open_at(self, node: DraftNode) -> None:
        assert node.turn is not None
        self._open(self._in_front_of(node) if node.otherwise >= 0 else node, node.turn)

    def _beginnings(self, first: int, fresh: set[int]) -> list[DraftNode]:
        """The decisions that begin a move of the player whose turn it is: nothing but what happens by itself lies
        between them and the end of the move before."""
        return [
            node
            for node in self.pen.nodes[first:]
            if node.kind == "decide"
            and node.number in fresh
            and node.number not in self.opened
            and node.turn is not None
            and (node.actor == node.turn.you.term or node.role is NodeRole.WINDOWS)
            and node.turn.is_sure()
        ]

    def _fresh(self) -> set[int]:
        """The nodes that are reached only from where a move is over, through what happens by itself."""
        nodes = self.pen.nodes
        stale: list[int] = []
        led_to: set[int] = set()
        for node in nodes:
            led_to.update(_quiet_ways(node))
            stale += [option.target for option in node.options]
        led_to.update(stale)
        stale += [node.number for node in nodes if node.number not in led_to]
        gone = reached(stale, lambda number: [] if nodes[number].rest else _quiet_ways(nodes[number]))
        return {node.number for node in nodes if node.rest or node.number not in gone}

    def _in_front_of(self, node: DraftNode) -> DraftNode:
        """A decision of its own before one that may be skipped."""
        return self._put_before(node, node.actor, node.turn, self.pen.nodes)

    def _put_before(
        self, node: DraftNode, actor: Term, turn: Turn | None, coming_from: Iterable[DraftNode]
    ) -> DraftNode:
        """A decision with nothing but windows on the ways that lead from some nodes to one."""
        with self.pen.aside():
            extra = self.pen.draw("decide", node.origin, role=NodeRole.WINDOWS)
            extra.actor, extra.rest = actor, True
            extra.group, extra.turn = node.group, turn
            passing = DraftOption("nothing", node.origin, "pass", actor=actor)
            extra.options.append(passing)
            for other in coming_from:
                redirect(other, node.number, extra.number)
            passing.target = node.number
        return extra

    def _before_loops(self, first: int, fresh: set[int]) -> bool:
        """A decision that is reached where a move begins and also otherwise (again in a loop, from another action)
        has no windows: they get a decision of their own where the move begins. Was there one?"""
        nodes = self.pen.nodes
        found: dict[tuple[int, int], list[DraftNode]] = {}
        for node in nodes[first:]:
            turn = node.turn
            if node.number not in fresh or turn is None or not turn.is_sure():
                continue
            for way in set(_quiet_ways(node)):
                inside = way in fresh and (next_turn := nodes[way].turn) is not None and next_turn.is_sure()
                if way >= 0 and not inside and self._leads_to_choice(way, turn):
                    found.setdefault((way, id(turn)), []).append(node)
        for (way, _), before in found.items():
            turn = before[0].turn
            assert turn is not None
            self._put_before(nodes[way], turn.you.term, turn, before)
        return bool(found)

    def _leads_to_choice(self, start: int, turn: Turn) -> bool:
        """Is the next thing that does not happen by itself a decision of the player whose turn it is?"""
        seen: set[int] = set()
        work = [start]
        while work:
            number = work.pop()
            if number < 0 or number in seen:
                continue
            seen.add(number)
            here = self.pen.nodes[number]
            if here.rest:
                continue
            if here.kind == "decide" and here.turn is not None and here.actor == here.turn.you.term:
                return here.turn.belongs_to(turn)
            if here.kind != "decide":
                work += _quiet_ways(here)
        return False

    def _open(self, node: DraftNode, turn: Turn) -> None:
        self.opened.add(node.number)
        you = turn.you
        used = Cell("windows used", you.term)
        for window in self.windows:
            body = self._body_of(window)
            stops: list[End] = []
            place = Place(window.placed, body.title, leaving={"turn": stops})
            with self.pen.aside():
                self.pen.group = [node.group] if node.group else []
                option = self.new_option(node, body.title, window.node, place)
                option.window = True
                option.written = window.node.written.text if window.node.written else ""
                if window.placed.text is not None:
                    option.action = self.option_name(window.node.body.statements, place)
                    option.ask(self.book.functions.texts.works_for(window.placed.text, you))
                if window.node.once_per is not None:
                    option.ask(negate(holds(used, Const(window.number))))
                self.enter(body, you, [], place, window.node)
                if window.node.once_per is not None:
                    mark = Put("windows used", you.term, unite((used, single(Const(window.number)))))
                    self.pen.effects([mark], option.origin)
                self.pen.rest = False
                self.pen.tie(node.number)
                self.pen.go_on(*stops)
                self.pen.tie(turn.end if turn.end >= 0 else node.number)
                self.pen.go_on()

    def _body_of(self, window: OpenWindow) -> Procedure:
        """The body of a window as an action that is drawn once."""
        if window.number not in self.bodies:
            name = self._window_name(window)
            title = name if name not in {body.title for body in self.bodies.values()} else f"{name} {window.number}"
            word = tree.Word(title, span=window.node.span)
            action = tree.Action(
                word, (), window.node.written, window.node.cite, window.node.body, span=window.node.span
            )
            you = self.frames.cell(title, "you", PLAYER, FrameRole.YOU, maybe=False)
            self.bodies[window.number] = Procedure(title, title, window.placed, action, you, [], uses=2)
        return self.bodies[window.number]

    def _window_name(self, window: OpenWindow) -> str:
        if window.placed.text is not None:
            return window.placed.text.name.text
        return self.option_name(window.node.body.statements, Place(window.placed, "window"))


def _quiet_ways(node: DraftNode) -> list[int]:
    """The ways on from a node on which nobody decides."""
    if node.kind in ("do", "test", "chance"):
        return [node.target, node.otherwise, *(target for _, target in node.arms)]
    return [node.otherwise] if node.kind == "decide" else []
