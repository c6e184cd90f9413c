"""What nobody can look through or ahead at is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.engine import executor
from interpreter.engine.executor import Fault

DEEP = """rulebook "Many" for 2 players
each player has Coins from 0 to 9
play: each player: Scout
to Scout:
    repeat as many times as (30 times 40):
        choose a number from 1 to 2 as Way
        gain as many Coins as the Way
"""

WIDE = """rulebook "Heaps" for 2 players
a Card is a card with a Rank from 1 to 12
there are 12 Cards: each Rank
the Row is an open area of Cards
setup: move all Cards to the Row
play: each player: Pick
to Pick:
    choose any number of Cards in the Row as Heap
    move the Heap to the Box
"""


def test_more_choices_in_one_move_than_can_be_looked_ahead_at(tmp_path: Path) -> None:
    path = tmp_path / "many.rules"
    path.write_text(DEEP, encoding="utf-8")
    game = load(path).game(2, executor="python")
    with pytest.raises(Fault, match="too many choices in one move"):
        game.start(seed=1)


def test_more_ways_to_choose_than_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "heaps.rules"
    path.write_text(WIDE, encoding="utf-8")
    plays = load(path).game(2, executor="python").executor
    state = plays.start()
    assert len(plays.options(state)) == 2**12
    monkeypatch.setattr(executor, "MOST_OPTIONS", 2**12 - 1)
    with pytest.raises(Fault, match="more than 4,095 ways to choose"):
        plays.options(state)
    assert next(plays.each_option(state)) == (0, ())


def test_words_that_mean_nothing_are_refused_where_there_are_many_ways(tmp_path: Path) -> None:
    path = tmp_path / "heaps.rules"
    path.write_text(WIDE.replace("12", "40"), encoding="utf-8")
    session = load(path).game(2, executor="python").start(seed=1)
    assert not session.apply("Card 99 of nobody")
    assert session.apply("nothing")
