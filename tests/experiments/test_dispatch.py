"""The same games whoever plays them, in whatever order, and whoever dies meanwhile."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter.experiments import work
from interpreter.experiments.dispatch import dispatch, wanted
from interpreter.experiments.engines import Engine, Inline, Processes, engine
from interpreter.experiments.played import read, written
from tests.experiments.small import all_of, setting, told

pytestmark = pytest.mark.slow

SETTINGS = [setting(), setting("examples/pig.rules", 3), setting(bot="greedy", seed=4)]
GAMES = 12


@pytest.fixture(scope="module")
def alone() -> dict[str, list[str]]:
    return told(all_of(SETTINGS, GAMES))


class Shuffled(Executor):
    """Does some work late and gives it back in any order."""

    def __init__(self) -> None:
        self.random = Random(3)
        self.threads = ThreadPoolExecutor(3)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        def late() -> Any:
            time.sleep(self.random.random() / 100)
            return fn(*args, **kwargs)

        return self.threads.submit(late)


@pytest.mark.parametrize("made", [lambda: Engine(Shuffled(), 3), lambda: Processes(1), lambda: Processes(3)])
def test_every_engine_gives_the_same_games(made: Any, alone: dict[str, list[str]]) -> None:
    assert told(all_of(SETTINGS, GAMES, made())) == alone


def test_every_game_comes_back_once() -> None:
    numbers = [
        game.number
        for _, played in dispatch([wanted(SETTINGS[0], range(300))], Engine(Shuffled(), 3))
        for game in played
    ]
    assert sorted(numbers) == list(range(300))


def test_whenever_it_is_stopped_each_setting_has_its_part() -> None:
    """A hundred games of one are as much as ten of another."""
    many, few = SETTINGS[:2]
    played = dispatch([wanted(many, range(100), 100), wanted(few, range(10), 10)], Engine(Inline(), 1))
    done = {many.key: 0, few.key: 0}
    while sum(done.values()) < 60:
        one, games = next(played)
        done[one.key] += len(games)
    assert 4 <= done[few.key] <= 7


def test_a_game_goes_through_the_store_unchanged() -> None:
    for games in all_of([setting("examples/pig.rules", 2)], 5).values():
        for game in games:
            again = read(written(game))
            again.seconds = game.seconds
            assert again == game


def test_a_setting_is_sent_and_prepared_once_for_each_worker() -> None:
    asked: list[tuple[str, bool]] = []

    class Listening(Executor):
        def __init__(self) -> None:
            self.pool = Processes(2)

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            key, sent, _ = args
            asked.append((key, sent is not None))
            future = self.pool.executor.submit(fn, *args, **kwargs)
            future.add_done_callback(lambda done: answers.append(done.result()))
            return future

    answers: list[work.WorkAnswer] = []
    listening = Listening()
    with listening.pool:
        one = setting("examples/pig.rules", 4, seed=77)
        for _ in dispatch([wanted(one, range(600))], Engine(listening, 2)):
            pass
    done = [answer for answer in answers if answer.played is not None]
    assert {answer.prepared for answer in done} == {1}
    assert len({answer.worker for answer in done}) <= 2
    assert len(done) > 6
    # It is sent again only while workers say that they do not know it.
    assert sum(sent for _, sent in asked) == sum(answer.played is None for answer in answers) <= 4


def test_a_dead_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that kill their worker always are given up one by one and told; all others are played."""
    monkeypatch.setenv("DEADLY", str(tmp_path))
    one = setting(bot="tests.experiments.failing_bots:Deadly", seed=8)
    (played,) = all_of([one], 30, Processes(2)).values()
    assert [game.number for game in played] == list(range(30))
    failed = [game for game in played if game.failure]
    assert failed
    assert all(game.failure == "3 workers died while they played it" for game in failed)
    assert len(failed) < len(list(tmp_path.iterdir()))
    assert all(game.is_finished for game in played if not game.failure)


def test_workers_that_are_killed_from_outside_cost_nothing(alone: dict[str, list[str]]) -> None:
    pool = Processes(2)

    def kill() -> None:
        for _ in range(2):
            time.sleep(0.15)
            for process in _processes(pool):
                os.kill(process, signal.SIGKILL)
                break

    killer = threading.Thread(target=kill)
    killer.start()
    slow = [setting("examples/pig.rules", 3, seed=5)]
    found = told(all_of(slow, 1500, pool))
    killer.join()
    assert found == told(all_of(slow, 1500))


def _processes(pool: Processes) -> Iterator[int]:
    import multiprocessing

    for process in multiprocessing.active_children():
        if process.pid is not None:
            yield process.pid


def test_a_rulebook_that_cannot_be_played_is_told_at_once() -> None:
    from interpreter.api.rulebook import BrokenRulebook
    from tests.experiments.small import of_text

    broken = of_text('rulebook "Broken" for 2 players\n\nplay: choose a Thing\n')
    for made in (Engine(Inline(), 1), Processes(2)):
        with pytest.raises(BrokenRulebook):
            all_of([broken], 3, made)


def test_there_is_no_other_cluster() -> None:
    with pytest.raises(ValueError, match="`dask://host:port` for a Dask scheduler"):
        engine("http://somewhere", 2)
    assert isinstance(engine(None, 1).executor, Inline)
