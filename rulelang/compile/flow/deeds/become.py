"""`the Leader becomes Ann`, `the player becomes Safe`, `the Disc's owner becomes you`"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import cell_of
from rulelang.compile.flow.deeds.register import Doing
from rulelang.compile.meaning.phrases import fits
from rulelang.compile.sorts import Typed
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import least, plus
from rulelang.graph.terms import Effect, IfElse, Require, Term
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.compile.flow.sentences import Sentences

NOTHING_CHANGES = "there is nothing to change"


def become(sentence: tree.By, node: tree.Become, doing: Doing) -> list[Effect]:
    """`X becomes V`, `P becomes [not] F`. Its subject is what changes, so it has no entry in the register."""
    changed = doing.flow.exchange(sentence.actor, node, doing.scope, doing.place, sentence)
    if changed is None:
        changed = _set(sentence.actor, node, doing)
    return doing.when_possible(changed, sentence)


def _set(subject: tree.Phrase, node: tree.Become, doing: Doing) -> list[Effect]:
    flow, meaning, scope = doing.flow, doing.flow.meaning, doing.scope
    if isinstance(node.value, tree.Name):
        marked = flow.marked(subject, node.value.word.text, node.negated, scope)
        if marked is not None:
            return [*doing.there(meaning.value(subject, scope), NOTHING_CHANGES, node), marked]
    target = meaning.value(subject, scope)
    if isinstance(subject, tree.You):
        if isinstance(node.value, tree.Name):
            marks = [name for holder, name in flow.world.flags if holder == "player"]
            raise Misread(thing_wording.not_a_mark(node.value.span, node.value.word.text, marks))
        turned = f"{node.value.span.text} becomes {subject.span.text}"
        raise Misread(thing_wording.cannot_become(subject.span, subject.span.text, turned))
    value = meaning.value(node.value, scope, target.sort)
    if not fits(meaning, value.sort, target.sort):
        raise Misread(thing_wording.cannot_become_that(node.span, str(target.sort), str(value.sort)))
    changed = _as_far_as_the_bank(flow, target, value.term)
    change = flow.assign(target, changed, subject.span, subject.span.merge(node.span))
    if isinstance(target.term, IfElse):
        reason = doing.reason(NOTHING_CHANGES, node)
        return [Require(target.term.condition, reason), change]
    return [change]


def _as_far_as_the_bank(flow: Sentences, target: Typed, value: Term) -> Term:
    """A counter out of a bank becomes no more than the bank still has."""
    cell = cell_of(target.term)
    for counter in flow.world.counters.values():
        if cell is not None and counter.region == cell.region and counter.bank is not None:
            return least(value, plus(cell, flow.bank_left(counter)))
    return value
