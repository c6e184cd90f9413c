"""Random games of a rulebook with each executor."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from interpreter import Rulebook
from interpreter.engine.executor import Executor, Vector

from .figures import Play, Tally, over_and_over

ROOT = Path(__file__).parents[2]

GENERATED = "generated"
REFERENCE = "reference"


def rulebooks(chosen: list[str]) -> list[Path]:
    """The rulebooks among the `.rules` files; the rest are libraries."""
    files = [*sorted((ROOT / "examples").glob("*.rules")), *sorted((ROOT / "rulebooks").glob("*.rules"))]
    found = [path for path in files if path.read_text(encoding="utf-8").lstrip().startswith("rulebook")]
    unknown = set(chosen) - {path.stem for path in found}
    if unknown:
        raise SystemExit(f"There is no rulebook {', '.join(sorted(unknown))}.")
    return [path for path in found if not chosen or path.stem in chosen]


def ways(rulebook: Rulebook, players: int) -> dict[str, Play]:
    """The generated code, and the plain executor to see what it gains."""
    generated = rulebook.game(players, (), "python").executor
    reference = rulebook.game(players, (), "reference").executor
    return {
        GENERATED: over_and_over(lambda random: generated.random_playout(generated.start(), random)),
        REFERENCE: _move_by_move(reference),
    }


def _move_by_move(executor: Executor) -> Play:
    """So slow that a game may take minutes: it is left in the middle, and taken up again next time."""
    random = Random(1)
    state: Vector = []

    def play(seconds: float) -> Tally:
        nonlocal state
        playouts, moves, began = 0, 0, time.process_time()
        while True:
            if not state:
                state = executor.start()
            elif executor.is_over(state):
                playouts, state = playouts + 1, []
            elif executor.actor(state) < 0:
                executor.happen(state, executor.draw(state, random))
            else:
                options = executor.options(state)
                executor.play(state, options[int(random.random() * len(options))])
                moves += 1
            spent = time.process_time() - began
            if moves and spent >= seconds:
                # Whole games only count where there are many; else the length of the games would be left to chance.
                return Tally(playouts if playouts > 20 else 0, moves, spent)

    return play
