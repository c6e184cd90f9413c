"""The generated executor and the plain one agree on every rulebook, decision by decision: on a whole random game, and
on one in which the first option is always taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from interpreter.engine.executor import Executor, Move, State
from rulelang.graph.program import Decide
from tests.rulebooks.library import game, tables

pytestmark = pytest.mark.slow

#: Where the plain executor is slow, so many decisions are compared at three stages of a game instead of whole games.
FEW = {
    "backgammon": 4, "chess": 1, "english_draughts": 1, "go_9x9": 2, "hex": 1, "othello": 2, "samurai": 1, "yamatai": 6,
}  # fmt: skip
STAGES = (0, 12, 40)

#: Games that never end when the first option is always taken stop here, and long ones.
MOST = 200

Choose = Callable[[Sequence[Move]], Move]


@pytest.mark.parametrize(("name", "players"), tables())
def test_both_executors_offer_and_do_the_same(name: str, players: int) -> None:
    random = Random(f"{name} {players}")
    for moves in STAGES if name in FEW else STAGES[:1]:
        state = game(name, players).executor.start()
        if moves:
            game(name, players).executor.random_playout(state, random, moves)
        _compare(name, players, state, random.choice, random)


@pytest.mark.parametrize(("name", "players"), tables())
def test_both_executors_agree_when_the_first_option_is_always_taken(name: str, players: int) -> None:
    start = game(name, players, "reference").executor.start()
    _compare(name, players, start, lambda options: options[0], Random(f"first {name} {players}"))


def _compare(name: str, players: int, start: State, choose: Choose, random: Random) -> None:
    """Walk on with both from one position."""
    plain, generated = game(name, players, "reference").executor, game(name, players).executor
    state, twin = list(start), list(start)
    for _ in range(FEW.get(name, MOST)):
        if plain.is_over(state):
            break
        if isinstance(plain.node(state), Decide):
            options = list(plain.options(state))
            assert list(generated.options(twin)) == options
            move = choose(options)
            plain.play(state, move)
            generated.play(twin, move)
        else:
            _happen(plain, generated, state, twin, random)
        assert state == twin


def _happen(plain: Executor, generated: Executor, state: State, twin: State, random: Random) -> None:
    """Let the same thing happen in both."""
    assert generated.outcomes(twin) == plain.outcomes(state)
    outcome = plain.draw(state, random)
    plain.happen(state, outcome)
    generated.happen(twin, outcome)
