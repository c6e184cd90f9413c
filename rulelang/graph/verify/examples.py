"""The worked examples of a program."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.graph.example_steps import Arranged, Begins, Chosen, Expected, MayChoose, Step, Wins
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problem
from rulelang.graph.verify.terms import TermCheck


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
        case Begins(entry):
            if not 0 <= entry < len(check.program.example_entries):
                yield Problem(where, f"there is no entry {entry} for it")
        case Expected(condition, parts):
            yield from check.term(where, condition)
            for _, term in parts:
                yield from check.term(where, term)
        case Chosen(player) | MayChoose(player) | Wins(player):
            if not -1 <= player < check.program.players:
                yield Problem(where, f"there is no player {player}")
