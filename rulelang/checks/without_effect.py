"""What could be taken out of a rulebook and nobody would notice: sentences that change nothing, conditions that always
hold, values that are kept and never asked for.

It is only said if it is so for every number of players, every variant, and wherever in the course of play the sentence
was drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from enum import Enum
from functools import partial
from typing import TypeAlias

from rulelang.checks.bounds_and_division import amount_of
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import without_effect as wording
from rulelang.graph.access import effects_of
from rulelang.graph.program import Decide, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Cell, Effect, ForIn, Put, Require, Term, When, Without
from rulelang.graph.values.assume import Values
from rulelang.graph.values.intervals import ALWAYS
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree


class EffectQuestion(Enum):
    """What may be without effect."""

    SENTENCE = "sentence"
    CONDITION = "condition"


_Key: TypeAlias = tuple[EffectQuestion, Span]


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Sentences, `if` and `only if`, and names under which something is remembered."""
    conditions = {one.span for one in context.sentences if isinstance(one, tree.Guard | tree.Branch)}
    turned = {one.span for one in context.sentences if isinstance(one, tree.TurnOver)}
    without: dict[_Key, bool] = {}
    for look in context.looks:
        for key, ask in _questions(look, conditions):
            if without.get(key, True):
                without[key] = ask()
    for asked, span in (key for key, idle in without.items() if idle):
        match asked:
            case EffectQuestion.SENTENCE:
                yield wording.changes_nothing(span, turned=span in turned)
            case EffectQuestion.CONDITION:
                yield wording.always_so(span)
    for kept in _unused(context.rulebook):
        yield wording.kept_for_nothing(kept.span, kept.alias.text)


def _unused(rulebook: WrittenRulebook) -> Iterator[tree.Remember]:
    """What is remembered under a name that stands nowhere else: not in its action, and not in what hooks add to it.
    `other Cards` behind it are other than the one remembered."""
    hooks = [placed.item.span.text for placed in rulebook.items if isinstance(placed.item, tree.EventTrigger)]
    for placed in rulebook.items:
        for one in placed.parts:
            if isinstance(one, tree.Remember):
                item, alias = placed.item.span, one.alias.span
                behind = item.source.text[alias.end : item.end]
                others = (item.source.text[item.start : alias.start], behind, *hooks)
                named = any(re.search(rf"\b{re.escape(one.alias.text)}", text) for text in others)
                if not named and not re.search(r"\b(?:an)?other [A-Z]", behind):
                    yield one


def _questions(look: ProgramFacts, conditions: Container[Span | None]) -> Iterator[tuple[_Key, Callable[[], bool]]]:
    """What each place in a program says about the sentence it comes from."""
    program, values = look.program, look.values.rested()
    for node in program.nodes:
        span = node.origin.span
        if isinstance(node, Test) and node.role is NodeRole.IF and span is not None and span in conditions:
            conditions_here = tuple(condition for condition, _ in node.arms)
            yield (EffectQuestion.CONDITION, span), partial(_always, conditions_here, values)
        for option in node.options if isinstance(node, Decide) else ():
            for condition, need in option.conditions():
                asked = program.reasons[need][1].span if need >= 0 else None
                if asked is not None and asked in conditions:
                    yield (EffectQuestion.CONDITION, asked), partial(_always, (condition,), values)
    for effect in effects_of(*program.nodes):
        said = None if effect.said is None else effect.said.span
        if isinstance(effect, Require | When) and effect.reason >= 0:
            asked = program.reasons[effect.reason][1].span
            if asked is not None and asked in conditions:
                yield (EffectQuestion.CONDITION, asked), partial(_always, (effect.condition,), values)
        elif said is not None:
            yield (EffectQuestion.SENTENCE, said), partial(_changes_nothing, effect, look)


def _always(conditions: tuple[Term, ...], values: Values) -> bool:
    return bool(conditions) and all(values.truth(condition) == ALWAYS for condition in conditions)


def _changes_nothing(effect: Effect, look: ProgramFacts) -> bool:
    """Is everything as it was, whatever it was?"""
    match effect:
        case Put(region, index, value):
            if value == Cell(region, index):
                return True
            if region == "face-down" and isinstance(value, Without):
                # Turned face up, and no sentence ever turns one of them face down.
                return not look.turned_down & look.values.members(value.right, {})
            counts = look.program.layout.regions[region].role == "counter" and effect.site >= 0
            if counts and look.sites[effect.site].kind == "amount":
                return look.values.rested().number(amount_of(effect)) == (0, 0)
            return False
        case ForIn(_, domain):
            return look.values.rested().count(domain, {}, NOTHING_KNOWN)[1] <= 0
        case _:
            return False
