"""The games written by hand are the games of the rulebooks: else they would be no measure."""

from __future__ import annotations

from copy import deepcopy
from math import sqrt
from random import Random
from typing import Any

import pytest

from examples.benchmarks.anchors import ANCHORS, Anchor, playout
from examples.benchmarks.tuned import TUNED
from tests.oracle.perft import TABLES

DEPTHS = {"tic_tac_toe": 6, "connect_four": 5, "breakthrough": 3}


def _count(game: Anchor[Any], length: int) -> int:
    moves = game.moves()
    if length == 1:
        return len(moves)
    total = 0
    for move in moves:
        child = deepcopy(game)
        child.play(move)
        total += _count(child, length - 1)
    return total


@pytest.mark.parametrize("name", ANCHORS)
def test_as_many_games_as_published(name: str) -> None:
    table = next(table for table in TABLES if table.rulebook == name and not table.changes)
    counted = [_count(ANCHORS[name](), length) for length in range(1, DEPTHS[name] + 1)]
    assert tuple(counted) == table.counts[: DEPTHS[name]]


@pytest.mark.parametrize("name", ANCHORS)
def test_tuned_games_are_as_long(name: str) -> None:
    games, random = 1_500, Random(11)
    plain = [playout(ANCHORS[name], random) for _ in range(games)]
    tuned = [TUNED[name](random) for _ in range(games)]
    for power in (1, 2):
        means = [sum(length**power for length in lengths) / games for lengths in (plain, tuned)]
        spread = sum((length**power - means[0]) ** 2 for length in plain) / games
        assert abs(means[0] - means[1]) < 4 * sqrt(2 * spread / games)
    # Who wins shows in whether a game has an odd number of moves.
    odd = [sum(length % 2 for length in lengths) / games for lengths in (plain, tuned)]
    assert abs(odd[0] - odd[1]) < 4 * sqrt(0.5 / games)
