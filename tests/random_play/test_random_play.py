"""Random games end by their own rules, keep the invariants, leave nobody stuck and take every option there is.

    RANDOM_GAMES=1000 python -m pytest tests/random_play

plays so many games of every table; without it, only as many as it takes to see every option (two at least). The
same, with a line of figures for each table: `python -m tests.random_play --games 1000 tic_tac_toe`.
"""

from __future__ import annotations

import os

import pytest

from tests.random_play.tables import Table, tables
from tests.random_play.untaken import rare, untaken
from tests.random_play.watching import watch
from tests.rulebooks.library import BIG, NAMES

GAMES = int(os.environ.get("RANDOM_GAMES", "0"))
WATCHED = [name for name in NAMES if name not in BIG]
FEWEST, MOST = (GAMES, GAMES) if GAMES else (2, 60)


@pytest.mark.parametrize("table", list(tables(WATCHED)), ids=str)
def test_random_games_show_nothing_wrong(table: Table) -> None:
    never, seldom = untaken(table), set() if GAMES else rare(table)
    for seen in watch(table.game(), range(MOST)):
        assert not seen.trouble
        if len(seen.lengths) >= FEWEST and seen.untaken <= never | seldom:
            break
    assert seen.untaken - seldom == never
