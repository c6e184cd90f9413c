"""Colours at a terminal: they change nothing that is said, and are gone where nobody can see them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.cli.board import drawn_colours, side_colours
from rulelang.cli.source_colours import coloured
from tests.cli.conftest import ROOT, Command

_MARKS = re.compile("\033\\[[0-9;]*m")


@pytest.mark.parametrize("path", sorted((ROOT / "rulebooks").glob("*.rules")), ids=lambda path: path.stem)
def test_a_line_in_colour_is_the_same_line(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    shown = [coloured(line) for line in lines]
    assert [_MARKS.sub("", line) for line in shown] == lines
    assert sum("\033" in line for line in shown) > len([line for line in lines if line]) // 2


def test_findings_show_the_rulebook_in_colour(rulelang: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "tests/cli/rulebooks/broken.rules"
    plain = rulelang("check", broken).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    in_colour = rulelang("check", broken).out
    assert _MARKS.sub("", in_colour) == plain
    assert "\033[35mrepeat\033[0m" in in_colour
    monkeypatch.setenv("NO_COLOR", "1")
    assert rulelang("check", broken).out == plain


def test_sides_have_colours_of_their_own() -> None:
    for players in (("Red", "Blue"), ("White", "Black"), ("Ann", "Ben", "Cleo", "Dan"), ("Ann", "Red")):
        assert len(set(side_colours(players))) == len(set(drawn_colours(players))) == len(players)
    assert side_colours(("Ann", "Red"))[1] == "red"


def test_the_board_at_the_table_has_the_colours_of_the_sides(
    rulelang: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("play", "examples/tic_tac_toe.rules", "--seed", "1")
    plain = rulelang(*arguments, typed="b2\na1\nq\n").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    in_colour = rulelang(*arguments, typed="b2\na1\nq\n").out
    assert _MARKS.sub("", in_colour) == plain
    assert "\033[36m\033[1mC\033[0m" in in_colour
    assert "\033[33m\033[1mN\033[0m" in in_colour
