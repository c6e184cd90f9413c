"""What bounds and tables rule out: options nobody can choose, sentences nobody can obey, conditions that never hold.

Something is only called impossible if it is so for every number of players, every variant, and wherever in the course
of play it was drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.diagnostics.catalogue.flow import never_true
from rulelang.graph.access import every_effect
from rulelang.graph.program import ChanceNode, Decide, Do, OptionEdge, Parameter, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import And, Apply, Effect, Name, Require, Term, When
from rulelang.graph.values.assume import Values
from rulelang.graph.values.cell_values import NO_NAMES, Names
from rulelang.graph.values.intervals import ALWAYS, NEVER
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.graph.walk import all_parts
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: What is asked about, and whether it is possible anywhere.
Key: TypeAlias = tuple[str, Span, str]

_FORKS = (NodeRole.IF, NodeRole.UNTIL, NodeRole.TRIGGER)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Options, sentences, `if`, `until` and `as soon as` that come to nothing."""
    possible: dict[Key, bool] = {}
    for look in context.looks:
        for key, ask in _questions(look):
            if not possible.get(key, False):
                possible[key] = ask()
    never = [key for key, answer in possible.items() if not answer]
    unmet = {span for what, span, _ in never if what == "sentence"}
    triggers = {one.span: one.condition.span for one in context.sentences if isinstance(one, tree.StateTrigger)}
    words: dict[str, Callable[[Span, str], Diagnostic]] = {
        "sentence": wording.never_obeyed,
        "option": wording.never_chosen,
        NodeRole.IF: lambda span, _: wording.never_so(span),
        NodeRole.UNTIL: lambda span, _: wording.never_until(span),
        NodeRole.TRIGGER: lambda span, _: never_true(triggers.get(span, span)),
    }
    for what, span, name in never:
        if what != "option" or not any(span.start <= one.start and one.end <= span.end for one in unmet):
            yield words[what](span, name)


def _questions(look: ProgramFacts) -> Iterator[tuple[Key, Callable[[], bool]]]:
    """What may be impossible, and how to find out whether it is. What `can` only asks about is not done there."""
    values = look.values
    for node in look.reached_nodes:
        match node:
            case Decide():
                for option in node.options:
                    yield from _sentences(look, option.effects, option.parameters)
                    if option.role == "option" and option.origin.span is not None:
                        key = "option", option.origin.span, option.name
                        yield key, partial(_may_be_taken, option, values)
            case Do():
                yield from _sentences(look, node.effects, ())
            case ChanceNode():
                yield from _sentences(look, node.effects, () if node.parameter is None else (node.parameter,))
            case Test() if node.role in _FORKS and node.origin.span is not None and node.arms:
                yield (node.role, node.origin.span, ""), partial(_may_hold, node, values)
            case _:
                pass


def _sentences(
    look: ProgramFacts, effects: tuple[Effect, ...], parameters: tuple[Parameter, ...]
) -> Iterator[tuple[Key, Callable[[], bool]]]:
    """The needs of effects."""
    for effect in every_effect(effects):
        if not isinstance(effect, Require | When) or effect.reason < 0:
            continue
        text, origin = look.program.reasons[effect.reason]
        if origin.span is None:
            continue
        if isinstance(effect, Require):
            outermost = any(effect is one for one in effects)
            chosen, before = (parameters, effects) if outermost else ((), ())
            yield ("sentence", origin.span, text), partial(_can_be_met, effect, look.values, chosen, before)
        elif text == NodeRole.IF:
            yield (NodeRole.IF, origin.span, ""), partial(_may_be_so, effect.condition, look.values)


def _can_be_met(need: Require, values: Values, parameters: tuple[Parameter, ...], effects: tuple[Effect, ...]) -> bool:
    """Whether a need can be met, with what is known by name where it stands."""
    names = values.with_parameters(parameters, {})
    for effect in effects:
        if effect is need:
            break
        if isinstance(effect, Name):
            names[effect.name] = values.bound(effect.value, names)
    return _may_be_so(need.condition, values, names)


def _may_be_so(condition: Term | None, values: Values, names: Names = NO_NAMES) -> bool:
    """Not even by its parts taken together: `at least 6 and at most 5` is never so."""
    if values.rested().truth(condition, names) == NEVER:
        return False
    if condition is None or not _has_parts(condition, values):
        return True
    return values.rested().assume(condition, NOTHING_KNOWN, True, names) is not None


def _has_parts(condition: Term, values: Values) -> bool:
    """Is it several conditions at once, in itself or by its definition?"""
    if isinstance(condition, Apply):
        function = values.program.functions.get(condition.function)
        return function is not None and isinstance(function.body, And)
    return isinstance(condition, And)


def _may_be_taken(option: OptionEdge, values: Values) -> bool:
    return not ruled_out(option, values)


def _may_hold(node: Test, values: Values) -> bool:
    return any(_may_be_so(condition, values) for condition, _ in node.arms)


def ruled_out(option: OptionEdge, values: Values) -> bool:
    """Can nobody ever take this option?"""
    names = values.with_parameters(option.parameters, {})
    if not _may_be_so(option.guard, values, names):
        return True
    if any(_nothing_for(parameter, values, names) for parameter in option.parameters):
        return True
    return any(
        isinstance(effect, Require) and not _may_be_so(effect.condition, values, names) for effect in option.effects
    )


def _nothing_for(parameter: Parameter, values: Values, names: Names) -> bool:
    if parameter.form == "pick":
        return values.emptiness(parameter.domain, names) == ALWAYS or not _may_be_so(parameter.where, values, names)
    if parameter.fewest is None or parameter.most is None:
        return False
    fewest = values.number(parameter.fewest, names)
    return fewest[0] > values.number(parameter.most, names)[1]


def always_open(option: OptionEdge, values: Values) -> bool:
    """Can this option certainly be taken, whatever has happened before, as far as it is known?"""
    names = values.with_parameters(option.parameters, {})
    if option.lookahead or values.rested().truth(option.guard, names) != ALWAYS:
        return False
    if any(isinstance(part, Require) for part in all_parts(option.effects)):
        return False
    return all(_something_for(one, values, names) for one in option.parameters)


def _something_for(parameter: Parameter, values: Values, names: Names) -> bool:
    values.rested()
    if parameter.form == "some":
        return parameter.fewest is None or values.number(parameter.fewest, names)[1] <= 0
    return values.emptiness(parameter.domain, names) == NEVER and values.truth(parameter.where, names) == ALWAYS
