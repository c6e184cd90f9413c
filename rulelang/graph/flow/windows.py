"""`once per turn, you may: ...` and `at any time, you may: ...`

    D --a--> A          becomes          D --a--> A
      --b--> B                             --b--> B
                                           --window--> body --> D

for every decision D of the player whose turn it is that begins a move. A decision that is skipped when nothing can
be chosen
gets a decision of its own in front, and so does the end of the turn, so that a window never stands in for the rule
itself.
The body of a window is drawn once; its leading choices stand at each decision, so that they join it.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.graph.book import Book
from rulelang.graph.build import holds, negate, single, unite
from rulelang.graph.flow.actions import Procedure
from rulelang.graph.flow.base import Place
from rulelang.graph.flow.drafts import DraftNode, DraftOption, End, redirect
from rulelang.graph.flow.turns import OpenWindow, Turns
from rulelang.graph.meaning import Meaning
from rulelang.graph.program import Origin
from rulelang.graph.sorts import PLAYER, Typed
from rulelang.graph.terms import Cell, Const, Put
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree


class Windows(Turns):
    """Opens windows at decisions."""

    def __init__(self, book: Book, meaning: Meaning, items: Iterable[Placed]) -> None:
        super().__init__(book, meaning, items)
        self.bodies: dict[int, Procedure] = {}
        self.opened: set[int] = set()

    def last_windows(self, you: Typed, origin: Origin) -> None:
        self.pen.move_over()
        if not self.windows or not self.pen.here:
            return
        drawn = self.pen.draw("decide", origin, "windows")
        drawn.actor = you.term
        passing = DraftOption("nothing", origin, "pass", actor=you.term)
        drawn.options.append(passing)
        self.pen.go_on(passing.tie)

    def open_windows(self, first: int = 0) -> None:
        """Attach the windows to all decisions that begin a move of the player whose turn it is."""
        if not self.windows:
            return
        for node in list(self.pen.nodes[first:]):
            if node.kind != "decide" or not node.begins or node.turn is None or node.number in self.opened:
                continue
            if node.actor != node.turn.term and node.title != "windows":
                continue
            self._open(self._in_front_of(node) if node.otherwise >= 0 else node, node.turn)

    def _in_front_of(self, node: DraftNode) -> DraftNode:
        """A decision of its own before one that may be skipped."""
        with self.pen.aside():
            extra = self.pen.draw("decide", node.origin, "windows")
            extra.actor, extra.rest, extra.begins = node.actor, True, True
            extra.group, extra.turn = node.group, node.turn
            passing = DraftOption("nothing", node.origin, "pass", actor=node.actor)
            extra.options.append(passing)
            for other in self.pen.nodes:
                redirect(other, node.number, extra.number)
            passing.target = node.number
        return extra

    def _open(self, node: DraftNode, you: Typed) -> None:
        self.opened.add(node.number)
        used = Cell("windows used", you.term)
        for window in self.windows:
            body = self._body_of(window)
            stops: list[End] = []
            place = Place(window.placed, body.title, leaving={"turn": stops})
            with self.pen.aside():
                self.pen.group = [node.group] if node.group else []
                option = self.new_option(node, body.title, window.node, place)
                option.written = window.node.written.text if window.node.written else ""
                option.is_window = True
                if window.placed.text is not None:
                    option.guard.append(self.book.functions.texts.works_for(window.placed.text, you))
                if window.node.once_per is not None:
                    option.guard.append(negate(holds(used, Const(window.number))))
                self.enter(body, you, [], place, window.node)
                if window.node.once_per is not None:
                    mark = Put("windows used", you.term, unite((used, single(Const(window.number)))))
                    self.pen.effects([mark], option.origin)
                self.pen.rest = self.pen.begins = False
                self.pen.tie(node.number)
                self.pen.go_on(*stops)
                self.pen.tie(self.turn_ends.get(id(node.turn), node.number))
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
            you = self.frames.cell(f"{title}: you", PLAYER)
            self.bodies[window.number] = Procedure(title, title, window.placed, action, you, [], uses=2)
        return self.bodies[window.number]

    def _window_name(self, window: OpenWindow) -> str:
        if window.placed.text is not None:
            return window.placed.text.name.text
        return self.option_name(window.node.body.statements, Place(window.placed, "window"))
