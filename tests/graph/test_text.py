"""The text form of the state graph is the oracle: one reviewable file for each example."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.compile import compile_rulebook
from rulelang.graph.edges import draw
from rulelang.graph.program import Program
from rulelang.graph.text import program_text
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from rulelang.tree import nodes as tree

ROOT = Path(__file__).parents[2]


def rulebooks(folder: str = "examples") -> list[str]:
    found = []
    for path in sorted((ROOT / folder).glob("*.rules")):
        if path.read_text(encoding="utf-8").startswith("rulebook"):
            found.append(path.stem)
    return found


def compiled(stem: str, players: int | None = None, folder: str = "examples", *, examples: bool = False) -> Program:
    rulebook, _ = load(read_source(ROOT / folder / f"{stem}.rules").source)
    assert isinstance(rulebook.header, tree.RulebookHeader)
    program = compile_rulebook(rulebook, players, examples=examples).program
    assert program is not None
    return program


@pytest.mark.parametrize("stem", rulebooks())
def test_every_example_has_the_graph_it_had(stem: str, golden: SnapshotAssertion) -> None:
    assert program_text(compiled(stem)) == golden


@pytest.mark.parametrize("stem", rulebooks("rulebooks"))
def test_every_big_rulebook_has_the_graph_it_had(stem: str, golden: SnapshotAssertion) -> None:
    assert program_text(compiled(stem, folder="rulebooks")) == golden


def test_the_same_text_gives_the_same_graph() -> None:
    assert program_text(compiled("pig", 3)) == program_text(compiled("pig", 3))


def test_another_number_of_players_gives_another_graph() -> None:
    assert program_text(compiled("pig", 2)) != program_text(compiled("pig", 3))


def test_a_group_is_a_part_of_the_whole() -> None:
    program = compiled("pig")
    part = program_text(program, "Take Turn")
    assert "option Hold" in part
    assert "-- as soon as" not in part
    assert all(line in program_text(program).splitlines() for line in part.splitlines())


def test_every_edge_leads_from_a_node_to_a_node() -> None:
    for stem in ("pig", "sealed_letter", "chess"):
        drawing = draw(compiled(stem))
        numbers = {node.number for node in drawing.nodes}
        assert all(edge.source in numbers and edge.target in numbers for edge in drawing.edges)


def test_where_things_stand_is_told_when_asked() -> None:
    program = compiled("tic_tac_toe")
    assert "tic_tac_toe.rules:" in program_text(program, lines=True)
    assert "tic_tac_toe.rules:" not in program_text(program)


def test_a_handful_is_counted_and_emptied_in_words() -> None:
    path = ROOT / "tests" / "language" / "cases" / "sub_handfuls.rules"
    program = compile_rulebook(load(read_source(str(path)).source)[0]).program
    assert program is not None
    text = program_text(program)
    assert "if the number in [Offer: Bundle] >= 2" in text
    assert "[Offer: Bundle] becomes empty" in text
    assert "Bundle[0]" not in text
