"""What bounds and tables rule out: options nobody can choose, sentences nobody can obey, conditions that never hold.

Something is only called impossible if it is so for every number of players, every variant, and wherever in the course
of play it was drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from rulelang.checks.intervals import ALWAYS, NEVER
from rulelang.checks.looks import Look
from rulelang.checks.ranges import Ranges
from rulelang.checks.reading import all_parts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.diagnostics.catalogue.flow import never_true
from rulelang.graph.program import Chance, Decide, Do, Option, Parameter, Test
from rulelang.graph.terms import Effect, ForIn, Name, Require, Term, When
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: What is asked about, and whether it is possible anywhere.
Key: TypeAlias = tuple[str, Span, str]


def check_impossible(sentences: Iterable[tree.Node], looks: Iterable[Look]) -> Iterator[Diagnostic]:
    """Options, sentences, `if`, `until` and `as soon as` that come to nothing."""
    possible: dict[Key, bool] = {}
    for look in looks:
        for key, ask in _questions(look):
            if not possible.get(key, False):
                possible[key] = ask()
    never = [key for key, answer in possible.items() if not answer]
    unmet = {span for what, span, _ in never if what == "sentence"}
    triggers = {one.span: one.condition.span for one in sentences if isinstance(one, tree.StateTrigger)}
    words: dict[str, Callable[[Span, str], Diagnostic]] = {
        "sentence": wording.never_obeyed,
        "option": wording.never_chosen,
        "if": lambda span, _: wording.never_so(span),
        "until": lambda span, _: wording.never_until(span),
        "as soon as": lambda span, _: never_true(triggers.get(span, span)),
    }
    for what, span, name in never:
        if what != "option" or not any(span.start <= one.start and one.end <= span.end for one in unmet):
            yield words[what](span, name)


def _questions(look: Look) -> Iterator[tuple[Key, Callable[[], bool]]]:
    """What may be impossible, and how to find out whether it is."""
    ranges = look.ranges
    for node in look.program.nodes:
        match node:
            case Decide():
                for option in node.options:
                    yield from _sentences(look, option.effects, option.parameters)
                    if option.role == "option" and option.origin.span is not None:
                        key = "option", option.origin.span, option.name
                        yield key, partial(_may_be_taken, option, ranges)
            case Do():
                yield from _sentences(look, node.effects, ())
            case Chance():
                yield from _sentences(look, node.effects, () if node.parameter is None else (node.parameter,))
            case Test() if node.title in ("if", "until", "as soon as") and node.origin.span is not None and node.arms:
                yield (node.title, node.origin.span, ""), partial(_may_hold, node, ranges)
            case _:
                pass


def _sentences(
    look: Look, effects: tuple[Effect, ...], parameters: tuple[Parameter, ...]
) -> Iterator[tuple[Key, Callable[[], bool]]]:
    """The needs of effects."""
    for effect in effects:
        if isinstance(effect, Require | When | ForIn):
            for part in all_parts(effect):
                if isinstance(part, When) and part.reason >= 0:
                    text, origin = look.program.reasons[part.reason]
                    if text == "if" and origin.span is not None:
                        yield ("if", origin.span, ""), partial(_may_be_so, part.condition, look.ranges)
                elif isinstance(part, Require):
                    text, origin = look.program.reasons[part.reason]
                    if origin.span is not None:
                        chosen, before = (parameters, effects) if part is effect else ((), ())
                        yield ("sentence", origin.span, text), partial(_can_be_met, part, look.ranges, chosen, before)


def _can_be_met(need: Require, ranges: Ranges, parameters: tuple[Parameter, ...], effects: tuple[Effect, ...]) -> bool:
    """Whether a need can be met, with what is known by name where it stands."""
    names = ranges.with_parameters(parameters, {})
    for effect in effects:
        if effect is need:
            break
        if isinstance(effect, Name):
            names[effect.name] = ranges.number(effect.value, names)
    return ranges.truth(need.condition, names) != NEVER


def _may_be_so(condition: Term, ranges: Ranges) -> bool:
    return ranges.truth(condition, {}) != NEVER


def _may_be_taken(option: Option, ranges: Ranges) -> bool:
    return not ruled_out(option, ranges)


def _may_hold(node: Test, ranges: Ranges) -> bool:
    return any(ranges.truth(condition, {}) != NEVER for condition, _ in node.arms)


def ruled_out(option: Option, ranges: Ranges) -> bool:
    """Can nobody ever take this option?"""
    names = ranges.with_parameters(option.parameters, {})
    if ranges.truth(option.guard, names) == NEVER:
        return True
    if any(_nothing_for(parameter, ranges, names) for parameter in option.parameters):
        return True
    return any(
        isinstance(effect, Require) and ranges.truth(effect.condition, names) == NEVER for effect in option.effects
    )


def _nothing_for(parameter: Parameter, ranges: Ranges, names: dict[str, tuple[int, int]]) -> bool:
    if parameter.form == "pick":
        return ranges.emptiness(parameter.domain, names) == ALWAYS or ranges.truth(parameter.where, names) == NEVER
    if parameter.fewest is None or parameter.most is None:
        return False
    fewest = ranges.number(parameter.fewest, names)
    return fewest[0] > ranges.number(parameter.most, names)[1]


def always_open(option: Option, ranges: Ranges, offers: Callable[[Parameter], bool] = lambda _: False) -> bool:
    """Can this option certainly be taken, whatever has happened before? `offers` knows more about what is there."""
    names = ranges.with_parameters(option.parameters, {})
    if option.lookahead or ranges.truth(option.guard, names) != ALWAYS:
        return False
    if any(isinstance(part, Require) for part in all_parts(option.effects)):
        return False
    return all(_something_for(one, ranges, names) or offers(one) for one in option.parameters)


def _something_for(parameter: Parameter, ranges: Ranges, names: dict[str, tuple[int, int]]) -> bool:
    if parameter.form == "some":
        return parameter.fewest is None or ranges.number(parameter.fewest, names)[1] <= 0
    return ranges.emptiness(parameter.domain, names) == NEVER and ranges.truth(parameter.where, names) == ALWAYS
