"""The text form of the state graph is the oracle: one reviewable file for each example."""

from __future__ import annotations

from collections import Counter
from difflib import unified_diff
from pathlib import Path
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.compile import compile_rulebook
from rulelang.graph.designer import designer
from rulelang.graph.edges import draw
from rulelang.graph.export import export
from rulelang.graph.network import graph_of
from rulelang.graph.program import Program
from rulelang.graph.text import program_text
from rulelang.graph.walk import all_parts
from rulelang.rulebook.loading import load
from rulelang.source import read_source, source_from_text
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
    """Of a big one what is counted in it, and what a designer sees of it. The digest changes with every word."""
    program = compiled(stem, folder="rulebooks")
    assert f"{digest(program)}\n{export(designer(program), 'text')}" == golden


def digest(program: Program) -> str:
    """A graph in figures."""
    graph = graph_of(program)
    counts = {
        "cells": Counter[str](),
        "nodes": Counter(kind for _, kind in graph.nodes(data="kind")),
        "edges": Counter(role for *_, role in graph.edges(data="role")),
    }
    for region in program.layout.regions.values():
        counts["cells"][region.role] += region.length
    lines = [
        f"{what}: {', '.join(f'{n} {name}' for name, n in sorted(found.items()))}" for what, found in counts.items()
    ]
    others = f"{len(all_parts(program.nodes))} terms, {len(program.tables)} tables, {len(program.functions)} functions"
    text = program_text(program)
    return "\n".join([*lines, others, f"text: {len(text.splitlines())} lines, {crc32(text.encode()):08x}"]) + "\n"


def test_a_new_cell_and_a_new_sentence_leave_the_other_lines_as_they_are() -> None:
    """What a reviewer has to read of a change is the change."""
    path = ROOT / "examples" / "sealed_letter.rules"
    text = path.read_text(encoding="utf-8")
    head = "each player may be Protected\n"
    sentence = "    move the Card to your Discard\n"
    assert head in text
    assert sentence in text
    changed = text.replace(head, f"{head}each player has Wisdom from 0 to 9\n", 1)
    changed = changed.replace(sentence, f"{sentence}    gain 1 Wisdom\n", 1)
    programs = [compile_rulebook(load(source_from_text(str(path), one))[0]).program for one in (text, changed)]
    before, after = (program_text(program).splitlines() for program in programs if program is not None)
    told = [line for line in unified_diff(before, after, n=0) if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert 2 <= len(told) <= 12, told


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
    assert "if the number in [Offer: Bundle] is at least 2" in text
    assert "[Offer: Bundle] becomes empty" in text
    assert "Bundle[0]" not in text
