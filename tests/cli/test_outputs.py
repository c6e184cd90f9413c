"""The ending of a file says in which format it is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from interpreter import load
from tests.cli.conftest import ROOT, Command

PIG = ROOT / "examples" / "pig.rules"
ROWS = ROOT / "examples" / "tic_tac_toe.rules"


@pytest.mark.parametrize(
    ("arguments", "name", "beginning"),
    [
        (("graph", PIG), "pig.svg", "<svg"),
        (("graph", PIG), "pig.dot", "digraph"),
        (("graph", PIG), "PIG.GV", "digraph"),
        (("graph", PIG), "pig.mmd", "flowchart"),
        (("graph", PIG), "pig.graphml", "<?xml"),
        (("graph", PIG), "pig.json", '{\n "format": "rulelang graph 1"'),
        (("graph", PIG), "pig.txt", "Pig for 2 players"),
        (("graph", PIG), "pig", "Pig for 2 players"),
        (("graph", PIG, "--full"), "pig.txt", "state graph"),
        (("graph", PIG, "--format", "dot"), "pig.svg", "digraph"),
        (("book", PIG), "pig.md", "# Pig"),
        (("book", PIG), "pig.html", "<!doctype html>"),
        (("board", ROWS), "board.svg", "<svg"),
        (("sim", PIG, "-g", "2", "-p", "1"), "pig.html", "<!doctype html>"),
        (("sim", PIG, "-g", "2", "-p", "1"), "pig.json", "{"),
        (("cover", ROWS), "rows.xml", "<?xml"),
        (("cover", ROWS), "rows.html", "<!doctype html>"),
    ],
)
def test_the_ending_chooses_the_format(
    rulelang: Command, tmp_path: Path, arguments: tuple[str | Path, ...], name: str, beginning: str
) -> None:
    assert rulelang(*arguments, "-o", tmp_path / name).code == 0
    assert (tmp_path / name).read_text(encoding="utf-8").lower().startswith(beginning.lower())


@pytest.mark.parametrize(
    ("arguments", "name"), [(("graph", PIG), "a.png"), (("board", ROWS), "a.pdf"), (("book", PIG), "a.svg")]
)
def test_what_cannot_be_written_is_told(
    rulelang: Command, tmp_path: Path, arguments: tuple[str | Path, ...], name: str
) -> None:
    ran = rulelang(*arguments, "-o", tmp_path / name)
    assert ran.code == 2
    assert "does not write" in ran.err
    assert not (tmp_path / name).exists()


def test_a_graph_is_read_like_a_rulebook(rulelang: Command, tmp_path: Path) -> None:
    file = tmp_path / "pig.json"
    assert rulelang("graph", PIG, "-n", "3", "-o", file).code == 0
    again = tmp_path / "again.json"
    assert rulelang("graph", file, "-o", again).code == 0
    assert again.read_text(encoding="utf-8") == file.read_text(encoding="utf-8")
    assert rulelang("graph", file, "-n", "3").code == 0
    assert rulelang("graph", file, "-n", "2").code == 2
    assert rulelang("graph", file, "--variant", "Early Hold").code == 2
    assert "not a rulebook" in rulelang("check", file, "--format", "plain").err + rulelang("sim", file).err


def test_a_damaged_graph_is_told_with_exit_code_2(rulelang: Command, tmp_path: Path) -> None:
    file = tmp_path / "pig.json"
    rulelang("graph", PIG, "-o", file)
    record = json.loads(file.read_text(encoding="utf-8"))
    record["edges"][3]["target"] = 999
    file.write_text(json.dumps(record), encoding="utf-8")
    ran = rulelang("graph", file)
    assert ran.code == 2
    assert "-> 999: it begins or ends at a node that is not there" in ran.err
    assert load(file).diagnostics


def test_the_whole_game_cannot_be_written_in_part(rulelang: Command) -> None:
    assert rulelang("graph", PIG, "--format", "json", "--group", "Take Turn").code == 2


def test_the_command_says_whether_there_is_a_difference(rulelang: Command) -> None:
    same = rulelang("graph", "--diff", PIG, PIG)
    assert (same.code, same.out) == (0, "The graphs are the same.\n")
    other = rulelang("graph", "--diff", PIG, ROOT / "examples" / "tic_tac_toe.rules")
    assert other.code == 1
    assert "+ Claim Square" in other.out
    assert rulelang("graph", "--diff", PIG, PIG, "--format", "svg").code == 2


def test_the_command_shows_the_lowered_form_and_python(rulelang: Command, tmp_path: Path) -> None:
    file = tmp_path / "pig.py"
    assert rulelang("graph", PIG, "-o", file).code == 0
    assert "def _list_" in file.read_text(encoding="utf-8")
    every, some = rulelang("graph", PIG, "--after", "dead_stores").out, rulelang("graph", PIG, "--after", "steps").out
    assert "step at_0():" in every
    assert every != some
    assert every != rulelang("graph", PIG, "--without", "dead_stores").out
    unknown = rulelang("graph", PIG, "--after", "magic")
    assert unknown.code == 2
    assert "There is no pass 'magic'; there are: simplify" in unknown.err
    assert rulelang("graph", PIG, "--after", "steps", "--format", "svg").code == 2
    assert rulelang("graph", PIG, "--after", "steps", "--format", "python").code == 2


def test_the_command_analyses(rulelang: Command) -> None:
    ran = rulelang("graph", PIG, "--analyse")
    assert ran.code == 0
    assert "loops (strongly connected parts): 1" in ran.out
    assert '"decisions": [' in rulelang("graph", PIG, "--analyse", "--format", "json").out
    assert rulelang("graph", PIG, "--analyse", "--format", "dot").code == 2


@pytest.mark.parametrize("asked", [("check", "--format", "sarif"), ("sim", "-g", "1"), ("read",), ("test",)])
def test_a_name_of_a_file_that_is_no_text_is_no_hindrance(
    rulelang: Command, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    path = tmp_path / os.fsdecode(b"gr\xfcn.rules")
    path.write_bytes((ROOT / "examples" / "tic_tac_toe.rules").read_bytes())
    command, *options = asked
    assert rulelang(command, str(path), *options).code == 0
