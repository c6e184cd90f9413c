"""What is given to an action, and whether the action is for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Procedure
from rulelang.compile.flow.base import Flow
from rulelang.compile.meaning.fitting import fitting, narrowed_by, of_class
from rulelang.compile.meaning.nouns import class_group, split_noun
from rulelang.compile.meaning.sets import noun_word
from rulelang.compile.sorts import Scope, Sort, Typed, number
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.graph.build import YES, is_there
from rulelang.graph.terms import Compare, Const, Term
from rulelang.tree import nodes as tree


def parameter_sort(flow: Flow, parameter: tree.ParameterPhrase) -> tuple[str, Sort]:
    if parameter.range is not None:
        return parameter.alias.text if parameter.alias else "number", number(parameter.range.low, parameter.range.high)
    assert parameter.noun is not None
    word = noun_word(flow.meaning, parameter.noun)
    sort = class_group(flow.meaning, word, parameter.span).sort
    return (parameter.alias.text if parameter.alias else word), sort


def given_to(
    flow: Flow, name: str, call: tree.Call, wanted: Sequence[tuple[tree.ParameterPhrase, Sort]], scope: Scope
) -> list[Typed]:
    """What a call gives to an action, in the order in which the action names it."""
    given = list(call.arguments)
    found = []
    for parameter, sort in wanted:
        argument = next((one for one in given if one.preposition == parameter.preposition), None)
        if argument is None:
            raise Misread(action_wording.missing_argument(call.span, name, parameter.span.text))
        given.remove(argument)
        value = flow.meaning.value(argument.value, scope, sort)
        never = sort.form == "number" == value.sort.form and (value.sort.high < sort.low or value.sort.low > sort.high)
        if never:
            raise Misread(action_wording.wrong_argument(argument.span, name, str(sort), str(value.sort)))
        fitting(flow.meaning, name, value.sort, sort, argument.span)
        found.append(value)
    if given:
        raise Misread(action_wording.extra_argument(given[0].span, name))
    return found


def what_it_is_for(
    flow: Flow, procedure: Procedure, you: Typed | None, arguments: Sequence[Typed]
) -> Iterator[tuple[Term, str]]:
    """What has to hold of the things given to an action, or else the action is impossible, and why."""
    scope = Scope(you=you)
    for (_, _, cell, parameter), given in zip(procedure.parameters, arguments, strict=True):
        if parameter.noun is None:
            yield from ((need, "the number is out of range") for need in _in_range(given, cell.sort))
            continue
        if given.maybe:
            yield is_there(given.term), "there is nothing to do it for"
        adjectives, word = split_noun(flow.meaning, parameter.noun)
        needs = [of_class(flow.meaning, word, given, parameter.span)]
        needs += narrowed_by(flow.meaning, adjectives, given, word, scope, parameter.span)
        yield from ((need, "it is done for others only") for need in needs if need != YES)


def _in_range(value: Typed, sort: Sort) -> Iterator[Term]:
    if value.sort.low < sort.low:
        yield Compare(">=", value.term, Const(sort.low))
    if value.sort.high > sort.high:
        yield Compare("<=", value.term, Const(sort.high))
