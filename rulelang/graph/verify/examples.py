"""The worked examples of a program."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.example_steps import (
    Arranged,
    Begins,
    Chosen,
    Claim,
    Expected,
    Fact,
    Happens,
    MayChoose,
    Over,
    Ranked,
    Seeing,
    Step,
    Winning,
)
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


def _step(check: TermCheck, where: str, step: Step) -> Iterator[Problem]:
    match step:
        case Arranged(effects):
            yield from check.effects(where, effects)
            if step.fact is not None:
                yield from check.term(where, step.fact)
        case Begins(entry):
            if not 0 <= entry < len(check.program.example_entries):
                yield Problem(where, f"there is no entry {entry} for it")
        case Expected(claim) | Happens(claim):
            for term in direct_parts(claim):
                yield from check.term(where, term)
            yield from _seats(check, where, *_spoken_of(claim))
        case Chosen(player) | MayChoose(player):
            if player != -1:
                yield from _seats(check, where, player)


def _spoken_of(claim: Claim) -> tuple[int, ...]:
    """The seats a claim speaks of."""
    match claim:
        case Winning(seats) | Ranked(seats):
            return seats
        case Seeing(seat):
            return (seat,)
        case Fact() | Over():
            return ()


def _seats(check: TermCheck, where: str, *seats: int) -> Iterator[Problem]:
    for seat in seats:
        if not 0 <= seat < check.program.players:
            yield Problem(where, f"there is no player {seat}")
