"""Whether a thing is of the class that is asked for: `a Town` where a Stop is spoken of."""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.meaning.nouns import class_group
from rulelang.compile.meaning.phrases import fits
from rulelang.compile.meaning.registers import Meaning
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Sort, Typed
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import YES, holds
from rulelang.graph.terms import Term, VarietyOf
from rulelang.source import Span
from rulelang.tree import nodes as tree


def fitting(meaning: Meaning, asked: str, given: Sort, wanted: Sort, span: Span) -> None:
    """What is given to an action or a definition can be what it is for."""
    if not fits(meaning, given, wanted):
        raise Misread(action_wording.wrong_argument(span, asked, str(wanted), str(given)))


def somebody(meaning: Meaning, node: tree.Phrase, scope: Scope) -> Typed:
    """Who is meant by a phrase: a player, and nothing else."""
    found = meaning.value(node, scope, PLAYER)
    if found.sort != PLAYER:
        raise Misread(thing_wording.not_somebody(node.span, str(found.sort)))
    return found


def of_class(meaning: Meaning, name: str, thing: Typed, span: Span) -> Term:
    """A thing is of a class: certain if all of its sort are."""
    if name in (thing.sort.noun, "piece", *meaning.world.unions_of(thing.sort.noun)):
        return YES
    return in_class(meaning, name, thing, span)


def in_class(meaning: Meaning, name: str, thing: Typed, span: Span) -> Term:
    """A thing is there, and of a class."""
    group = class_group(meaning, name, span)
    if group.is_tokens:
        return holds(group.varieties, VarietyOf(thing.term))
    return holds(group.mask, thing.term)
