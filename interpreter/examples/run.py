"""Runs the examples of a rulebook: what is given, what is chosen, and what must be so then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from interpreter.engine.executor import Fault
from interpreter.engine.executors import REMEMBERING
from interpreter.examples.answers import ExampleResult, Failure
from interpreter.examples.runner import FailedExample, Runner
from interpreter.explain.refusal import Refusal
from rulelang.graph.example_steps import (
    Answer,
    Chosen,
    CompiledExample,
    Expected,
)
from rulelang.graph.program import Origin

if TYPE_CHECKING:
    from random import Random

    from interpreter.api.game import Game
    from interpreter.api.rulebook import Rulebook

#: In how many ways an example is played that lets anything happen.
_WAYS: Final = 3


__all__ = ["ExampleResult", "Failure", "asked", "random_moves", "run_example", "run_examples"]


def run_examples(
    rulebook: Rulebook, executor: str = REMEMBERING, chosen: Callable[[str], bool] = lambda _: True
) -> tuple[ExampleResult, ...]:
    """Run the examples of a rulebook whose titles are `chosen`, in reading order for each number of players."""
    found = []
    for (players, variants), titles in rulebook.example_titles(chosen).items():
        game = rulebook.game(players, variants, executor, examples=titles)
        for example in game.program.examples:
            assert isinstance(example, CompiledExample)
            failure = run_example(game, example)
            found.append(ExampleResult(example.title, example.origin, players, game.variants, failure))
    return tuple(found)


def run_example(game: Game, example: CompiledExample, refusals: list[Refusal] | None = None) -> Failure | None:
    """Run one example; nothing if all is as written. `refusals` gets the reasons why what the example says to be
    impossible is so. Where anything may be chosen or happen, or chance is not told, it is tried in several ways."""
    for way in range(_WAYS):
        runner = Runner(game, example, way, refusals)
        failure = runner.run()
        if failure is not None or not runner.is_open:
            return failure
    return None


class Asked(NamedTuple):
    """What an example's expectations come to, whether they hold or not, each with the values of its parts; and after
    each line with choices (and at the end) who may choose what. As far as the example can go on."""

    expected: list[tuple[bool, tuple[int, ...]]]
    offered: list[tuple[str, frozenset[str]]]


def asked(game: Game, example: CompiledExample) -> Asked:
    """Run an example for its answers."""
    runner = Runner(game, example)
    found = Asked([], [])
    try:
        runner.begin()
        for line in example.steps:
            if isinstance(line, Expected):
                found.expected.append(runner.answer(line))
            else:
                runner.follow(line)
            if isinstance(line, Chosen):
                found.offered.append(runner.offered())
        found.offered.append(runner.offered())
    except (FailedExample, Fault):
        pass
    return found


def random_moves(game: Game, title: str, most: int, random: Random) -> list[tuple[str, str]]:
    """The first moves of a random game, each with its player or `chance`, as an example of this title could say them
    after `given a new game`. What takes itself is left out."""
    origin = Origin(None)
    runner = Runner(game, CompiledExample(title, origin, "new", ()))
    found: list[tuple[str, str]] = []
    try:
        runner.begin()
        while len(found) < most:
            scene = runner.next_choice(found)
            if scene is None:
                break
            moves = list(game.executor.each_option(scene.cells))
            notation = scene.notation(moves[int(random.random() * len(moves))])
            answers = tuple(Answer(part, None, "") for part in notation.split(", "))
            runner.follow(Chosen(scene.actor, answers, origin))
            found.append((game.players[scene.actor], notation))
    except (FailedExample, Fault):
        pass
    return found
