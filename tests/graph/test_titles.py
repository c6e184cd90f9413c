"""Titles are for people: a game whose nodes are called otherwise is the same game."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import load
from rulelang.graph import node_link
from rulelang.graph.designer import designer
from rulelang.graph.program import End, Program
from rulelang.tuning.fast_dataclass import replace
from tests.graph.test_text import compiled

GAMES = ["kuhn_poker", "sealed_letter"]


def renamed(program: Program) -> Program:
    """Every title the wrong way round, and none two of a kind."""
    nodes = (node if isinstance(node, End) else replace(node, title=f"{node.number} {node.title[::-1]}")
             for node in program.nodes)  # fmt: skip
    return replace(program, nodes=tuple(nodes))


def told(program: Program, path: Path) -> list[object]:
    """What is offered to whom, what each learns, and why things are so, in one random game."""
    path.write_text(node_link.write(program), encoding="utf-8")
    session, random, found = load(path).game().start(seed=2), Random(3), []
    for _ in range(12):
        decision = session.decision
        if decision is None:
            break
        options = list(decision.options)
        found += [decision.player, *map(str, options), *(str(session.observe(seat)) for seat in range(program.players))]
        session.apply(random.choice(options))
    return [*found, session.state, *session.events()]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_in_play_hangs_on_a_title(name: str, tmp_path: Path) -> None:
    program = compiled(name)
    assert told(program, tmp_path / "one.json") == told(renamed(program), tmp_path / "other.json")


@pytest.mark.parametrize("name", GAMES)
def test_the_drawing_has_the_same_boxes(name: str) -> None:
    one, other = designer(compiled(name)), designer(renamed(compiled(name)))
    assert [(box.kind, box.group) for box in one.nodes] == [(box.kind, box.group) for box in other.nodes]
    assert [(edge.source, edge.target, edge.role) for edge in one.edges] == [
        (edge.source, edge.target, edge.role) for edge in other.edges
    ]
