"""`choose one: ...` and `you may ...`: decisions between ways to go on."""

from __future__ import annotations

from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End
from rulelang.compile.flow.loops import Loops
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.build import plus
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Cell, Compare, Const, Holds, Not, Put, Single
from rulelang.graph.terms import Either as Both
from rulelang.tree import nodes as tree


class Menus(Loops):
    """Draws menus. Every option may begin with choices of its own, which then belong to the same joint decision."""

    def menu(self, node: tree.ChooseMenu, scope: Scope, place: Place) -> None:
        if node.actor is not None:
            scope = scope.acting(self.meaning.value(node.actor, scope, PLAYER))
        if node.form == "one":
            drawn = self._decide(node, scope, place)
            ends: list[End] = [drawn.tie_otherwise] if node.if_possible else []
            self._options(drawn, node, scope, place, ends)
            self.pen.go_on(*ends)
        else:
            self._menu_of_many(node, scope, place)

    def _decide(self, node: tree.Node, scope: Scope, place: Place) -> DraftNode:
        drawn = self.pen.draw("decide", self.origin(place, node), place.action)
        drawn.actor = who_acts(scope, node.span).term
        return drawn

    def _options(
        self, drawn: DraftNode, node: tree.ChooseMenu, scope: Scope, place: Place, ends: list[End]
    ) -> list[DraftOption]:
        options = []
        for entry in node.options:
            options.append(self._option(drawn, entry, scope, place))
            ends += self.pen.here
        return options

    def _option(
        self, drawn: DraftNode, entry: tree.OptionCall | tree.OptionNamed, scope: Scope, place: Place
    ) -> DraftOption:
        inner = place.inside(structural=False)
        if isinstance(entry, tree.OptionCall):
            option = self.new_option(drawn, entry.call.name.text, entry, place)
            option.written = ""
            self.call(entry.call, scope, inner)
        else:
            option = self.new_option(drawn, entry.name.text, entry, place)
            option.written = ""
            self.block(entry.body.statements, scope, inner)
        return option

    def _menu_of_many(self, node: tree.ChooseMenu, scope: Scope, place: Place) -> None:
        """Each option at most once, up to the limit, in any order."""
        origin = self.origin(place, node)
        used = self.frames.set(place.action, "options used", FrameRole.OPTIONS_USED, "number", len(node.options))
        taken = self.frames.number(place.action, "options taken", FrameRole.OPTIONS_TAKEN, len(node.options))
        self.pen.effects([Put(used, Const(0), Const(0)), Put(taken, Const(0), Const(0))], origin)
        header = self.pen.mark(origin)
        done: list[End] = []
        if node.limit is not None:
            below = Compare("<", Cell(taken, Const(0)), Const(node.limit))
            more, enough = self.pen.fork(below, origin, NodeRole.MORE_OPTIONS)
            done.append(enough)
            self.pen.go_on(more)
        drawn = self._decide(node, scope, place)
        done += self.pass_option(drawn, node, place)
        for number, entry in enumerate(node.options):
            option = self._option(drawn, entry, scope, place)
            option.ask(Not(Holds(Cell(used, Const(0)), Const(number))))
            mark = [
                Put(used, Const(0), Both((Cell(used, Const(0)), Single(Const(number))))),
                Put(taken, Const(0), plus(Cell(taken, Const(0)), Const(1))),
            ]
            self.pen.effects(mark, origin)
            self.pen.tie(header)
        self.pen.go_on(*done)

    # --------------------------------------------------------------------- may

    def may(
        self,
        actor: Typed,
        body: tree.Block | tree.Simple | tree.ChooseMenu,
        scope: Scope,
        place: Place,
        node: tree.Node,
    ) -> None:
        scope = scope.acting(actor)
        if isinstance(body, tree.ChooseMenu) and body.form != "one":
            self._menu_of_many(body, scope, place)
            return
        drawn = self._decide(node, scope, place)
        ends = self.pass_option(drawn, node, place)
        if isinstance(body, tree.ChooseMenu):
            self._options(drawn, body, scope, place, ends)
        else:
            statements = body.statements if isinstance(body, tree.Block) else (body,)
            option = self.new_option(drawn, self.option_name(statements, place), node, place)
            option.written = ""
            self.block(statements, scope, place.inside(structural=False))
            ends += self.pen.here
        self.pen.go_on(*ends)
