"""Hooks: what happens before, after or instead of an action."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Hook, Procedure
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.chance import each_of
from rulelang.compile.flow.drafts import End
from rulelang.compile.flow.statements import block
from rulelang.compile.flow.whereabouts import passes_begin
from rulelang.compile.groups import Group
from rulelang.compile.meaning.fitting import fitting, narrowed_by, of_class, somebody
from rulelang.compile.meaning.nouns import players_in, split_noun
from rulelang.compile.meaning.phrases import class_sort
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.graph.build import YES, all_of, same, single, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Local, Term
from rulelang.tree import nodes as tree


def draw_hook(flow: Flow, hook: Hook, procedure: Procedure) -> None:
    """Before or after an action: the one who acts obeys a hook, or every player for whom it holds."""
    node = hook.node
    text = hook.placed.text
    name = text.name.text if text is not None else f"{procedure.title} {node.when}"
    where = Spot(hook.placed, name, is_named=text is not None)
    origin = flow.origin(where, node)
    if _concerns_who_acts(flow, hook, procedure):
        condition, scope = _matched(flow, hook, procedure, procedure.you)
        under(flow, condition, node.body.statements, scope, where, origin)
        return
    mark = flow.pen.start()
    _by_each(flow, _holders(flow, hook, procedure), hook, procedure, where, origin)
    flow.fold(mark, origin, Scope())


def draw_instead(flow: Flow, hook: Hook, procedure: Procedure) -> list[End]:
    where = Spot(hook.placed, f"{procedure.title} instead", is_named=False)
    origin = flow.origin(where, hook.node)
    if _concerns_who_acts(flow, hook, procedure):
        condition, scope = _matched(flow, hook, procedure, procedure.you)
        yes, no = flow.pen.fork(condition, origin, NodeRole.INSTEAD)
        flow.pen.go_on(yes)
        block(flow, hook.node.body.statements, scope, where)
    else:
        group = _holders(flow, hook, procedure)
        yes, no = flow.pen.fork(group.any(), origin, NodeRole.INSTEAD)
        flow.pen.go_on(yes)
        _by_each(flow, group, hook, procedure, where, origin)
    ends = list(flow.pen.here)
    flow.pen.go_on(no)
    return ends


def _concerns_who_acts(flow: Flow, hook: Hook, procedure: Procedure) -> bool:
    """Is `you` in a hook the one who acts? Otherwise whoever its text works for, or whose opponent acts."""
    actor = hook.node.actor
    if isinstance(actor, tree.You):
        return True
    if hook.placed.text is not None or isinstance(actor, tree.Another):
        return False
    if isinstance(actor, tree.Introduced):
        return True
    try:
        flow.meaning.value(actor, Scope({word: cell for _, word, cell, _ in procedure.parameters}), PLAYER)
    except Misread:
        return False
    return True


def _holders(flow: Flow, hook: Hook, procedure: Procedure) -> Group:
    """The players for whom a hook holds."""
    local = flow.book.local("holder")
    condition, _ = _matched(flow, hook, procedure, Typed(Local(local), PLAYER))
    others = players_in(flow.meaning)
    if isinstance(hook.node.actor, tree.Another):
        others = without(others, single(procedure.you.term))
    return Group(PLAYER, local, mask=others, where=condition)


def _by_each(flow: Flow, group: Group, hook: Hook, procedure: Procedure, where: Spot, origin: Origin) -> None:
    """Every one of some players obeys a hook."""
    cell, (header, done) = each_of(flow, group, origin, where, "holder")
    _, scope = _matched(flow, hook, procedure, cell)
    passes_begin(flow, hook.node.body, scope)
    block(flow, hook.node.body.statements, scope, where)
    flow.pen.again(header, done)


def _acts(flow: Flow, actor: tree.Phrase, procedure: Procedure, scope: Scope) -> list[Term]:
    """What a hook says of the one who acts."""
    if isinstance(actor, tree.You):
        return []
    if not isinstance(actor, tree.Introduced | tree.Another):
        return [same(procedure.you.term, somebody(flow.meaning, actor, scope).term)]
    adjectives, word = split_noun(flow.meaning, actor.noun)
    return list(narrowed_by(flow.meaning, adjectives, procedure.you, word, scope, actor.span))


def _matched(flow: Flow, hook: Hook, procedure: Procedure, holder: Typed) -> tuple[Term, Scope]:
    """When a hook applies, and what its body knows."""
    node, meaning = hook.node, flow.meaning
    names = {word: cell for _, word, cell, _ in procedure.parameters}
    bearer = flow.texts.only_bearer(hook.placed)
    scope = Scope(names, holder, bearer).naming("player", procedure.you)
    facts = _acts(flow, node.actor, procedure, scope)
    given = [(a.preposition, a) for a in node.call.arguments]
    for preposition, _, cell, _ in procedure.parameters:
        index = next((i for i, (p, _) in enumerate(given) if p == preposition), None)
        if index is None:
            continue
        argument = given.pop(index)[1].value
        if isinstance(argument, tree.Introduced):
            adjectives, word = split_noun(meaning, argument.noun)
            fitting(meaning, procedure.name, class_sort(meaning, word), cell.sort, argument.span)
            facts.append(of_class(meaning, word, cell, argument.span))
            facts += narrowed_by(meaning, adjectives, cell, word, scope, argument.span)
            scope = scope.naming(word, cell)
        elif isinstance(argument, tree.It):
            facts.append(flow.texts.is_text(hook.placed, cell))
            scope = scope.describing(cell)
        else:
            named = meaning.value(argument, scope, cell.sort)
            fitting(meaning, procedure.name, named.sort, cell.sort, argument.span)
            facts.append(same(cell.term, named.term))
    for preposition, extra in given:
        if preposition != "over" or node.when != "instead of":
            raise Misread(action_wording.extra_argument(extra.span, procedure.name))
    if hook.placed.text is not None:
        facts.append(flow.texts.works_for(hook.placed.text, holder))
    return all_of(facts), scope


def under(
    flow: Flow, condition: Term, statements: Sequence[tree.Statement], scope: Scope, place: Spot, origin: Origin
) -> None:
    if condition == YES:
        block(flow, statements, scope, place)
        return
    mark = flow.pen.start()
    yes, no = flow.pen.fork(condition, origin, NodeRole.IN_FORCE)
    flow.pen.go_on(yes)
    block(flow, statements, scope, place)
    flow.pen.go_on(*flow.pen.here, no)
    flow.fold(mark, origin, Scope())
