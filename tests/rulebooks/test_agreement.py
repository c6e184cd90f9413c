"""The generated executor and the plain one agree on every rulebook, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from rulelang.graph.program import Decide
from tests.rulebooks.library import game, tables

#: Decisions compared in each game; the plain executor is slow where boards are large.
DECISIONS = {"amazons": 2, "chess": 3, "breakthrough": 6, "go_9x9": 6, "hex": 6, "gomoku": 6, "english_draughts": 6}


@pytest.mark.parametrize(("name", "players"), tables())
def test_both_executors_offer_and_do_the_same(name: str, players: int) -> None:
    plain, generated = game(name, players, "reference").executor, game(name, players).executor
    random = Random(f"{name} {players}")
    state, twin = plain.start(), generated.start()
    left = DECISIONS.get(name, 14)
    while left and not plain.is_over(state):
        assert state == twin
        if isinstance(plain.node(state), Decide):
            left -= 1
            options = list(plain.options(state))
            assert list(generated.options(twin)) == options
            move = options[0] if left % 3 == 0 else random.choice(options)
            plain.play(state, move)
            generated.play(twin, move)
        else:
            outcome = plain.draw(state, random)
            plain.happen(state, outcome)
            generated.happen(twin, outcome)
    assert state == twin
