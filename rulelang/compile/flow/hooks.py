"""Hooks: what happens before, after or instead of an action."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Hook, Procedure
from rulelang.compile.flow.base import Place
from rulelang.compile.flow.drafts import End
from rulelang.compile.flow.menus import Menus
from rulelang.compile.groups import Group
from rulelang.compile.meaning.nouns import adjective_fact, players_in, split_noun
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import YES, all_of, same, single, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Local, Term
from rulelang.tree import nodes as tree


class Hooks(Menus):
    """Draws hooks."""

    def _hook(self, hook: Hook, procedure: Procedure) -> None:
        """Before or after an action: the one who acts obeys a hook, or every player for whom it holds."""
        node = hook.node
        text = hook.placed.text
        where = Place(hook.placed, text.name.text if text is not None else f"{procedure.title} {node.when}")
        origin = self.origin(where, node)
        if self._concerns_who_acts(hook, procedure):
            condition, scope = self._matched(hook, procedure, procedure.you)
            self._under(condition, node.body.statements, scope, where, origin)
            return
        mark = self.pen.start()
        self._by_each(self._holders(hook, procedure), hook, procedure, where, origin)
        self.fold(mark, origin, Scope())

    def _instead(self, hook: Hook, procedure: Procedure) -> list[End]:
        where = Place(hook.placed, f"{procedure.title} instead")
        origin = self.origin(where, hook.node)
        if self._concerns_who_acts(hook, procedure):
            condition, scope = self._matched(hook, procedure, procedure.you)
            yes, no = self.pen.fork(condition, origin, NodeRole.INSTEAD)
            self.pen.go_on(yes)
            self.block(hook.node.body.statements, scope, where)
        else:
            group = self._holders(hook, procedure)
            yes, no = self.pen.fork(group.any(), origin, NodeRole.INSTEAD)
            self.pen.go_on(yes)
            self._by_each(group, hook, procedure, where, origin)
        ends = list(self.pen.here)
        self.pen.go_on(no)
        return ends

    def _concerns_who_acts(self, hook: Hook, procedure: Procedure) -> bool:
        """Is `you` in a hook the one who acts? Otherwise whoever its text works for, or whose opponent acts."""
        actor = hook.node.actor
        if isinstance(actor, tree.You):
            return True
        if hook.placed.text is not None or isinstance(actor, tree.Another):
            return False
        if isinstance(actor, tree.Introduced):
            return True
        try:
            self.meaning.value(actor, Scope({word: cell for _, word, cell, _ in procedure.parameters}), PLAYER)
        except Misread:
            return False
        return True

    def _holders(self, hook: Hook, procedure: Procedure) -> Group:
        """The players for whom a hook holds."""
        local = self.book.local("holder")
        condition, _ = self._matched(hook, procedure, Typed(Local(local), PLAYER))
        others = players_in(self.meaning)
        if isinstance(hook.node.actor, tree.Another):
            others = without(others, single(procedure.you.term))
        return Group(PLAYER, local, mask=others, where=condition)

    def _by_each(self, group: Group, hook: Hook, procedure: Procedure, where: Place, origin: Origin) -> None:
        """Every one of some players obeys a hook."""
        cell, (header, done) = self.each_of(group, origin, where, "holder")
        _, scope = self._matched(hook, procedure, cell)
        self.block(hook.node.body.statements, scope, where)
        self.pen.tie(header)
        self.pen.go_on(done)

    def _acts(self, actor: tree.Phrase, procedure: Procedure, scope: Scope) -> list[Term]:
        """What a hook says of the one who acts."""
        if isinstance(actor, tree.You):
            return []
        if not isinstance(actor, tree.Introduced | tree.Another):
            named = self.meaning.value(actor, scope, PLAYER)
            if named.sort != PLAYER:
                raise Misread(thing_wording.not_somebody(actor.span, str(named.sort)))
            return [same(procedure.you.term, named.term)]
        adjectives, word = split_noun(self.meaning, actor.noun)
        return [self._adjective(adjective, procedure.you, word, scope, actor) for adjective in adjectives]

    def _adjective(self, adjective: str, thing: Typed, word: str, scope: Scope, node: tree.Node) -> Term:
        fact = adjective_fact(self.meaning, adjective, thing, scope, node.span)
        if fact is None:
            raise Misread(wording.not_an_adjective(node.span, adjective, word))
        return fact

    def _matched(self, hook: Hook, procedure: Procedure, holder: Typed) -> tuple[Term, Scope]:
        """When a hook applies, and what its body knows."""
        node, meaning = hook.node, self.meaning
        names = {word: cell for _, word, cell, _ in procedure.parameters}
        scope = Scope(names, holder, None).naming("player", procedure.you)
        facts = self._acts(node.actor, procedure, scope)
        given = [(a.preposition, a) for a in node.call.arguments]
        for preposition, _, cell, _ in procedure.parameters:
            index = next((i for i, (p, _) in enumerate(given) if p == preposition), None)
            if index is None:
                continue
            argument = given.pop(index)[1].value
            if isinstance(argument, tree.Introduced):
                adjectives, word = split_noun(meaning, argument.noun)
                facts += [self._adjective(adjective, cell, word, scope, argument) for adjective in adjectives]
                scope = scope.naming(word, cell)
            elif isinstance(argument, tree.It):
                facts.append(self.book.functions.texts.is_text(hook.placed, cell))
                scope = scope.describing(cell)
            else:
                facts.append(same(cell.term, meaning.value(argument, scope, cell.sort).term))
        for preposition, extra in given:
            if preposition != "over" or node.when != "instead of":
                raise Misread(action_wording.extra_argument(extra.span, procedure.name))
        if hook.placed.text is not None:
            facts.append(self.book.functions.texts.works_for(hook.placed.text, holder))
        return all_of(facts), scope

    def _under(
        self, condition: Term, statements: Sequence[tree.Statement], scope: Scope, place: Place, origin: Origin
    ) -> None:
        if condition == YES:
            self.block(statements, scope, place)
            return
        mark = self.pen.start()
        yes, no = self.pen.fork(condition, origin, NodeRole.IN_FORCE)
        self.pen.go_on(yes)
        self.block(statements, scope, place)
        self.pen.go_on(*self.pen.here, no)
        self.fold(mark, origin, Scope())
