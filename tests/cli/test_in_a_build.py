"""Many rulebooks at once, some of which cannot be used: a build server hears of every one."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import ROOT, Command

pytestmark = pytest.mark.slow

GOOD = "examples/leduc_poker.rules"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A rulebook with a misspelt name."""
    path = tmp_path / "broken.rules"
    text = (ROOT / "examples" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    path.write_text(text.replace("choose an empty Square", "choose an empty Sqare", 1), encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["test", "cover"])
@pytest.mark.parametrize("form", ["junit", "sarif", "github"])
def test_reports_name_the_rulebook_that_cannot_be_played(
    rulelang: Command, broken: Path, command: str, form: str
) -> None:
    ran = rulelang(command, broken, GOOD, "--format", form)
    assert ran.code == 1
    assert "Sqare" in ran.out
    assert "broken.rules has 1 error and cannot be used." in ran.err
    if form == "junit":
        failed = [case for case in ElementTree.fromstring(ran.out).iter("testcase") if case.find("failure") is not None]
        assert [(case.get("classname"), case.get("name")) for case in failed] == [(str(broken), "can be played")]
    if form == "sarif":
        assert "RL0202" in [result["ruleId"] for result in json.loads(ran.out)["runs"][0]["results"]]
    if form == "github":
        assert f"::error file={broken},line=" in ran.out


def test_facts_of_the_others_are_told_all_the_same(rulelang: Command, broken: Path, tmp_path: Path) -> None:
    unread = tmp_path / "unread.rules"
    unread.write_text('rulebook "Unread" for 2 players\n\nplay:\n    frobnicate\n', encoding="utf-8")
    ran = rulelang("facts", unread, GOOD, "--format", "json")
    assert ran.code == 1
    assert [record["title"] for record in json.loads(ran.out)] == ["Leduc Poker"]


def test_the_record_of_a_rulebook_that_cannot_be_played_tells_why(rulelang: Command, broken: Path) -> None:
    records = json.loads(rulelang("test", broken, GOOD, "--format", "json").out)
    assert [bool(record["errors"]) for record in records] == [False, True]
    assert records[1]["path"] == str(broken)
    assert records[1]["errors"][0].startswith(f"{broken}:17:")


def test_coverage_of_the_others_is_told_all_the_same(rulelang: Command, broken: Path) -> None:
    ran = rulelang("cover", broken, GOOD)
    assert ran.code == 1
    assert "Leduc Poker: 100%" in ran.out


@pytest.mark.parametrize("command", ["check", "test", "fmt", "cover", "facts"])
def test_a_picture_or_a_program_is_no_rulebook(rulelang: Command, tmp_path: Path, command: str) -> None:
    path = tmp_path / "picture.rules"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0")
    ran = rulelang(command, path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: {path} is not a text, so it cannot be a rulebook.\n"


def test_a_file_is_meant_once_however_it_is_called(rulelang: Command) -> None:
    assert "checked 1 rulebook, 1 file" in rulelang("check", GOOD, f"./{GOOD}", ROOT / GOOD).out
    assert rulelang("test", GOOD, f"./{GOOD}").out.count("Leduc Poker:") == 1


def test_a_pattern_that_the_shell_has_left_is_a_pattern(rulelang: Command) -> None:
    ran = rulelang("check", "examples/kuhn*.rules", "examples/pig*.rules")
    assert (ran.code, ran.out.split(",")[0]) == (0, "All is well: checked 2 rulebooks")
    assert rulelang("check", "examples/nothing*.rules").err == "Error: There is no file examples/nothing*.rules.\n"


@pytest.mark.parametrize("command", ["test", "cover", "facts"])
def test_a_folder_of_parts_only_has_no_rulebook(rulelang: Command, tmp_path: Path, command: str) -> None:
    (tmp_path / "part.rules").write_text('library "Part"\n\na Card is a card\n', encoding="utf-8")
    ran = rulelang(command, tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: There is no whole rulebook in {tmp_path}: no file begins with `rulebook`.\n"


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("first-player 45..55", "a share is told in percents"),
        ("draws 0%..120%", "a share is from 0% to 100%"),
        ("Ann 55%..45%", "the lower number comes first"),
        ("length 10%..40%", "a length is a number of moves"),
    ],
)
def test_an_expectation_that_cannot_be_meant_is_told(rulelang: Command, expected: str, said: str) -> None:
    ran = rulelang("sim", GOOD, "-g", "1", "--expect", expected)
    assert ran.code == 2
    assert said in ran.err


def test_one_percent_sign_is_enough(rulelang: Command) -> None:
    assert "met (" in rulelang("sim", GOOD, "-g", "2", "-p", "1", "--expect", "first-player 0..100%").out


def test_a_game_without_a_name_is_not_begun(rulelang: Command) -> None:
    ran = rulelang("new", "")
    assert ran.code == 2
    assert "`` gives no name for a game." in ran.err


BREAKS = """rulebook "Breaks" for 2 players

a Card is a card
there are 4 Cards
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
setup: each player: choose a Card from the Deck, then move the Card to your Hand
play: repeat 2 turns: choose a Card from your Hand, then move the Card to the Box

example "a new game":
    given a new game
    then there is just one Card in Ann's Hand

always the Deck has no Card
"""


@pytest.mark.parametrize(
    ("command", "code"), [("test", 3), ("cover", 0), ("sim", 1), ("play", 1), ("why-not", 1), ("diff", 1)]
)
def test_rules_that_break_in_the_setup_are_no_mistake_of_ours(
    rulelang: Command, tmp_path: Path, command: str, code: int
) -> None:
    path = tmp_path / "breaks.rules"
    path.write_text(BREAKS, encoding="utf-8")
    more = {"sim": ("-g", "2", "-p", "1"), "why-not": ("x",), "diff": (GOOD,)}.get(command, ())
    ran = rulelang(command, path, *more)
    assert "mistake in RuleLang" not in ran.err
    assert ran.code == code
    if command == "test":
        assert "the rules break down: Ann: nothing is legal" in ran.out
        assert "the rules break before the first choice" in ran.out
