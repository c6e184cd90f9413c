"""`rulelang check`: findings, formats, exit codes, settings, fixes, and files that cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile
from tests.cli.conftest import Command
from tests.cli.schemas import SCHEMAS

GOOD = "examples/tic_tac_toe.rules"
#: Its pawns may have nowhere to go.
OPEN = "examples/breakthrough.rules"
PROVED = "tests/cli/rulebooks/tides.rules"
BAD = 'rulebook "Bad" for 2 players\n\nplay:\n    repeat turns: Fly Away\n'


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.rules"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_a_good_rulebook_says_what_was_checked(rulelang: Command) -> None:
    ran = rulelang("check", PROVED)
    assert (ran.code, ran.out) == (
        0,
        "All is well: checked 1 rulebook, 1 file, for 2 and 3 players, with 1 variant.\n",
    )


def test_open_questions_are_counted_and_listed_when_asked_for(rulelang: Command) -> None:
    ran = rulelang("check", OPEN)
    assert (ran.code, ran.out) == (
        0,
        "All is well: checked 1 rulebook, 2 files, for 2 players. 1 question left unproved: list with --unproved.\n",
    )
    listed = rulelang("check", OPEN, "--unproved", "--format", "concise")
    assert listed.code == 0
    assert listed.out.startswith(f"{OPEN}:30:5: unproved[RL0514]: ")
    assert listed.out.endswith("1 question left unproved.\n")


@pytest.mark.parametrize(("form", "shown"), [("github", False), ("json", True), ("sarif", True), ("junit", True)])
def test_programs_get_open_questions_unasked(rulelang: Command, form: str, shown: bool) -> None:
    ran = rulelang("check", OPEN, "--format", form)
    assert ran.code == 0
    assert ("RL0514" in ran.out) == shown


def test_proof_can_be_asked_for(rulelang: Command) -> None:
    ran = rulelang("check", OPEN, "--fail-level", "unproved")
    assert ran.code == 4
    assert "RL0514" in ran.out
    assert rulelang("check", PROVED, "--fail-level", "unproved").code == 0


def test_a_folder_is_checked_with_its_parts(rulelang: Command) -> None:
    ran = rulelang("check", "rulebooks", "--format", "concise", "--fail-level", "error")
    assert "4 rulebooks" in ran.out


def test_findings_give_code_1_and_their_place(rulelang: Command, bad: Path) -> None:
    ran = rulelang("check", bad)
    assert ran.code == 1
    assert f"{bad}:4:" in ran.out
    assert "Found 1 error" in ran.out


@pytest.mark.parametrize("form", ["text", "plain", "concise", "json", "sarif", "github", "junit"])
def test_every_format_speaks_of_the_finding(rulelang: Command, bad: Path, form: str) -> None:
    ran = rulelang("check", bad, "--format", form)
    assert ran.code == 1
    assert "Fly Away" in ran.out


def test_json_has_the_shape_its_schema_says(rulelang: Command, bad: Path) -> None:
    ran = rulelang("check", bad, "--format", "json")
    records = json.loads(ran.out)
    shape = SCHEMAS["check"]()["$defs"]["DiagnosticRecord"]
    assert records
    assert all(set(shape["required"]) <= set(record) <= set(shape["properties"]) for record in records)
    assert "Found 1 error" in ran.err


def test_a_clean_list_is_empty(rulelang: Command) -> None:
    assert json.loads(rulelang("check", PROVED, "--format", "json").out) == []


def test_standard_input(rulelang: Command) -> None:
    ran = rulelang("check", "-", typed=BAD)
    assert ran.code == 1
    assert "<standard input>:4:" in ran.out


def test_codes_can_be_ignored_and_selected(rulelang: Command, bad: Path) -> None:
    code = json.loads(rulelang("check", bad, "--format", "json").out)[0]["code"]
    assert rulelang("check", bad, "--ignore", code).code == 0
    assert rulelang("check", bad, "--ignore", code[:4]).code == 0
    assert rulelang("check", bad, "--select", code).code == 1
    assert rulelang("check", bad, "--select", "RL09").code == 0


def test_settings_of_the_folder_hold(rulelang: Command, bad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bad.parent)
    (bad.parent / "rulelang.toml").write_text('format = "concise"\n', encoding="utf-8")
    assert rulelang("check", bad).out.startswith(f"{bad}:4:")
    (bad.parent / "rulelang.toml").unlink()
    (bad.parent / "pyproject.toml").write_text('[tool.rulelang]\nignore = ["RL"]\n', encoding="utf-8")
    assert rulelang("check", bad).code == 0


@pytest.mark.parametrize("text", ["colour = true", "select = 3", 'format = "pink"', "not toml"])
def test_wrong_settings_are_said(rulelang: Command, bad: Path, text: str) -> None:
    settings = bad.parent / "other.toml"
    settings.write_text(text, encoding="utf-8")
    ran = rulelang("check", bad, "--config", settings)
    assert ran.code == 2
    assert str(settings) in ran.err


def test_safe_fixes_are_made(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "tabs.rules"
    text = Path(GOOD).read_text(encoding="utf-8").replace("    repeat turns", "\trepeat turns", 1)
    path.write_text(text, encoding="utf-8")
    before = json.loads(rulelang("check", path, "--format", "json").out)
    safe = [found for found in before if any(fix["safety"] == "safe" for fix in found["fixes"])]
    assert safe
    ran = rulelang("check", path, "--fix")
    assert "Fixed" in ran.out
    assert "\t" not in path.read_text(encoding="utf-8")
    assert ran.code == 0


def test_missing_files_are_said_with_a_guess(rulelang: Command) -> None:
    ran = rulelang("check", "examples/tictactoe.rules")
    assert ran.code == 2
    assert ran.err == "Error: There is no file examples/tictactoe.rules. Did you mean examples/tic_tac_toe.rules?\n"


def test_a_folder_without_rulebooks_is_said(rulelang: Command, tmp_path: Path) -> None:
    ran = rulelang("check", tmp_path)
    assert ran.code == 2
    assert str(tmp_path) in ran.err


def test_bytes_that_are_no_text_are_a_finding(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "damaged.rules"
    path.write_bytes(b'rulebook "Bad\xff" for 2 players\n\nplay:\n    repeat turns: you win\n')
    assert rulelang("check", path).code == 1


def test_a_part_alone_is_checked_through_its_rulebook(rulelang: Command) -> None:
    ran = rulelang("check", "rulebooks/samurai_map.rules", "--fail-level", "error")
    assert "checked 1 rulebook, 1 file" in ran.out


def test_a_rulebook_whose_first_line_cannot_be_read_is_read_once(
    rulelang: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []

    def counted(source: SourceFile) -> tuple[WrittenRulebook, tuple[Diagnostic, ...]]:
        read.append(source)
        return load(source)

    monkeypatch.setattr("rulelang.cli.checking.load", counted)
    (tmp_path / "odd.rules").write_text('rulebook "Odd" for 2 players\n    gain the Coins of Coins\n', encoding="utf-8")
    assert rulelang("check", str(tmp_path / "odd.rules")).code == 1
    assert len(read) == 1


def test_a_folder_is_no_rulebook_to_play(rulelang: Command, tmp_path: Path) -> None:
    ran = rulelang("sim", tmp_path)
    assert ran.code == 2
    assert ran.err == f"Error: {tmp_path} is a folder; give the name of a file.\n"


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_code_that_nothing_has_is_no_reason_to_be_glad(rulelang: Command, option: str) -> None:
    ran = rulelang("check", "examples/pig.rules", option, "RL02,RX07")
    assert ran.code == 2
    assert "No finding has a code that begins with RX07." in ran.err
