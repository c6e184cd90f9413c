"""The random games of large rulebooks are played in another process, beside the examples."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli import testing
from interpreter.cli.loading import load_playable
from interpreter.experiments.engines import Engine

RULES = """\
rulebook "Purse" for 2 to 3 players
each player has Coins from 0 to 9
always every player's Coins are at most 2
play:
    repeat 3 rounds:
        each player takes a turn:
            choose one:
                Busk
                Wait: do nothing
to Busk: gain 2 Coins
the winner is the player with the highest Coins, otherwise shared

example "busking":
    given a new game
    when Ann chooses Busk
    then Ann's Coins are 2
"""


@pytest.fixture
def purse(tmp_path: Path) -> str:
    (tmp_path / "purse.rules").write_text(RULES)
    return str(tmp_path / "purse.rules")


def test_they_tell_the_same(purse: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load_playable(purse, examples=True)
    here = testing.run_tests(loaded, purse, (), 3)
    monkeypatch.setattr(testing, "_LARGE", 0)
    beside = testing.run_tests(loaded, purse, (), 3)
    assert here.broken
    assert (beside.broken, beside.checked_invariants) == (here.broken, 1)


def test_they_are_played_here_if_the_process_is_lost(purse: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = load_playable(purse, examples=True)
    here = testing.run_tests(loaded, purse, (), 3)
    monkeypatch.setattr(testing, "_LARGE", 0)
    monkeypatch.setattr(testing, "Processes", lambda count: Engine(_Lost(), count))
    assert testing.run_tests(loaded, purse, (), 3).broken == here.broken


class _Lost(Executor):
    """A pool whose processes have died."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor())
        return lost
