"""Random games of generated code draw exactly the legal moves: each draw leads where a legal move leads, and every
legal move is drawn at some time."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.executor import Executor, Vector
from rulelang.graph.program import ChanceNode
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow

#: Moves made in each game; where boards are large few, because all legal moves are made at each of them.
MOVES = {
    "amazons": 20, "beacons": 60, "breakthrough": 12, "chess": 6, "connect_four": 60, "english_draughts": 60,
    "go_9x9": 12, "gomoku": 4, "hex": 4, "iki": 25, "kuhn_poker": 60, "leduc_poker": 60, "liars_dice": 60,
    "nine_mens_morris": 60, "othello": 40, "pig": 60, "rock_paper_scissors": 60, "samurai": 25, "sealed_letter": 60,
    "tic_tac_toe": 60, "tokaido_duo": 40, "yamatai": 40,
}  # fmt: skip

#: With so few moves to choose from, each is drawn in so many draws but for once in a billion.
FEW, DRAWS = 8, 180


@pytest.mark.parametrize("name", MOVES)
def test_what_is_drawn_is_legal_and_all_that_is_legal_is_drawn(name: str) -> None:
    executor = game(name, 2).executor
    random = Random(name)
    state = _decision(executor, random)
    for move in range(MOVES[name]):
        after = {tuple(_played(executor, state, option)) for option in executor.options(state)}
        is_few = len(after) <= FEW and move % 3 == 0
        drawn = {tuple(_drawn(executor, state, random)) for _ in range(DRAWS if is_few else 2)}
        assert drawn <= after
        assert not is_few or drawn == after
        state = _decision(executor, random, list(random.choice(sorted(after))))


def _decision(executor: Executor, random: Random, state: Vector | None = None) -> Vector:
    """Somebody has to decide: from a state on, or from the start of a new game."""
    if state is None or executor.is_over(state):
        state = executor.start()
    while isinstance(executor.node(state), ChanceNode):
        executor.happen(state, executor.draw(state, random))
    return _decision(executor, random) if executor.is_over(state) else state


def _played(executor: Executor, state: Vector, move: tuple[int | tuple[int, ...], ...]) -> Vector:
    copied = list(state)
    executor.play(copied, move)
    return copied


def _drawn(executor: Executor, state: Vector, random: Random) -> Vector:
    copied = list(state)
    assert executor.random_playout(copied, random, 1) == 1
    return copied
