"""The programs in `examples` run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.interpreter.games import EXAMPLES, played

pytestmark = pytest.mark.slow

ROOT = EXAMPLES.parent


def run(program: str, *arguments: str, answers: str = "") -> str:
    """The output of a program of the examples."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / program), *arguments],
        input=answers,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_embedding_takes_20_lines() -> None:
    told = run("embed_in_20_lines.py", answers="a1\na1\nb1\na2\nb2\na3\n")
    assert "a1 is not possible" in told
    assert told.endswith("Cross wins\n")
    assert len((EXAMPLES / "embed_in_20_lines.py").read_text(encoding="utf-8").splitlines()) <= 25


def test_a_bot_of_ones_own_plays() -> None:
    assert "wins" in run("custom_bot.py")


def test_a_replay_is_viewed_by_everybody_and_by_one(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    save.write_text(played("kuhn_poker", 1, 5).save(), encoding="utf-8")
    rulebook = str(EXAMPLES / "kuhn_poker.rules")
    assert "2. draw Card from the Deck to Ben's Hand: Queen" in run("replay_viewer.py", rulebook, str(save))
    assert "2. draw Card from the Deck to Ben's Hand\n" in run(
        "replay_viewer.py", rulebook, str(save), "--player", "Ann"
    )
    assert "Schieben" in run("replay_viewer.py", rulebook, str(save), "--language", "de")


@pytest.mark.parametrize("form", ["mermaid", "dot", "graphml", "json", "svg"])
def test_the_graph_is_written_for_other_tools(form: str) -> None:
    assert "decide" in run("export_graph.py", "--format", form)


def test_bots_meet_in_a_match() -> None:
    rulebook = str(EXAMPLES / "tic_tac_toe.rules")
    told = run("bot_match.py", rulebook, "--games", "2", "--iterations", "10").splitlines()
    assert [line.partition(":")[0] for line in told] == ["Tic-Tac-Toe game 0", "Tic-Tac-Toe game 1", "Tic-Tac-Toe"]
    assert told[2].startswith("Tic-Tac-Toe: mcts wins")


def test_a_bot_of_your_own_plays_in_a_match() -> None:
    rulebook, own = str(EXAMPLES / "tic_tac_toe.rules"), f"{EXAMPLES / 'custom_bot.py'}:SpoilSport"
    assert f"{own} wins" in run("bot_match.py", rulebook, "--bot", own, "--games", "1")


def test_self_play_is_the_same_in_any_number_of_processes() -> None:
    asked = ("--games", "3", "--iterations", "5")
    lines = run("self_play.py", *asked, "--processes", "2")
    assert lines == run("self_play.py", *asked, "--processes", "1")
    first = json.loads(lines.splitlines()[0])
    assert first["chosen"] in first["moves"]
    assert None in first["seen"]
    assert 0 <= first["share"] <= 1
