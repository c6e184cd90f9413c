"""Commands that play take a state graph in place of the rulebook; the others say that they need the rulebook."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import load
from rulelang.graph import node_link
from tests.cli.conftest import ROOT, Command

PIG = ROOT / "examples" / "pig.rules"


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "pig.json"
    path.write_text(node_link.write(load(PIG).game(3, examples=True).program), encoding="utf-8")
    return path


def test_a_graph_is_simulated_as_the_rulebook_is(rulelang: Command, graph: Path) -> None:
    alone = json.loads(rulelang("sim", graph, "-g", "4", "-p", "1", "--format", "json").out)
    book = json.loads(rulelang("sim", PIG, "-n", "3", "-g", "4", "-p", "1", "--format", "json").out)
    assert alone | {"moves_per_second": 0} == book | {"moves_per_second": 0}
    assert rulelang("sim", graph, "-g", "2", "-p", "2").code == 0


def test_the_examples_of_a_graph_are_tested(rulelang: Command, graph: Path) -> None:
    ran = rulelang("test", graph)
    assert ran.code == 0
    assert "examples passed" in ran.out


def test_why_not_and_replay_ask_a_graph(rulelang: Command, graph: Path, tmp_path: Path) -> None:
    refused = rulelang("why-not", graph, "Fly", "--format", "junit")
    assert (refused.code, "Fly" in refused.out) == (1, True)
    session = load(graph).game().start(seed=4)
    session.apply("Hold")
    saved = tmp_path / "saved.json"
    saved.write_text(session.save(), encoding="utf-8")
    assert "Hold" in rulelang("replay", graph, saved).out
    assert "roll Die" in rulelang("why", graph, saved).out


def test_a_graph_is_for_its_players_only(rulelang: Command, graph: Path) -> None:
    ran = rulelang("sim", graph, "-n", "2")
    assert ran.code == 2
    assert "a graph for 3 players, not for 2" in ran.err
    ran = rulelang("sim", graph, "--variant", "Early Hold")
    assert ran.code == 2
    assert "a graph with these variants" in ran.err


def test_a_damaged_graph_is_told(rulelang: Command, graph: Path) -> None:
    graph.write_text(graph.read_text(encoding="utf-8").replace('"Const"', '"Konst"', 1), encoding="utf-8")
    ran = rulelang("sim", graph)
    assert ran.code == 2
    assert "cannot be played" in ran.err
    assert "Konst" in ran.err


@pytest.mark.parametrize("command", ["check", "fmt", "book", "board", "cover", "facts", "mutate"])
def test_what_needs_the_rulebook_says_so(rulelang: Command, graph: Path, command: str) -> None:
    ran = rulelang(command, graph)
    assert ran.code == 2
    assert "is a state graph, not a rulebook" in ran.err
