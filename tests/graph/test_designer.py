"""The designer's drawing: the author's sentences and choices, and nothing of what holds the flow together."""

from __future__ import annotations

import re

import pytest

from rulelang.compile import compile_rulebook
from rulelang.graph.designer import designer
from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.export import FORMATS, export
from rulelang.graph.export.labels import nested
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from tests.graph.test_text import ROOT, compiled, rulebooks

BOOKS = [(folder, stem) for folder in ("examples", "rulebooks") for stem in rulebooks(folder)]
#: What only the flow needs, as it reads in the drawing of every node.
_INTERNAL = re.compile(r"\[[^]]*: |way back|becomes nothing|go on$|every [A-Z]\w* where|\d in \{|square\d")


def box(drawing: Drawing, words: str) -> NodeCard:
    return next(node for node in drawing.nodes if words in (node.title, node.sentence))


def ways(drawing: Drawing, words: str) -> list[EdgeCard]:
    return [edge for edge in drawing.edges if edge.source == box(drawing, words).number]


def leads(drawing: Drawing, words: str) -> list[str]:
    sentences = {node.number: node.title or node.sentence for node in drawing.nodes} | {-1: "done"}
    return [f"{edge.label or edge.role}: {sentences[edge.target]}" for edge in ways(drawing, words)]


def test_pig_reads_like_its_rules() -> None:
    drawing = designer(compiled("pig"))
    assert [node.sentence for node in drawing.nodes] == [
        "as soon as a player's Points are at least 100: the player wins",
        "repeat turns: Take Turn",
        "Take Turn",
        "you become Rolling",
        "only if you are not Ready",
        "roll the Die",
        "repeat at most 60 times while you are Rolling",
        "choose one",
        "the game is over",
    ]
    assert leads(drawing, "Take Turn") == ["call: you become Rolling", "step: repeat turns: Take Turn"]
    assert leads(drawing, "Go On") == [
        "Roll: only if you are not Ready",
        "Hold: repeat at most 60 times while you are Rolling",
    ]
    assert drawing.entry == box(drawing, "repeat turns: Take Turn").number


def test_kinds_are_what_they_are_to_a_designer() -> None:
    drawing = designer(compiled("sealed_letter"))
    assert box(drawing, "shuffle the Deck").kind == "chance"
    assert box(drawing, "each player").kind == "loop"
    assert box(drawing, "if you are not Out: Take Turn").kind == "test"
    assert box(drawing, "the game is over").kind == "end"
    trigger = box(
        drawing, "as soon as a player's Favours are at least the player's Goal: the game ends after this round"
    )
    assert (trigger.kind, trigger.group) == ("trigger", "as soon as")
    assert not [edge for edge in drawing.edges if edge.target == trigger.number]
    assert leads(drawing, "Guard: Effect") == ["Guard: Effect: done"]


def test_a_window_stands_for_itself_once() -> None:
    path = ROOT / "tests" / "language" / "cases" / "windows.rules"
    program = compile_rulebook(load(read_source(str(path)).source)[0]).program
    assert program is not None
    drawing = designer(program)
    windows = [node for node in drawing.nodes if node.kind == "window"]
    assert [node.title for node in windows] == ["Buy", "Give Up"]
    assert not [edge for edge in drawing.edges if edge.target in {node.number for node in windows}]
    assert "Buy" not in [edge.label for edge in drawing.edges]


def test_phases_stand_in_one_another() -> None:
    groups = nested(designer(compiled("sealed_letter")))
    play = next(group for group in groups if group.title == "play")
    dealing = next(inner for inner in play.inside if inner.title == "Dealing")
    assert [inner.title for inner in dealing.inside] == ["Deal"]


@pytest.mark.parametrize(("folder", "stem"), BOOKS)
def test_nothing_internal_is_shown(folder: str, stem: str) -> None:
    program = compiled(stem, folder=folder)
    drawing = designer(program)
    words = [*(node.title for node in drawing.nodes), *(node.sentence for node in drawing.nodes)]
    words += [line for node in drawing.nodes for line in node.told] + [edge.label for edge in drawing.edges]
    assert not [line for line in words if _INTERNAL.search(line)]
    assert len(drawing.nodes) < len(program.nodes)
    numbers = {node.number for node in drawing.nodes}
    assert numbers == set(range(1, len(numbers) + 1))
    assert all(edge.source in numbers and edge.target in numbers | {-1} for edge in drawing.edges)


@pytest.mark.parametrize("stem", ["sealed_letter", "chess", "lock_keepers"])
def test_every_option_of_every_decision_is_there(stem: str) -> None:
    program = compiled(stem)
    drawing = designer(program)
    labels = {edge.label for edge in drawing.edges}
    options = [option for node in program.nodes for option in getattr(node, "options", ()) if not option.window]
    assert {option.written or option.name for option in options} <= labels


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_every_format_shows_it(form: str) -> None:
    shown = export(designer(compiled("pig")), form)
    assert "Hold" in shown
    assert "way back" not in shown


def test_examples_stand_beside_the_game() -> None:
    program = compiled("sealed_letter", examples=True)
    assert any(node.group == "example" for node in program.nodes)
    drawing, alone = designer(program), designer(compiled("sealed_letter"))
    assert "example" not in drawing.groups
    assert {node.title for node in drawing.nodes} == {node.title for node in alone.nodes}
    assert [node.kind for node in drawing.nodes].count("end") == 1
