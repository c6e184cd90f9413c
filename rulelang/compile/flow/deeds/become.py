"""`the Leader becomes Ann`, `the player becomes Safe`, `the Disc's owner becomes you`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.amounts import as_far_as_the_bank
from rulelang.compile.flow.base import Doing, cell_of, does
from rulelang.compile.flow.changes import exchange, mark_change
from rulelang.compile.meaning.phrases import fits
from rulelang.compile.sorts import PLAYER
from rulelang.diagnostics.catalogue import changes as change_wording
from rulelang.graph.terms import Effect, IfElse, Require
from rulelang.tree import nodes as tree

NOTHING_CHANGES = "there is nothing to change"


@does(tree.Become)
def become(node: tree.Become, doing: Doing) -> list[Effect]:
    """`X becomes V`, `P becomes [not] F`"""
    assert doing.subject is not None
    changed = exchange(doing.flow, doing.subject, node, doing.scope, doing.place, doing.sentence)
    return _set(doing.subject, node, doing) if changed is None else changed


def _set(subject: tree.Phrase, node: tree.Become, doing: Doing) -> list[Effect]:
    flow, meaning, scope = doing.flow, doing.flow.meaning, doing.scope
    if isinstance(node.value, tree.BareName):
        marked = mark_change(flow, subject, node.value.word.text, node.negated, scope)
        if marked is not None:
            return [*doing.there(meaning.value(subject, scope), NOTHING_CHANGES, node), marked]
    target = meaning.value(subject, scope)
    if isinstance(subject, tree.You) and isinstance(node.value, tree.BareName):
        marks = [name for holder, name in flow.world.flags if holder == "player"]
        raise Misread(change_wording.not_a_mark(node.value.span, node.value.word.text, marks))
    fixed = target.sort == PLAYER and cell_of(target.term) is None
    if isinstance(subject, tree.You) or (fixed and isinstance(node.value, tree.The)):
        turned = f"{node.value.span.text} becomes {subject.span.text}"
        raise Misread(change_wording.cannot_become(subject.span, subject.span.text, turned))
    value = meaning.value(node.value, scope, target.sort)
    if not fits(meaning, value.sort, target.sort):
        raise Misread(change_wording.cannot_become_that(node.span, str(target.sort), str(value.sort)))
    changed = as_far_as_the_bank(flow, target, value.term)
    change = flow.assign(target, changed, subject.span, subject.span.merge(node.span))
    if isinstance(target.term, IfElse):
        reason = doing.reason(NOTHING_CHANGES, node)
        return [Require(target.term.condition, reason), change]
    return [change]
