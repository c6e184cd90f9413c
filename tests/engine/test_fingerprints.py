"""Positions as numbers: always the same ones, small enough for every reader, and different for different positions."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from interpreter import Session
from rulelang.graph.terms.fingerprints import MODULUS, weight
from tests.oracle.boards import our_board
from tests.rulebooks.library import rulebook

pytestmark = pytest.mark.slow

#: More squares than any board of a rulebook has.
_SQUARES = 128


def test_numbers_are_exact_in_every_reader_of_json() -> None:
    assert MODULUS < 1 << 53


def test_the_modulus_is_prime() -> None:
    odd, halved = MODULUS - 1, 0
    while odd % 2 == 0:
        odd, halved = odd // 2, halved + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, MODULUS)
        assert power in {1, MODULUS - 1} or any(
            pow(power, 1 << times, MODULUS) == MODULUS - 1 for times in range(1, halved)
        )


def test_weights_are_the_same_everywhere() -> None:
    assert [weight(0, 0), weight(0, 1), weight(1, 0), weight(2, 5, 63)] == [
        2_271_833_220_563_812,
        2_790_468_132_112_022,
        629_523_902_117_919,
        580_824_113_221_613,
    ]


def test_weights_differ() -> None:
    found = [weight(what, number) for what in range(7) for number in range(2_000)]
    assert len(set(found)) == len(found)
    assert 0 < min(found) < max(found) < MODULUS


def test_boards_of_one_look_that_differ_in_up_to_four_squares_differ() -> None:
    """Any two sums of two squares are different, and so are differences."""
    squares = [(1 << square) % MODULUS for square in range(_SQUARES)]
    sums = [(one + other) % MODULUS for one, other in combinations(squares, 2)]
    assert len({*sums, *squares, 0}) == len(sums) + len(squares) + 1


def test_a_position_is_worked_out_as_described_and_different_boards_have_different_numbers() -> None:
    game = rulebook("go_9x9").game(2, ("Move Limit", "Superko"))
    executor, draw, past = game.executor, our_board(game, "XO", 81), game.program.layout.regions["Past"].base
    seen: dict[str, int] = {}
    for seed in range(30):
        random, state, known = Random(seed), executor.start(), 0
        while not executor.is_over(state):
            if state[past] > known:
                known, board = state[past], draw(state)
                sums = (weight(0, "XO".index(stone)) << point for point, stone in enumerate(board) if stone != ".")
                assert state[past + known] == sum(sums) % MODULUS
                seen[board] = state[past + known]
            executor.play(state, random.choice(list(executor.options(state))))
    assert len(seen) > 2_000
    assert len(set(seen.values())) == len(seen)


def _play(session: Session, moves: str) -> None:
    for move in moves.split(" "):
        session.apply(", ".join((move[:2], move[2:])))


def test_with_a_rook_less_to_castle_with_a_position_is_another() -> None:
    session = rulebook("chess").game(2).start(seed=1)
    _play(session, "a2a4 b8c6 a1a2 c6b8 a2a1 b8c6 a1a2 c6b8 a2a1")
    assert session.result is None
    _play(session, "b8c6 a1a2")
    assert session.result is not None
    assert session.result.winners == ()


def test_games_that_remember_positions_are_saved_and_go_on() -> None:
    game = rulebook("chess").game(2)
    session = game.start(seed=1)
    _play(session, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    again = game.resume(session.save())
    assert isinstance(again, Session)
    assert again.state.cells == session.state.cells
    _play(again, "f6g8")
    assert again.result is not None
    assert again.undo()
    assert again.result is None
    assert "Once Seen: position ×4" in again.observe("White").text()
