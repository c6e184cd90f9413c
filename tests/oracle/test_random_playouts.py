"""Random games played at full speed are as long as OpenSpiel's and end alike: every legal move is equally likely.

The other tests here ask for the legal moves; whole random games are played by code written for that alone.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import sqrt
from random import Random

import pytest

from tests.rulebooks.library import rulebook

pytestmark = pytest.mark.slow

SECONDS = 1.5
#: So many standard errors are no coincidence.
FAR = 4.5


@dataclass(frozen=True)
class Measured:
    """OpenSpiel's random games: how many, their mean length with its standard error, the first player's wins and
    draws. `alike`: both sides cut a game into the same decisions."""

    name: str
    games: int
    length: float
    error: float
    wins: float
    draws: float
    variants: tuple[str, ...] = ()
    alike: bool = True


MEASURED = [
    Measured("tic_tac_toe", 400_000, 7.626, 0.002, 0.5848, 0.1269),
    Measured("connect_four", 400_000, 21.3, 0.012, 0.5555, 0.0025),
    Measured("breakthrough", 231_528, 64.166, 0.033, 0.5108, 0.0),
    Measured("hex", 172_880, 107.503, 0.026, 0.5204, 0.0),
    Measured("othello", 82_187, 60.413, 0.004, 0.4531, 0.0416, ("Spoken Pass",)),
    Measured("gomoku", 122_582, 109.081, 0.071, 0.5117, 0.0),
    # OpenSpiel chooses the amazon and her square one after the other, and then shoots.
    Measured("amazons", 116_583, 207.168, 0.059, 0.5015, 0.0, alike=False),
    Measured("english_draughts", 122_573, 68.701, 0.077, 0.4257, 0.1288, ("Short Draw",)),
    Measured("go_9x9", 110_958, 118.839, 0.096, 0.3699, 0.0018, ("Move Limit",)),
    # OpenSpiel moves two checkers at once.
    Measured("backgammon", 15_758, 111.598, 0.363, 0.506, 0.0, ("Halved Doubles",), alike=False),
    Measured("leduc_poker", 400_000, 4.064, 0.002, 0.4958, 0.0781),
    Measured("liars_dice", 400_000, 3.362, 0.002, 0.484, 0.0),
]


def _share_is_far(ours: float, games: int, theirs: float, measured: int) -> bool:
    """Is a share of games too far from what was measured to be a coincidence?"""
    pooled = (ours * games + theirs * measured) / (games + measured)
    return abs(ours - theirs) > FAR * sqrt(pooled * (1 - pooled) * (1 / games + 1 / measured)) + 1e-9


@pytest.mark.parametrize("measured", MEASURED, ids=lambda measured: measured.name)
def test_random_games_are_as_long_and_end_alike(measured: Measured) -> None:
    game, random, began = rulebook(measured.name).game(2, measured.variants), Random(17), time.perf_counter()
    lengths: list[int] = []
    wins = draws = 0
    while len(lengths) < 40 or time.perf_counter() - began < SECONDS:
        state = game.executor.start()
        lengths.append(game.executor.random_playout(state, random))
        first, second = game.position(state).shares()
        wins, draws = wins + (first > second), draws + (first == second)
    games = len(lengths)
    mean = sum(lengths) / games
    spread = sqrt(sum((length - mean) ** 2 for length in lengths) / games)
    if measured.alike:
        assert abs(mean - measured.length) <= FAR * sqrt(measured.error**2 + spread**2 / games)
    assert not _share_is_far(wins / games, games, measured.wins, measured.games)
    assert not _share_is_far(draws / games, games, measured.draws, measured.games)
