"""The generated executor goes on from any node by itself, also from one that was written into the node before it."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.executor import Fault, Told, Vector
from interpreter.engine.python.executor import Python
from interpreter.engine.reference_flow import Reference
from rulelang.graph import program
from rulelang.graph.program import ChanceNode, Decide
from tests.rulebooks.library import NAMES, game, rulebook

pytestmark = pytest.mark.slow

#: Decisions of a random game from which it is tried to go on elsewhere, with so many moves in between.
DECISIONS, BETWEEN = 3, 7


def _run(executor: Python | Reference, state: Vector) -> tuple[Vector, list[Told]]:
    log: list[Told] = []
    executor.run(state, log)
    return state, log


@pytest.mark.parametrize("name", ["nine_mens_morris", "othello", "sealed_letter", "kuhn_poker"])
def test_the_way_on_from_every_node_is_that_of_the_reference(name: str) -> None:
    found = game(name, rulebook(name).players[0])
    compiled, reference, random = Python(found.program), Reference(found.program), Random(name)
    inside = [node.number for node in found.program.nodes if isinstance(node, program.Do | program.Test)]
    node_cell = found.program.layout.regions["node"].base
    state, compared = compiled.start(), 0
    for _ in range(DECISIONS):
        for number in inside:
            state[node_cell] = number
            try:
                expected = _run(reference, list(state))
            except Fault:
                # Nobody has chosen what this node asks for.
                continue
            compared += 1
            assert _run(compiled, list(state)) == expected
        state = compiled.start()
        compiled.random_playout(state, random, BETWEEN)
    assert compared >= len(inside)


@pytest.mark.parametrize("name", NAMES)
def test_playing_never_asks_the_reference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the reference was asked")

    compiled, random = game(name, rulebook(name).players[0]).executor, Random(name)
    assert isinstance(compiled, Python)
    for asked in ("run", "play", "happen", "options", "outcomes", "shuffled", "random_playout", "stage", "is_legal"):
        monkeypatch.setattr(Reference, asked, refuse)
    state = compiled.start()
    for number in range(60):
        node = compiled.node(state)
        if isinstance(node, ChanceNode):
            compiled.happen(state, compiled.draw(state, random))
        elif not isinstance(node, Decide):
            break
        elif number % 2:
            compiled.random_playout(state, random, 1)
        else:
            move = compiled.options(state)[0]
            assert compiled.is_legal(state, move)
            assert compiled.stage(state, move[:1]) is not None
            compiled.play(state, move)
