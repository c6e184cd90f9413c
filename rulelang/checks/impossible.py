"""What bounds and tables rule out: options nobody can choose, sentences nobody can obey, conditions that never hold.

Something is only called impossible if it is so for every number of players, every variant, and wherever in the course
of play it was drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from rulelang.checks.looks import Look
from rulelang.checks.ranges import ALWAYS, NEVER, Ranges
from rulelang.checks.reading import all_parts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.diagnostics.catalogue.flow import never_true
from rulelang.graph.program import Chance, Decide, Do, Option, Parameter, Test
from rulelang.graph.terms import Effect, Name, Require
from rulelang.rulebook.loading import Rulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: What is asked about, and whether it is possible anywhere.
Key: TypeAlias = tuple[str, Span, str]


def check_impossible(rulebook: Rulebook, looks: Iterable[Look]) -> Iterator[Diagnostic]:
    """Options, sentences, `if`, `until` and `as soon as` that come to nothing."""
    possible: dict[Key, bool] = {}
    for look in looks:
        for key, answer in _answers(look):
            possible[key] = possible.get(key, False) or answer
    never = [key for key, answer in possible.items() if not answer]
    sentences = {span for what, span, _ in never if what == "sentence"}
    triggers = {
        placed.item.span: placed.item.condition.span
        for placed in rulebook.items
        if isinstance(placed.item, tree.StateTrigger)
    }
    words: dict[str, Callable[[Span, str], Diagnostic]] = {
        "sentence": wording.never_obeyed,
        "option": wording.never_chosen,
        "if": lambda span, _: wording.never_so(span),
        "until": lambda span, _: wording.never_until(span),
        "as soon as": lambda span, _: never_true(triggers.get(span, span)),
    }
    for what, span, name in never:
        if what != "option" or not any(span.start <= one.start and one.end <= span.end for one in sentences):
            yield words[what](span, name)


def _answers(look: Look) -> Iterator[tuple[Key, bool]]:
    ranges = look.ranges
    for node in look.program.nodes:
        match node:
            case Decide():
                for option in node.options:
                    names = ranges.with_parameters(option.parameters, {})
                    yield from _sentences(look, option.effects, names)
                    if option.role == "option" and option.origin.span is not None:
                        possible = not ruled_out(option, ranges)
                        yield ("option", option.origin.span, option.name), possible
            case Do():
                yield from _sentences(look, node.effects, {})
            case Chance():
                parameters = () if node.parameter is None else (node.parameter,)
                yield from _sentences(look, node.effects, ranges.with_parameters(parameters, {}))
            case Test() if node.title in ("if", "until", "as soon as") and node.origin.span is not None:
                answers = [ranges.truth(condition, {}) for condition, _ in node.arms]
                if answers:
                    yield (node.title, node.origin.span, ""), any(answer != NEVER for answer in answers)
            case _:
                pass


def _sentences(
    look: Look, effects: tuple[Effect, ...], names: dict[str, tuple[int, int]]
) -> Iterator[tuple[Key, bool]]:
    """The needs of effects, with what is known by name where they stand."""
    names = dict(names)
    for effect in effects:
        if isinstance(effect, Name):
            names[effect.name] = look.ranges.number(effect.value, names)
        for part in all_parts(effect):
            if isinstance(part, Require):
                text, origin = look.program.reasons[part.reason]
                if origin.span is not None:
                    known = names if part is effect else {}
                    yield ("sentence", origin.span, text), look.ranges.truth(part.condition, known) != NEVER


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
