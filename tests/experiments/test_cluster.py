"""A Dask cluster of several processes gives the same games, also when workers are killed meanwhile."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from interpreter.experiments.engines import Dask, EngineLost, engine
from tests.experiments.small import ROOT, all_of, setting, told

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

SETTINGS = [setting("examples/pig.rules", 3, seed=9), setting(bot="greedy", seed=4)]
GAMES = 400


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A scheduler and workers, each a process of its own, as `dask scheduler` and `dask worker` start them."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False"}
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
        env=environment, cwd=folder, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert scheduler.stderr is not None
    address = next(found[1] for line in scheduler.stderr if (found := re.search(r"tcp://([\d.]+:\d+)", line)))
    threading.Thread(target=scheduler.stderr.read, daemon=True).start()
    started = [
        subprocess.Popen(
            [*dask, "worker", f"tcp://{address}", "--nthreads", "1", "--no-nanny", "--no-dashboard"],
            env=environment, cwd=folder, stderr=subprocess.DEVNULL, text=True,
        )
        for _ in range(workers)
    ]  # fmt: skip
    try:
        yield address, started
    finally:
        for process in (*started, scheduler):
            process.kill()
            process.wait()


def connected(address: str, workers: int) -> Dask:
    """Waits until all workers are there."""
    found = engine(f"dask://{address}", 1)
    assert isinstance(found, Dask)
    found.wait_for(workers)
    return found


def test_a_cluster_gives_the_same_games_and_outlives_its_workers(tmp_path: Path) -> None:
    expected = told(all_of(SETTINGS, GAMES))
    with cluster(tmp_path, 3) as (address, workers):
        assert told(all_of(SETTINGS, GAMES, connected(address, 3))) == expected

        def kill() -> None:
            time.sleep(0.4)
            workers[0].send_signal(signal.SIGKILL)

        threading.Thread(target=kill).start()
        more = [setting("examples/pig.rules", 3, seed=seed) for seed in (5, 6)]
        found = told(all_of(more, 1500, connected(address, 3)))
        assert workers[0].wait(10) == -signal.SIGKILL
        assert found == told(all_of(more, 1500))


def test_a_cluster_of_its_own_gives_the_same_games() -> None:
    small = [setting("examples/pig.rules", 2, seed=3)]
    found = engine("local", 2)
    assert found.width == 2
    assert told(all_of(small, 60, found)) == told(all_of(small, 60))


def test_a_scheduler_that_is_not_there_is_told() -> None:
    with pytest.raises(EngineLost, match=r"There is no Dask scheduler at tcp://127.0.0.1:9"):
        engine("dask://127.0.0.1:9", 2)
