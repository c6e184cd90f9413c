"""Statements, one after the other, drawn as nodes; what happens by itself in them is folded into effects."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import End, joined
from rulelang.compile.flow.turns import Turns
from rulelang.compile.meaning.sets import group_of, noun_word
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Cell
from rulelang.tree import nodes as tree


class Statements(Turns):
    """Draws statements."""

    def block(self, statements: Sequence[tree.Statement], scope: Scope, place: Place) -> Scope:
        gone: list[End] = []
        for number, statement in enumerate(statements):
            if place.structural:
                self.pen.move_over()
                if number and scope.you is not None and isinstance(scope.you.term, Cell) and self.pen.here:
                    # Who has left the game does nothing any more once the move is over.
                    gone += self.gone(scope.you, self.origin(place, statement))
                    self.pen.move_over()
            try:
                scope = self.statement(statement, scope, place)
            except Misread as misread:
                self.book.report(misread.diagnostic)
        if gone:
            self.pen.go_on(*self.pen.here, *gone)
        return scope

    def statement(self, node: tree.Statement, scope: Scope, place: Place) -> Scope:
        """One statement; gives the scope after it."""
        if isinstance(node, tree.Simple):
            return self.simple(node, scope, place)
        self.emptied = None
        mark = self.pen.start()
        after = self._compound(node, scope, place)
        self.fold(mark, self.origin(place, node), after)
        self.emptied = None
        return after

    def _compound(self, node: tree.Statement, scope: Scope, place: Place) -> Scope:
        match node:
            case tree.Branch(arms, otherwise):
                return self._branch(list(arms), otherwise, scope, place)
            case tree.ForEach() | tree.Repeat() | tree.RepeatWhile():
                self.loop(node, scope, place)
            case tree.Loop() | tree.EachPlayer() | tree.TurnOf() | tree.Phase():
                self.structure(node, scope, place)
            case tree.ChooseMenu():
                self.menu(node, scope, place)
            case tree.May(actor, body):
                self.may(self.meaning.value(actor, scope, PLAYER), body, scope, place, node)
            case _:
                pass
        return scope

    def _branch(self, arms: list[tree.Arm], otherwise: tree.Block | None, scope: Scope, place: Place) -> Scope:
        """`if ... otherwise ...`; what every way introduces is known afterwards."""
        ends: list[End] = []
        scopes: list[Scope] = []
        for arm in arms:
            condition = self.meaning.condition(arm.condition, scope)
            yes, no = self.pen.fork(condition, self.origin(place, arm), NodeRole.IF)
            self.pen.go_on(yes)
            inner = scope
            for word, value in self.found(arm.condition, scope):
                inner, effect = self.remembered(word, value, inner, place)
                self.pen.effects([effect], self.origin(place, arm))
            scopes.append(self.block(arm.body.statements, inner, place.inside(structural=False)))
            ends += self.pen.here
            self.pen.go_on(no)
        if otherwise is not None:
            scopes.append(self.block(otherwise.statements, scope, place.inside(structural=False)))
        else:
            scopes.append(scope)
        self.pen.go_on(*joined(ends, self.pen.here))
        names = {
            name: value
            for name, value in scopes[0].names.items()
            if all(other.names.get(name) is not None and other.names[name].term == value.term for other in scopes[1:])
        }
        return Scope(names, scope.you, scope.it)

    def found(self, condition: tree.Condition, scope: Scope) -> list[tuple[str, Typed]]:
        """What `there is a Card ...` finds: `the Card` in the sentences under the `if`."""
        parts = condition.parts if isinstance(condition, tree.AllOf) else (condition,)
        introduced = []
        for part in parts:
            if isinstance(part, tree.ThereFact) and part.count.form in ("some", "just one", "another"):
                group = group_of(self.meaning, part.set, scope)
                word = noun_word(self.meaning, part.set.noun)
                introduced.append((word, Typed(group.nth("first"), group.sort)))
        return introduced
