"""How many games of a length there are, against published counts."""

from __future__ import annotations

import pytest

from interpreter.execute.interface import Executor, State
from tests.rulebooks.library import game

COUNTS = {
    "tic_tac_toe": (9, 72, 504, 3_024, 15_120),
    "connect_four": (7, 49, 343, 2_401),
    "breakthrough": (22, 484, 11_132),
    "othello": (4, 12, 56, 244, 1_396),
    "hex": (121, 14_520),
    "gomoku": (225, 50_400),
    "chess": (20, 400),
}


def count(executor: Executor, state: State, depth: int) -> int:
    """Sequences of exactly so many decisions; games that end earlier do not count."""
    if executor.is_over(state):
        return 0
    if depth == 1:
        return executor.count(state)
    total = 0
    for move in executor.options(state):
        after = list(state)
        executor.play(after, move)
        total += count(executor, after, depth - 1)
    return total


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_games_as_published(name: str) -> None:
    executor = game(name, 2).executor
    start = executor.start()
    assert tuple(count(executor, start, depth + 1) for depth in range(len(COUNTS[name]))) == COUNTS[name]
