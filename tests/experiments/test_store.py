"""What was played is kept: whatever ends a run, the next one goes on; nothing is lost and nothing played twice."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.engines import Engine, Inline, Processes
from interpreter.experiments.runner import progress_of, run
from interpreter.experiments.store import ResultStore, StoreProblem
from tests.experiments.small import ROOT, all_of, setting, told

pytestmark = pytest.mark.slow

GAMES = 40
CELLS = [
    ExperimentCell("Tic-Tac-Toe", setting(), GAMES),
    ExperimentCell("Pig", setting("examples/pig.rules", 3), GAMES),
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ResultStore]:
    with ResultStore(tmp_path / "some.games") as opened:
        yield opened


def kept(store: ResultStore) -> dict[str, list[str]]:
    return told({cell.setting.key: store.games(cell.setting.key) for cell in store.cells()})


def test_cells_and_games_come_back_as_they_were(store: ResultStore) -> None:
    with Engine(Inline(), 1) as engine:
        assert run(CELLS, store, engine)
    assert store.cells() == CELLS
    assert kept(store) == told(all_of([cell.setting for cell in CELLS], GAMES))


def test_a_run_that_was_stopped_goes_on(store: ResultStore) -> None:
    played = 0
    while played < 2 * GAMES:
        with Engine(Inline(), 1) as engine:
            run(CELLS, store, engine, seconds=0.02)
        now = progress_of(CELLS, store).played
        assert now > played
        played = now
    assert kept(store) == told(all_of([cell.setting for cell in CELLS], GAMES))


def test_more_games_are_only_those_that_are_missing(store: ResultStore) -> None:
    with Engine(Inline(), 1) as engine:
        run(CELLS, store, engine)
        counted: list[int] = []
        more = [ExperimentCell(cell.book, cell.setting, GAMES + 5) for cell in CELLS]
        run(more, store, engine, done=counted.append)
    assert sum(counted) == 10


def test_games_come_in_once_however_often_they_are_added(store: ResultStore) -> None:
    games = all_of([CELLS[0].setting], 5)[CELLS[0].setting.key]
    store.add_cells(CELLS)
    store.add(CELLS[0].setting.key, games)
    store.add(CELLS[0].setting.key, games[:3])
    assert store.games(CELLS[0].setting.key) == store.games(CELLS[0].setting.key, 5)
    assert store.numbers(CELLS[0].setting.key) == set(range(5))
    assert [game.number for game in store.games(CELLS[0].setting.key, 2)] == [0, 1]


def test_a_cell_stops_when_its_rule_is_met(store: ResultStore) -> None:
    cell = ExperimentCell("Tic-Tac-Toe", setting(), 5000, ("first-player within 9%",))
    with Engine(Inline(), 1) as engine:
        run([cell], store, engine)
    games = store.games(cell.setting.key)
    assert 100 <= len(games) <= 900


PLAN = f"""books = ["{ROOT}/examples/pig.rules"]
players = [2, 3]
games = 40000
"""


def test_a_killed_run_loses_nothing_and_repeats_nothing(tmp_path: Path) -> None:
    """Killed without warning, twice, and then by Ctrl-C: what comes of it is what one run gives."""
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    command = [sys.executable, "-c", "from rulelang.cli import main; main()", "experiment", str(plan), "-p", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    counts: list[int] = []
    for how in (signal.SIGKILL, signal.SIGKILL, signal.SIGINT):
        with subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            _wait_for_games(tmp_path / "plan.games", counts[-1] if counts else 0)
            process.send_signal(how)
            _, said = process.communicate(timeout=60)
        counts.append(_count(tmp_path / "plan.games"))
        if how is signal.SIGINT:
            assert process.returncode == 130
            assert f"Kept {counts[-1]} of 80000 games" in said
            assert "Run the same command again to go on." in said
    assert 0 < counts[0] < counts[1] < counts[2] < 80000
    with ResultStore(tmp_path / "plan.games") as store:
        cells = store.cells()
        wanted = [ExperimentCell(cell.book, cell.setting, 200) for cell in cells]
        with Processes(2) as engine:
            run(wanted, store, engine)
        for cell in wanted:
            games = store.games(cell.setting.key, 200)
            assert told({"": games}) == told({"": all_of([cell.setting], 200)[cell.setting.key]})


def _wait_for_games(path: Path, more_than: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if path.exists() and _count(path) > more_than + 50:
            return
        time.sleep(0.05)
    raise AssertionError("nothing was kept")


def _count(path: Path) -> int:
    base = sqlite3.connect(path, timeout=30)
    try:
        return int(base.execute("select count(*) from games").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        base.close()


def test_a_full_disk_is_told_with_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "small.games"
    with ResultStore(path) as store:
        store.add_cells(CELLS)
        games = all_of([CELLS[1].setting], GAMES)[CELLS[1].setting.key]
        store.add(CELLS[1].setting.key, games[:5])
        pages = store._base.execute("pragma page_count").fetchone()[0]
        store._base.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(StoreProblem, match=r"no room left .* make room and run the same command again"):
            store.add(CELLS[1].setting.key, games)
        store._base.execute("pragma max_page_count = 1000000")
        assert store.numbers(CELLS[1].setting.key) == set(range(5))
        with Engine(Inline(), 1) as engine:
            run(CELLS, store, engine)
    with ResultStore(path) as again:
        assert kept(again) == told(all_of([cell.setting for cell in CELLS], GAMES))


def test_a_file_of_another_kind_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.games"
    path.write_text("Dear Ann, " * 500, encoding="utf-8")
    with pytest.raises(StoreProblem, match="holds no games"):
        ResultStore(path)
    assert path.read_text(encoding="utf-8") == "Dear Ann, " * 500
    with pytest.raises(StoreProblem, match="There is no file"):
        ResultStore(tmp_path / "none.games", must_exist=True)
