"""Worked examples as the commands report them: with the time they took, and a failure broken down into lines."""

from __future__ import annotations

from time import perf_counter

from interpreter.api.game import Game
from interpreter.examples import run
from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ShownFailure:
    """The line that does not hold, why, the values of its parts, and the position (for whoever wants to see it)."""

    origin: Origin
    reason: str
    values: tuple[str, ...] = ()
    position: str = ""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One example: passed, or why not."""

    title: str
    players: int
    variants: tuple[str, ...]
    origin: Origin
    seconds: float
    failure: ShownFailure | None


def run_example(game: Game, example: CompiledExample) -> Outcome:
    """Run one example of a game that was compiled with its examples."""
    begun = perf_counter()
    failed = run.run_example(game, example)
    seconds = perf_counter() - begun
    failure = None
    if failed is not None:
        lines = tuple(failed.drawing.splitlines())
        failure = ShownFailure(failed.origin, failed.message, lines, failed.position, failed.legal)
    return Outcome(example.title, len(game.players), game.variants, example.origin, seconds, failure)
