"""`rulelang watch`: on every save a check, the examples that have to run, and a few games."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from interpreter.cli.watch import WatchLook
from rulelang.cli import watching
from tests.cli.conftest import Command
from tests.cli.installed import FOLDER, start
from tests.cli.test_process import heard_until_it_waits

pytestmark = pytest.mark.slow

COIN = """rulebook "Coin" for 2 players
each player has Points from 0 to 9

play:
    repeat 2 rounds:
        each player takes a turn: Take

to Take: gain 1 Point

the winner is the player with the highest Points, otherwise shared

example "one":
    given Ann is about to Take
    then Ann's Points are 1

example "two":
    given Ben's Points are 2
    given Ben is about to Take
    then Ben's Points are 3
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.rules"
    path.write_text(COIN, encoding="utf-8")
    return path


def seen(look: WatchLook, capsys: pytest.CaptureFixture[str], text: str) -> tuple[int, str]:
    Path(look.path).write_text(text, encoding="utf-8")
    code = look()
    return code, capsys.readouterr().out


def test_once(rulelang: Command, coin: Path) -> None:
    ran = rulelang("watch", coin, "--once", "--games", "3")
    assert ran.code == 0
    assert "All is well" in ran.out
    assert "2 of 2 examples passed" in ran.out
    assert "3 random games for 2 players: Ann and Ben win 3." in ran.out
    assert rulelang("watch", "-").code == 2


def test_only_what_changed_runs_again_until_a_rule_changes(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    look = WatchLook(str(coin), 0)
    assert "2 of 2" in seen(look, capsys, COIN)[1]
    broken = COIN.replace("then Ben's Points are 3", "then Ben's Points are 4")
    code, said = seen(look, capsys, broken)
    assert code == 3
    assert 'FAILED "two"' in said
    assert "1 example did not change and did not run again." in said
    code, said = seen(look, capsys, broken.replace("then Ann's Points are 1", "then Ann's Points are at least 1"))
    assert code == 3
    assert "1 of 2 examples passed" in said
    code, said = seen(look, capsys, COIN)
    assert (code, "did not run" in said) == (0, False)
    code, said = seen(look, capsys, COIN.replace("gain 1 Point", "gain 2 Points"))
    assert code == 3
    assert "0 of 2 examples passed" in said


def test_a_rulebook_that_cannot_be_played_is_told_once(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = seen(WatchLook(str(coin), 1), capsys, COIN.replace("to Take:", "to Grab:"))
    assert code == 1
    assert said.count("There is no action `Take`") == 1


@pytest.mark.parametrize("with_watchfiles", [True, False])
def test_every_save_is_looked_at_until_control_c(
    tmp_path: Path, with_watchfiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tides.rules"
    path.write_text((FOLDER / "broken.rules").read_text(encoding="utf-8"), encoding="utf-8")
    if not with_watchfiles:
        blocked = tmp_path / "blocked"
        blocked.mkdir()
        (blocked / "watchfiles.py").write_text("raise ImportError\n", encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", f"{blocked}:{Path(watching.__file__).parents[2]}")
    with start("watch", path, "--games", "1") as process:
        try:
            heard_until_it_waits(process)
            path.write_text((FOLDER / "tides.rules").read_text(encoding="utf-8"), encoding="utf-8")
            heard_until_it_waits(process)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 130
    assert "Found 2 errors" in out
    assert "examples passed" in out
