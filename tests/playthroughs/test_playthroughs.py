"""The beginning of a game of every rulebook at every number of players, as everybody would read it.

One command records them anew, to be read in the diff: `pytest tests/playthroughs --snapshot-update`.
"""

from __future__ import annotations

from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.random_moves import play_on
from tests.rulebooks.library import game, tables

pytestmark = pytest.mark.slow

MOVES = {"amazons": 4, "chess": 10, "go_9x9": 6}


@pytest.mark.parametrize(("name", "players"), tables())
def test_the_game_reads_as_it_did(name: str, players: int, golden: SnapshotAssertion) -> None:
    random = Random(f"{name} {players}")
    # The definition of the game writes no code first: that would be most of the time, for thirty moves.
    session = play_on(game(name, players, "reference").start(seed=7), random, MOVES.get(name, 30))
    assert f"{session.transcript()}\n{session.state}\n" == golden
