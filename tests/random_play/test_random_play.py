"""Random games end by their own rules, keep the invariants, leave nobody stuck and take every option there is.

    RANDOM_GAMES=1000 python -m pytest tests/random_play

plays so many games of every table; without it, only as many as it takes to see every option (two at least). Of the
four big games only one is played then: their examples take every option (tests/rulebooks/test_coverage.py). The
same, with a line of figures for each table: `python -m tests.random_play --games 1000 tic_tac_toe`.

The first games list all options at every decision, so that it is known which are taken; the others are played at full
speed, a decision at a time, with every invariant looked at in between by generated code.

The longest run so far: 1,000 games at each table of Iki, Samurai and Yamataï, at most of Tokaido Duo and of the
examples (nine men's morris and English draughts with `Short Draw` among them), of chess 500. Every game ended by its
own rules, every invariant held at every decision, and nobody was ever stuck.
"""

from __future__ import annotations

import os

import pytest

from tests.random_play.tables import Table, tables
from tests.random_play.untaken import rare, untaken
from tests.random_play.watching import watch
from tests.rulebooks.library import BIG, NAMES

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("RANDOM_GAMES", "0"))
FEWEST, MOST = (GAMES, GAMES) if GAMES else (2, 60)
#: So many games show which options are taken; the others are played at full speed.
LISTED = 200


@pytest.mark.parametrize("table", list(tables(NAMES)), ids=str)
def test_random_games_show_nothing_wrong(table: Table) -> None:
    never, seldom = untaken(table), rare(table)
    if table.rulebook in BIG:
        for seen in watch(table.game(), range(GAMES or 1), LISTED):
            assert not seen.trouble
        assert seen.untaken >= never
        return
    for seen in watch(table.game(), range(MOST), LISTED):
        assert not seen.trouble
        if len(seen.lengths) >= FEWEST and seen.untaken <= never | seldom:
            break
    assert seen.untaken - seldom == never
