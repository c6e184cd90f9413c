"""Rock paper scissors at once, against the table of OpenSpiel."""

from __future__ import annotations

from itertools import product

import pyspiel

from tests.rulebooks.library import rulebook


def test_every_pair_of_throws_pays_alike() -> None:
    ours = rulebook("rock_paper_scissors").game(2, ["Single Throw"])
    game = pyspiel.load_game("matrix_rps")
    for throws in product(range(3), repeat=2):
        state, other = ours.executor.start(), game.new_initial_state()
        for player, throw in enumerate(throws):
            assert ours.executor.actor(state) == player
            moves = ours.executor.options(state)
            assert [ours.position(state).notation(move) for move in moves] == ["Rock", "Paper", "Scissors"]
            ours.executor.play(state, moves[throw])
        other.apply_actions(list(throws))
        assert ours.executor.is_over(state)
        shares = ours.position(state).shares()
        assert shares[0] - shares[1] == other.returns()[0], throws
