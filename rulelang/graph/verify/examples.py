"""The worked examples of a program."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph import example_steps as steps
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problem
from rulelang.graph.verify.terms import TermCheck
from rulelang.graph.walk import direct_parts


def wrong_examples(program: Program) -> Iterator[Problem]:
    """What is wrong in the lines of the examples."""
    check = TermCheck(program)
    for example in program.examples:
        for step in example.steps:
            yield from _step(check, f"example {example.title}", step)


def _step(check: TermCheck, where: str, step: steps.Step) -> Iterator[Problem]:
    match step:
        case steps.Arranged(effects):
            yield from check.effects(where, effects)
            if step.fact is not None:
                yield from check.term(where, step.fact)
        case steps.Begins(entry):
            if not 0 <= entry < len(check.program.example_entries):
                yield Problem(where, f"there is no entry {entry} for it")
        case steps.Expected(claim) | steps.Happens(claim):
            for term in direct_parts(claim):
                yield from check.term(where, term)
            yield from _seats(check, where, *_spoken_of(claim))
        case steps.Chosen(player) | steps.MayChoose(player):
            if player != -1:
                yield from _seats(check, where, player)


def _spoken_of(claim: steps.Claim) -> tuple[int, ...]:
    """The seats a claim speaks of."""
    match claim:
        case steps.Winning(seats) | steps.Ranked(seats):
            return seats
        case steps.Seeing(seat):
            return (seat,)
        case steps.Fact() | steps.Over():
            return ()


def _seats(check: TermCheck, where: str, *seats: int) -> Iterator[Problem]:
    for seat in seats:
        if not 0 <= seat < check.program.players:
            yield Problem(where, f"there is no player {seat}")
