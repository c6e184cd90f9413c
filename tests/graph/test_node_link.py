"""A graph as networkx or as JSON is the program, neither more nor less, for every rulebook."""

from __future__ import annotations

import json
from typing import Any

import networkx
import pytest

from rulelang.compile import compile_rulebook
from rulelang.graph import node_link
from rulelang.graph.network import graph_of, program_of
from rulelang.graph.program import Decide, Program
from rulelang.graph.terms import Const, Not, Possible, Term
from rulelang.graph.walk import all_parts
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from tests.graph.test_text import ROOT, compiled, rulebooks

BOOKS = [(folder, stem) for folder in ("examples", "rulebooks") for stem in rulebooks(folder)]


def settings(folder: str, stem: str) -> list[Program]:
    """The programs for every number of players, for every variant, and with all variants together."""
    rulebook, _ = load(read_source(ROOT / folder / f"{stem}.rules").source)
    seats, variants = rulebook.seats, rulebook.variants
    wanted: list[tuple[int, tuple[str, ...]]] = [(number, ()) for number in seats]
    wanted += [(seats[place % len(seats)], (name,)) for place, name in enumerate(variants)]
    wanted += [(seats[-1], variants)] if len(variants) > 1 else []
    found = [compile_rulebook(rulebook, number, chosen, examples=True) for number, chosen in wanted]
    return [one.program for one in found if one.program is not None]


@pytest.mark.parametrize(("folder", "stem"), BOOKS)
def test_json_gives_the_same_program_back(folder: str, stem: str) -> None:
    programs = settings(folder, stem)
    assert programs
    for program in programs:
        assert node_link.read(node_link.write(program)) == program


@pytest.mark.parametrize("stem", ["pig", "kuhn_poker", "sealed_letter"])
def test_the_networkx_graph_gives_the_same_program_back(stem: str) -> None:
    for program in settings("examples", stem):
        assert program_of(graph_of(program)) == program


def test_networkx_reads_the_json_as_a_graph_of_its_own_kind() -> None:
    program = compiled("pig")
    node_link_graph: Any = networkx.node_link_graph
    graph = node_link_graph(json.loads(node_link.write(program)), edges="edges")
    assert isinstance(graph, networkx.MultiDiGraph)
    assert sorted(graph) == [node.number for node in program.nodes]
    assert {data["name"] for *_, data in graph.edges(data=True) if data["role"] == "option"} == {"Roll", "Hold"}


def test_compiling_gives_the_graph() -> None:
    rulebook, _ = load(read_source(ROOT / "examples" / "pig.rules").source)
    compilation = compile_rulebook(rulebook)
    assert compilation.graph is not None
    assert program_of(compilation.graph) == compilation.program


def test_the_graph_has_the_typed_forms_and_no_second_copy_of_them() -> None:
    program = compiled("pig")
    graph = graph_of(program)
    decide = next(decide for decide in program.nodes if isinstance(decide, Decide))
    assert graph.nodes[decide.number]["actor"] is decide.actor
    options = [data for *_, data in graph.out_edges(decide.number, data=True)]
    assert [data["effects"] for data in options] == [option.effects for option in decide.options]
    assert "nodes" not in graph.graph
    assert not any(isinstance(value, Program) for value in graph.graph.values())


def test_places_and_sentences_of_the_rulebook_are_told_by_the_graph() -> None:
    program = compiled("sealed_letter")
    again = node_link.read(node_link.write(program))
    assert isinstance(again, Program)
    spans = [(one.origin.span, other.origin.span) for one, other in zip(program.nodes, again.nodes, strict=True)]
    assert any(one is not None and "\n" in one.text for one, _ in spans)
    for one, other in spans:
        assert (one and (str(one), one.text, one.end_line)) == (other and (str(other), other.text, other.end_line))
    quoted = next(other.source.text for _, other in spans if other is not None)
    assert "glossary" not in quoted


def test_a_graph_without_some_of_its_nodes_is_numbered_anew() -> None:
    pig = graph_of(compiled("pig"))
    pig.remove_node(13)
    pig.add_edge(12, 14, role="otherwise")
    shorter = program_of(pig)
    assert isinstance(shorter, Program)
    assert [node.number for node in shorter.nodes] == list(range(len(pig)))


def test_numbers_in_terms_follow_and_what_is_gone_is_missed() -> None:
    program = compiled("sealed_letter")
    asked = next(part.node for part in all_parts(program.nodes) if isinstance(part, Possible))
    graph = graph_of(program)
    lonely = next(number for number in graph if number < asked and number != program.entry)
    graph.remove_node(lonely)
    moved = program_of(graph)
    assert isinstance(moved, Program)
    assert asked - 1 in {part.node for part in all_parts(moved.nodes) if isinstance(part, Possible)}
    graph.remove_node(program.entry)
    assert str(program_of(graph)) == f"node {program.entry}: it is gone, but is still asked for"


def test_a_term_that_stands_in_itself_is_refused() -> None:
    graph = graph_of(compiled("pig"))
    deep: Term = Const(0)
    for _ in range(5000):
        deep = Not(deep)
    graph.nodes[11]["actor"] = deep
    assert "levels" in str(program_of(graph))


def test_what_a_tool_spoils_is_told_by_its_place() -> None:
    graph = graph_of(compiled("pig"))
    decide = next(number for number, data in graph.nodes(data=True) if data["kind"] == "decide")
    graph.nodes[decide]["actor"] = "whoever likes to"
    assert f"nodes.{decide}.decide.actor" in str(program_of(graph))
    graph = graph_of(compiled("pig"))
    graph.nodes[decide]["colour"] = "blue"
    assert "colour" in str(program_of(graph))
    graph = graph_of(compiled("pig"))
    graph.add_edge(decide, 0, role="step")
    assert "no edge with the role 'step'" in str(program_of(graph))
    graph = graph_of(compiled("pig"))
    del graph.graph["layout"]
    assert "graph.layout" in str(program_of(graph))
