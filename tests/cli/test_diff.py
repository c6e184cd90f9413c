"""`rulelang diff`: every kind of difference once, with a position that shows it, and saved games that still replay."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import load
from tests.cli.conftest import ROOT, Command
from tests.cli.schemas import SCHEMAS

TIC = "examples/tic_tac_toe.rules"
PIG = "examples/pig.rules"
Change = Callable[..., Path]


@pytest.fixture
def change(tmp_path: Path) -> Change:
    """Another version of a rulebook: `change(PIG, ("old words", "new words"))`."""

    def make(path: str, *words: tuple[str, str]) -> Path:
        text = (ROOT / path).read_text(encoding="utf-8")
        for before, after in words:
            assert before in text
            text = text.replace(before, after)
        other = tmp_path / "other.rules"
        other.write_text(text, encoding="utf-8")
        return other

    return make


def test_the_same_rules_have_no_difference(rulelang: Command) -> None:
    ran = rulelang("diff", TIC, TIC, "-g", "2")
    assert (ran.code, ran.out) == (0, "0 differences in 2 games.\n")


def test_all_differences_are_listed_with_witnesses(rulelang: Command, change: Change) -> None:
    other = change(
        TIC, ("choose an empty Square", "choose an empty Square where it is not b2"), ("line of 3", "line of 2")
    )
    ran = rulelang("diff", TIC, other, "-g", "3")
    assert ran.code == 1
    assert "not possible any more: Claim Square, for example b2 (Cross decides)\n    --> examples/tic" in ran.out
    assert "the game ends earlier: the game (Nought decides)\n    after: b1; a3; a1 (luck of seed 1)" in ran.out
    assert ran.out.endswith("2 differences in 3 games.\n")
    back = rulelang("diff", other, TIC, "-g", "3").out
    assert "became possible: Claim Square, for example b2" in back
    assert "the game goes on: the game" in back


def test_settings_luck_and_where_moves_lead(rulelang: Command, change: Change) -> None:
    other = change(
        PIG,
        ("for 2 to 10", "for 2 to 8"),
        ("1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5"),
        ("as your Turn Total", "as your Turn Total plus 1"),
    )
    lines = rulelang("diff", PIG, other, "-g", "3").out.splitlines()
    assert lines[0] == "players: 2 to 10 before, now 2 to 8"
    assert any(line.startswith("chance brings something else: roll Die") for line in lines)
    assert any(line.startswith("leads elsewhere: Hold (before: Points: ") for line in lines)
    assert rulelang("diff", PIG, other, "-g", "3", "--limit", "1").out.endswith("2 differences in 3 games.\n")


def test_the_record_has_the_shape_its_schema_says(rulelang: Command, change: Change) -> None:
    record = json.loads(
        rulelang("diff", PIG, change(PIG, ("at least 100: the", "at least 90: the")), "--format", "json").out
    )
    assert set(record) == set(SCHEMAS["diff"]()["required"])
    names = set(SCHEMAS["diff"]()["properties"]["differences"]["items"]["required"])
    assert record["differences"]
    assert all(set(one) == names for one in record["differences"])


@pytest.mark.parametrize("form", ["plain", "sarif", "github", "junit"])
def test_other_tools_take_differences(rulelang: Command, change: Change, form: str) -> None:
    ran = rulelang("diff", TIC, change(TIC, ("line of 3", "line of 2")), "-g", "2", "--format", form)
    assert ran.code == 1
    assert "the game ends earlier" in ran.out


def test_saved_games_replay_or_not(rulelang: Command, change: Change, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name, moves in (("middle", ("b2", "a1")), ("corner", ("a1", "c3"))):
        session = load(ROOT / TIC).game().start(seed=1)
        for move in moves:
            session.apply(move)
        (folder / f"{name}.json").write_text(session.save(), encoding="utf-8")
    other = change(TIC, ("choose an empty Square", "choose an empty Square where it is not b2"))
    lines = rulelang("diff", TIC, other, "-g", "1", "--saved", folder).out.splitlines()
    assert f"{folder / 'corner.json'}: still replays" in lines
    assert f"{folder / 'middle.json'}: step 1 (b2) is not possible by the present rules" in lines


def test_rulebooks_without_a_common_number_of_players(rulelang: Command, change: Change) -> None:
    ran = rulelang("diff", TIC, change(PIG, ("for 2 to 10", "for 5 to 10")))
    assert ran.code == 2
    assert "no number of players" in ran.err
