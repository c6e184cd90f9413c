"""The same games as C, driven from Python: one at a time, many at once, and played out inside C.

Beside it the same work of the peer, OpenSpiel driven from Python: it lists the legal actions and applies one. How long
the first game takes is told with nothing in the cache, and with the game in it.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

from interpreter import load
from interpreter.engine.native.batch import Batch
from interpreter.engine.native.executor import Native

from . import openspiel
from .figures import Play, Tally, measure, over_and_over

CODES = "list, play"
KTH = "count, play the k-th"
STEPS = "1,000 at once"
PLAYOUTS = "playouts in C"
#: Where a game is over, as `abi.h` numbers it.
_END = 4
COLUMNS = (CODES, KTH, STEPS, PLAYOUTS, openspiel.FROM_PYTHON)


def show(paths: list[Path], seconds: float) -> None:
    """Print a row for each rulebook: games a second in each way, the peer's, and the seconds to the first game."""
    heading = (*COLUMNS, "listing and playing against it", "at once against it", "first game", "from the cache")
    sys.stdout.write(f"| game | {' | '.join(heading)} |\n{'| --- ' * (len(heading) + 1)}|\n")
    for path in paths:
        executor, first, cached = _begun(path)
        if not isinstance(executor, Native):
            sys.stdout.write(f"| {path.stem} | there is no C compiler |\n")
            continue
        peer = {name: play for name, play in openspiel.ways(path.stem).items() if name == openspiel.FROM_PYTHON}
        figures = measure(path.stem, executor.program.players, _ways(executor) | peer, seconds)
        rates = {figure.way: figure.playouts_per_second for figure in figures}
        cells = [f"{rates[way]:,.0f}" if way in rates else "" for way in COLUMNS]
        other = rates.get(openspiel.FROM_PYTHON)
        ratios = [f"{rates[way] / other:.2f}x" if other else "" for way in (CODES, STEPS)]
        row = " | ".join([executor.program.title, *cells, *ratios, f"{first:.1f} s", f"{1000 * cached:.0f} ms"])
        sys.stdout.write(f"| {row} |\n")
        sys.stdout.flush()


def _begun(path: Path) -> tuple[Any, float, float]:
    """The executor, and the seconds to its first state, compiled and from the cache: of processor time, the compiler's
    included, so that others on the machine do not count."""
    waited, executor = [], None
    with TemporaryDirectory() as folder, patch.dict("os.environ", {"RULELANG_CACHE": folder}):
        for _ in range(2):
            game = load(path).game(executor="native")
            began = _worked()
            executor = game.executor
            executor.start()
            waited.append(_worked() - began)
    return executor, waited[0], waited[1]


def _worked() -> float:
    """Seconds of processor time of this process and those it has started and that have ended."""
    return time.process_time() + sum(os.times()[2:4])


def _ways(executor: Native) -> dict[str, Play]:
    return {
        CODES: over_and_over(lambda random: _by_codes(executor, random)),
        KTH: over_and_over(lambda random: _by_number(executor, random)),
        STEPS: _steps(executor),
        PLAYOUTS: _playouts(executor),
    }


def _by_codes(executor: Native, random: Random) -> int:
    state, made = executor.start(), 0
    game, draw = executor.game, random.random
    codes, play = game.codes, game.play
    while True:
        found = codes(state)
        if found:
            play(state, found[int(draw() * len(found))])
            made += 1
        elif game.stands(state) == _END:
            return made
        else:
            game.draw(state, random)


def _by_number(executor: Native, random: Random) -> int:
    state, made = executor.start(), 0
    game, draw = executor.game, random.random
    count, kth, play, stands = game.count, game.kth, game.play, game.stands
    while True:
        match stands(state):
            case 1:
                play(state, kth(state, int(draw() * count(state))))
                made += 1
            case 4:
                return made
            case _:
                game.draw(state, random)


def _steps(executor: Native) -> Play:
    """NumPy chooses among what each of a thousand games offers. Games that began together end together: what counts is
    how many moves are made, and how many a game has."""
    batch, random = Batch(executor, 1000, seed=1), np.random.default_rng(1)
    whole = Batch(executor, 200, seed=2, width=0, restart=False)
    whole.play_out()
    length = float(whole.lengths.mean())

    def play(seconds: float) -> Tally:
        moves, began = 0, time.process_time()
        while True:
            batch.step((random.random(len(batch)) * batch.counts).astype(np.int64))
            moves += len(batch)
            spent = time.process_time() - began
            if spent >= seconds:
                return Tally(moves / length, moves, spent)

    return play


def _playouts(executor: Native) -> Play:
    """Whole random games inside C, on one thread."""
    batch = Batch(executor, 100, seed=1, width=0)

    def play(seconds: float) -> Tally:
        ended, began = 0, time.process_time()
        while True:
            batch.play_out()
            ended += int(batch.done.sum())
            spent = time.process_time() - began
            if spent >= seconds:
                return Tally(ended, ended, spent)

    return play
