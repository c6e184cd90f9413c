"""Choices with more ways than anybody can look through, and loops with more passes than anybody can wait for.

choose any number of 40 different Cards      2 to the power of 40 ways
repeat as many times as (30000 times 30000)  900,000,000 passes
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, prod

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import bounds as wording
from rulelang.graph.program import Decide, OptionEdge, Parameter
from rulelang.graph.terms import Between, Const
from rulelang.graph.values.intervals import FAR
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.rulebook.world import Individual
from rulelang.source import Span

_MOST_NUMBERS = 10_000
_MOST_WAYS = 1_000_000


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once, with the largest number found for it."""
    ways: dict[Span, tuple[int, bool]] = {}
    for look in context.looks:
        for span, count, narrowed in _choices(look):
            ways[span] = max((count, narrowed), ways.get(span, (0, False)))
    for span, (count, narrowed) in ways.items():
        yield (wording.perhaps_too_many_ways if narrowed else wording.too_many_ways)(span, count)


def _choices(look: ProgramFacts) -> Iterator[tuple[Span, int, bool]]:
    for node in look.reached_nodes:
        if not isinstance(node, Decide):
            continue
        for option in node.options:
            span = option.origin.span or node.origin.span
            if span is None or not option.parameters:
                continue
            found = list(_too_many(look, option, NOTHING_KNOWN))
            if found:
                # What is known there is asked only where it matters.
                found = list(_too_many(look, option, look.lookback.at(node.number) or NOTHING_KNOWN))
            yield from ((span, count, narrowed) for count, narrowed in found)


def _too_many(look: ProgramFacts, option: OptionEdge, facts: KnownFacts) -> Iterator[tuple[int, bool]]:
    """The ways to choose each thing, and all together, where that is too many; and whether something narrows them."""
    together = 1
    for parameter, count in ways_to_pick(look, option, facts):
        numbers = parameter.form != "some" and isinstance(parameter.domain, Between)
        if count > (_MOST_NUMBERS if numbers else _MOST_WAYS):
            yield count, parameter.where is not None
        together *= max(1, min(count, FAR))
    if together > _MOST_WAYS and len(option.parameters) > 1:
        yield together, option.guard is not None or any(one.where is not None for one in option.parameters)


def ways_to_pick(look: ProgramFacts, option: OptionEdge, facts: KnownFacts) -> Iterator[tuple[Parameter, int]]:
    """How many ways there are at most to choose each thing, or each handful, whatever was chosen before it."""
    values = look.values.rested()
    names = values.with_parameters(option.parameters, {}, facts)
    for parameter in option.parameters:
        there = values.count(parameter.domain, names, facts)[1]
        if parameter.form != "some":
            yield parameter, there
            continue
        fewest = values.number(parameter.fewest or Const(0), names, facts)[0]
        most = values.number(parameter.most, names, facts)[1] if parameter.most is not None else there
        alike = prod(count + 1 for count in _looks(look, parameter))
        chosen = range(max(fewest, 0), min(most, there) + 1)
        yield parameter, min(alike, sum(comb(there, count) for count in chosen)) if there < FAR else alike


def _looks(look: ProgramFacts, parameter: Parameter) -> list[int]:
    """How many there are of each look among all things that may be chosen."""
    world = look.world
    kinds = world.piece_classes(parameter.elements)
    if kinds and kinds[0].is_token:
        return [world.varieties[variety].supply for kind in kinds for variety in kind.varieties]
    pieces: list[Individual] = [world.individuals[number] for kind in kinds for number in kind.individuals]
    counts: dict[int, int] = {}
    for piece in pieces:
        counts[piece.look] = counts.get(piece.look, 0) + 1
    return list(counts.values()) or [1] * 64
