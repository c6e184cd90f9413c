"""What a process finds around it: no compiler, a broken one, gcc alone, a home that cannot be written to. The same seed
is the same game in all of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.slow

_GAME = """
import logging, sys
logging.basicConfig(format="%(message)s", level=logging.INFO)
import interpreter
from interpreter.bots import bot, play
game = interpreter.load("examples/lantern_market.rules").game(executor=sys.argv[1])
game.executor
if sys.argv[1] == "auto":
    game.executor.wait()
session = play(game.start(7), [bot("random", seed) for seed in range(3)])
print(type(game.executor).__name__, [step.move or step.outcome for step in session.history], session.result)
"""


def played(executor: str, **environment: str) -> tuple[str, str, str]:
    """What plays, the game that is played, and what is said beside it."""
    kept = {name: value for name, value in os.environ.items() if name in {"SYSTEMROOT", "TEMP", "TMPDIR"}}
    ran = subprocess.run(
        [sys.executable, "-c", _GAME, executor], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
        env={**kept, "PYTHONPATH": str(ROOT), "PATH": "", **environment},
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    plays, _, game = ran.stdout.partition(" ")
    return plays, game, ran.stderr


@pytest.fixture(scope="module")
def expected() -> str:
    return played("python")[1]


def test_no_compiler_at_all(tmp_path: Path, expected: str) -> None:
    plays, game, said = played("native", RULELANG_CACHE=str(tmp_path))
    assert plays == "Python"
    assert game == expected
    assert said.count("\n") == 1
    assert "played in Python" in said
    assert played("auto", RULELANG_CACHE=str(tmp_path))[:2] == ("Auto", expected)


def test_a_broken_compiler_on_the_path(tmp_path: Path, expected: str) -> None:
    broken = tmp_path / "cc"
    broken.write_text("#!/bin/sh\necho 'cc1: cannot execute' >&2\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    plays, game, said = played("native", PATH=str(tmp_path), RULELANG_CACHE=str(tmp_path / "cache"))
    assert plays == "Python"
    assert game == expected
    assert said.count("\n") == 1
    assert "cannot execute" in said


def test_gcc_alone(tmp_path: Path, expected: str) -> None:
    for name in ("gcc", "as", "ld"):
        found = shutil.which(name)
        assert found is not None, "this test needs gcc"
        (tmp_path / name).symlink_to(found)
    plays, game, said = played("native", PATH=str(tmp_path), RULELANG_CACHE=str(tmp_path / "cache"))
    assert (plays, game, said) == ("Native", expected, "")


def test_a_home_that_cannot_be_written_to(expected: str) -> None:
    plays, game, said = played("native", PATH=os.environ["PATH"], HOME="/proc/none", TMPDIR="/tmp")
    assert (plays, game, said) == ("Native", expected, "")
