"""How long generated Python is waited for: what a session needs, and what random games need."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import TypeVar

from interpreter import Rulebook, load

from .figures import calibration

V = TypeVar("V")

#: What is aimed at, in seconds on a quiet machine of that calibration.
PLAYOUTS = 1.5
AIMED_AT = 16.5


def show(paths: Iterable[Path]) -> None:
    """Print the seconds for every rulebook; each is compiled and generated once, from the start."""
    scale = calibration() / AIMED_AT
    print(f"seconds of the processor, at calibration {AIMED_AT}; random games should take less than {PLAYOUTS}")
    print(f"{'rulebook':<24}{'a game to play':>16}{'random games':>14}")
    for path in paths:
        rulebook = load(path)
        play, more = seconds(rulebook)
        late = "   missed" if more * scale > PLAYOUTS else ""
        print(f"{path.stem:<24}{play * scale:>16.2f}{more * scale:>14.2f}{late}", flush=True)


def seconds(rulebook: Rulebook) -> tuple[float, float]:
    """The time from a rulebook to a game that can be played, and from there to the first random game."""
    play, executor = _timed(lambda: rulebook.game(rulebook.players[0], (), "python").executor)
    more, _ = _timed(lambda: executor.random_playout(executor.start(), Random(1)))
    return play, more


def _timed(work: Callable[[], V]) -> tuple[float, V]:
    began = time.process_time()
    made = work()
    return time.process_time() - began, made
