"""Random games at full speed are the same games as those made of moves that were listed first: as long, won as often.

    PLAYOUT_SECONDS=30 python -m pytest tests/random_play/test_playouts.py

looks at more games.
"""

from __future__ import annotations

import os
import time
from math import sqrt
from random import Random

import pytest

from interpreter import Game
from tests.rulebooks.library import NAMES, rulebook

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("PLAYOUT_SECONDS", "0.7"))
FEWEST = 5
#: So many standard errors are no coincidence.
FAR = 4.5

#: One game: how many decisions it took, and the first player's part of the win.
Outcome = tuple[float, float]


def _listed(game: Game, random: Random) -> Outcome:
    executor, made = game.executor, 0
    state = executor.start()
    while not executor.is_over(state):
        if executor.actor(state) < 0:
            executor.happen(state, executor.draw(state, random))
            continue
        moves = executor.options(state)
        executor.play(state, moves[random.randrange(len(moves))])
        made += 1
    return made, game.position(state).shares()[0]


def _at_full_speed(game: Game, random: Random) -> Outcome:
    state = game.executor.start()
    return game.executor.random_playout(state, random), game.position(state).shares()[0]


@pytest.mark.parametrize("name", NAMES)
def test_random_games_are_as_long_and_won_as_often(name: str) -> None:
    book = rulebook(name)
    game, random = book.game(book.players[-1] if len(book.players) < 4 else 4), Random(name)
    samples = []
    for play in (_listed, _at_full_speed):
        outcomes: list[Outcome] = []
        began = time.perf_counter()
        while len(outcomes) < FEWEST or time.perf_counter() - began < SECONDS:
            outcomes.append(play(game, random))
        samples.append(outcomes)
    for figure in (0, 1):
        (one, spread_one), (other, spread_other) = (_mean([outcome[figure] for outcome in found]) for found in samples)
        # A few games that happen to be equal have no spread at all: a share of them may still differ a little.
        least = 0.5 / sqrt(min(map(len, samples)))
        assert abs(one - other) <= FAR * max(sqrt(spread_one + spread_other), least)


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean and the square of its standard error."""
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / len(values) ** 2
