"""Two graphs differ in what was changed, and in nothing else."""

from __future__ import annotations

import pytest

from rulelang.compile import compile_rulebook
from rulelang.graph.difference import GraphDifference, differences
from rulelang.graph.program import Program
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.graph.test_text import ROOT, compiled

PIG = ROOT / "examples" / "pig.rules"


def pig(old: str = "", new: str = "") -> Program:
    text = PIG.read_text(encoding="utf-8")
    assert old in text
    program = compile_rulebook(load(source_from_text("pig.rules", text.replace(old, new, 1)))[0]).program
    assert program is not None
    return program


def difference(old: Program, new: Program) -> list[str]:
    return [line for one in differences(old, new) for line in one.lines()]


@pytest.mark.parametrize("stem", ["pig", "sealed_letter", "chess"])
def test_a_graph_does_not_differ_from_itself(stem: str) -> None:
    assert difference(compiled(stem), compiled(stem)) == []


def test_an_option_that_is_gone_is_told_where_it_was() -> None:
    told = difference(pig(), pig("            Hold\n", ""))
    assert "~ Take Turn / Go On: decide Go On" in told
    assert [line for line in told if "    - option; Hold" in line]
    assert not [line for line in told if line.startswith("+")]


def test_another_number_is_told_with_the_words_around_it() -> None:
    told = difference(pig(), pig("your Turn Total becomes 0", "your Turn Total becomes 1"))
    assert told[0].startswith("~ ")
    assert "Turn Total becomes 0" in told[1]
    assert "Turn Total becomes 1" in told[2]


def test_cells_tables_and_the_winner_are_told() -> None:
    assert "~ cell player's Points" in difference(pig(), pig("Points from 0 to 105", "Points from 0 to 110"))
    assert "~ table die faces" in difference(pig(), pig("1, 2, 3, 4, 5, 6", "1, 2, 3, 4, 5, 7"))
    added = pig("# The end", "the winner is the player with the highest Points, otherwise shared\n\n# The end")
    assert "~ winner" in difference(pig(), added)


def test_a_difference_says_what_it_is_apart_from_its_lines() -> None:
    found = differences(pig(), pig("your Turn Total becomes 0", "your Turn Total becomes 1"))
    assert [(one.change, len(one.gone), len(one.new)) for one in found] == [("changed", 1, 1)]
    assert differences(pig(), pig("Points from 0 to 105", "Points from 0 to 110"))[0] == GraphDifference(
        "changed", "cell player's Points"
    )
