"""Every executor agrees with the plain one on every rulebook, decision by decision: on a whole random game, and on one
in which the first option is always taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from interpreter.engine.executor import Executor, Move, Vector
from interpreter.engine.executors import EXECUTORS
from rulelang.graph.program import Decide
from tests.rulebooks.library import game, rulebook, tables

pytestmark = pytest.mark.slow

#: Where the plain executor is slow, so many decisions are compared at three stages of a game instead of whole games.
FEW = {
    "backgammon": 4, "chess": 1, "english_draughts": 1, "go_9x9": 2, "hex": 1, "othello": 2, "samurai": 1, "yamatai": 6,
}  # fmt: skip
STAGES = (0, 12, 40)

#: Games that never end when the first option is always taken stop here, and long ones.
MOST = 120


def _others(name: str, players: int) -> list[str]:
    """Those that are held against the plain one. Compiling takes its time: that is done for the fewest players."""
    left_out = {"reference"} if players == rulebook(name).players[0] else {"reference", "native"}
    return sorted(EXECUTORS.keys() - left_out)


Choose = Callable[[Sequence[Move]], Move]


@pytest.mark.parametrize(("name", "players"), tables())
def test_all_executors_offer_and_do_the_same(name: str, players: int) -> None:
    random = Random(f"{name} {players}")
    for moves in STAGES if name in FEW else STAGES[:1]:
        state = game(name, players).executor.start()
        if moves:
            game(name, players).executor.random_playout(state, random, moves)
        _compare(name, players, state, random.choice, random)


@pytest.mark.parametrize(("name", "players"), tables())
def test_all_executors_agree_when_the_first_option_is_always_taken(name: str, players: int) -> None:
    start = game(name, players, "reference").executor.start()
    _compare(name, players, start, lambda options: options[0], Random(f"first {name} {players}"))


def _compare(name: str, players: int, start: Vector, choose: Choose, random: Random) -> None:
    """Walk on with all of them from one position."""
    plain = game(name, players, "reference").executor
    others = [game(name, players, other).executor for other in _others(name, players)]
    state, twins = list(start), [list(start) for _ in others]
    for _ in range(FEW.get(name, MOST)):
        if plain.is_over(state):
            break
        if isinstance(plain.node(state), Decide):
            options = list(plain.options(state))
            move = choose(options)
            for other, twin in zip(others, twins, strict=True):
                assert list(other.options(twin)) == options
                assert other.count(twin) == len(options)
                other.play(twin, move)
            plain.play(state, move)
        else:
            _happen(plain, others, state, twins, random)
        assert all(twin == state for twin in twins)


def _happen(plain: Executor, others: list[Executor], state: Vector, twins: Sequence[Vector], random: Random) -> None:
    """Let the same thing happen in all of them."""
    outcome = plain.draw(state, random)
    for other, twin in zip(others, twins, strict=True):
        assert other.outcomes(twin) == plain.outcomes(state)
        other.happen(twin, outcome)
    plain.happen(state, outcome)
