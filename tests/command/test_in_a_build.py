"""Many rulebooks at once, some of which cannot be used: a build server hears of every one."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.command.conftest import ROOT, Command

GOOD = "examples/pig.rules"


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
    assert [record["title"] for record in json.loads(ran.out)] == ["Pig"]


def test_the_record_of_a_rulebook_that_cannot_be_played_tells_why(rulelang: Command, broken: Path) -> None:
    records = json.loads(rulelang("test", broken, GOOD, "--format", "json").out)
    assert [bool(record["errors"]) for record in records] == [False, True]
    assert records[1]["path"] == str(broken)
    assert records[1]["errors"][0].startswith(f"{broken}:17:")


def test_coverage_of_the_others_is_told_all_the_same(rulelang: Command, broken: Path) -> None:
    ran = rulelang("cover", broken, GOOD)
    assert ran.code == 1
    assert "Pig: 100%" in ran.out


@pytest.mark.parametrize("command", ["check", "test", "fmt", "cover", "facts"])
def test_a_picture_or_a_program_is_no_rulebook(rulelang: Command, tmp_path: Path, command: str) -> None:
    path = tmp_path / "picture.rules"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0")
    ran = rulelang(command, path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"Error: {path} is not a text, so it cannot be a rulebook.\n"
