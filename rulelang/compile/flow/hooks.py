"""Hooks: what happens before, after or instead of an action."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Hook, Procedure
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import End
from rulelang.compile.flow.menus import Menus
from rulelang.compile.groups import Group
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph.build import YES, all_of, same, single, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import ForIn, Local, Members, Term, When
from rulelang.tree import nodes as tree


class Hooks(Menus):
    """Draws hooks."""

    def _hook(self, hook: Hook, procedure: Procedure) -> None:
        """A hook of the rulebook concerns the one who acts; a hook in a text concerns whoever the text works for."""
        node = hook.node
        text = hook.placed.text
        where = Place(hook.placed, text.name.text if text is not None else f"{procedure.title} {node.when}")
        origin = self.origin(where, node)
        if hook.placed.text is None or isinstance(node.actor, tree.You):
            condition, scope = self._matched(hook, procedure, procedure.you)
            self._under(condition, node.body.statements, scope, where, origin)
            return
        local = self.book.local("holder")
        holder = Typed(Local(local), PLAYER)
        condition, scope = self._matched(hook, procedure, holder)
        effects = self.plain_effects(node.body.statements, scope, where)
        others = self.meaning.players_in()
        if isinstance(node.actor, tree.Another):
            others = without(others, single(procedure.you.term))
        if effects is not None:
            self.pen.effects([ForIn(local, Members(others), (When(condition, tuple(effects)),))], origin)
            return
        group = Group(PLAYER, local, mask=others, where=condition)
        cell, (header, done) = self.each_of(group, origin, where, "holder")
        _, scope = self._matched(hook, procedure, cell)
        self.block(node.body.statements, scope, where)
        self.pen.tie(header)
        self.pen.go_on(done)

    def _instead(self, hook: Hook, procedure: Procedure) -> list[End]:
        where = Place(hook.placed, f"{procedure.title} instead")
        condition, scope = self._matched(hook, procedure, procedure.you)
        yes, no = self.pen.fork(condition, self.origin(where, hook.node), NodeRole.INSTEAD)
        self.pen.go_on(yes)
        self.block(hook.node.body.statements, scope, where)
        ends = list(self.pen.here)
        self.pen.go_on(no)
        return ends

    def _matched(self, hook: Hook, procedure: Procedure, holder: Typed) -> tuple[Term, Scope]:
        """When a hook applies, and what its body knows."""
        node, meaning = hook.node, self.meaning
        names = {word: cell for _, word, cell, _ in procedure.parameters}
        scope = Scope(names, holder, None).naming("player", procedure.you)
        facts: list[Term] = []
        given = [(a.preposition, a) for a in node.call.arguments]
        for preposition, _, cell, _ in procedure.parameters:
            index = next((i for i, (p, _) in enumerate(given) if p == preposition), None)
            if index is None:
                continue
            argument = given.pop(index)[1].value
            if isinstance(argument, tree.Introduced):
                adjectives, word = meaning.split_noun(argument.noun)
                for adjective in adjectives:
                    fact = meaning.adjective(adjective, cell, scope, argument.span)
                    if fact is None:
                        raise Misread(wording.not_an_adjective(argument.span, adjective, word))
                    facts.append(fact)
                scope = scope.naming(word, cell)
            elif isinstance(argument, tree.It):
                facts.append(self.book.functions.texts.is_text(hook.placed, cell))
                scope = scope.describing(cell)
            else:
                facts.append(same(cell.term, meaning.value(argument, scope, cell.sort).term))
        if hook.placed.text is not None:
            facts.append(self.book.functions.texts.works_for(hook.placed.text, holder))
        return all_of(facts), scope

    def _under(
        self, condition: Term, statements: Sequence[tree.Statement], scope: Scope, place: Place, origin: Origin
    ) -> None:
        if condition == YES:
            self.block(statements, scope, place)
            return
        effects = self.plain_effects(statements, scope, place)
        if effects is not None:
            self.pen.effects([When(condition, tuple(effects))], origin)
            return
        yes, no = self.pen.fork(condition, origin, NodeRole.IN_FORCE)
        self.pen.go_on(yes)
        self.block(statements, scope, place)
        self.pen.go_on(*self.pen.here, no)
