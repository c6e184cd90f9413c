"""`rulelang migrate`: a rulebook of 0.1.0 means the same afterwards, and what is left to its author is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command

pytestmark = pytest.mark.slow

BEFORE = """rulebook "Berries" for 2 players

a Berry is a token
there are 20 Berries
a Bush is a space in a circle:
    | Bush  |
    | North |
    | South |
each player has a Basket, an open area of Berries
each player has Ripe from 0 to 9

play:
    repeat 3 rounds: each player takes a turn: Pick

to Pick:
    move 1 Berry from the Box to your Basket
    move 1 Berry from the Box to North
    gain 1 Ripe

the winner is the player with the highest Ripe, otherwise shared

example "who is ahead":
    given Ann's Ripe are 3
    given Ann is about to Pick
    then Ann wins

example "level": note: both are ahead
    given Ann's Ripe are 2
    given Ben's Ripe are 2
    then Ann wins
    then Ben wins

example "over":
    given a new game
    then Ann and Ben share the win
"""


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_what_has_changed_is_rewritten(rulelang: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "berries.rules", BEFORE)
    assert rulelang("test", path).code == 1
    ran = rulelang("migrate", path)
    assert ran.code == 0, ran.out
    assert ran.out.endswith("berries.rules: 4 lines rewritten for 0.2.0.\n")
    text = path.read_text(encoding="utf-8")
    assert "in a ring:" in text
    assert "    then Ann alone would win\n" in text
    assert "    then Ann would win\n    then Ben would win\n" in text
    assert "then Ann and Ben share the win\n" in text
    assert rulelang("test", path).code == 0
    again = rulelang("migrate", path)
    assert "0 lines rewritten" in again.out
    assert path.read_text(encoding="utf-8") == text


def test_a_dry_run_changes_nothing(rulelang: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "berries.rules", BEFORE)
    ran = rulelang("migrate", path, "--dry-run")
    assert "  + then Ann alone would win\n" in ran.out
    assert "would be rewritten for 0.2.0." in ran.out
    assert path.read_text(encoding="utf-8") == BEFORE


def test_what_cannot_be_rewritten_is_told_and_left(rulelang: Command, tmp_path: Path) -> None:
    wrong = BEFORE.replace("then Ann wins", "then Ben wins", 1)
    path = written(tmp_path / "berries.rules", wrong)
    ran = rulelang("migrate", path)
    assert ran.code == 3
    assert "left as it is: " in ran.out
    assert "1 place left to you" in ran.out
    assert "    then Ben wins\n\n" in path.read_text(encoding="utf-8")


def test_mistakes_come_first(rulelang: Command, tmp_path: Path) -> None:
    path = written(tmp_path / "berries.rules", BEFORE.replace("to Pick:", "to Grab:"))
    ran = rulelang("migrate", path)
    assert ran.code == 1
    assert "There is no action `Pick`" in ran.out
    assert rulelang("migrate", "-").code == 2
