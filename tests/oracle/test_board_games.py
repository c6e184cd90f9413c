"""Random games in lockstep with OpenSpiel: before every move the same board, the same player and the same legal moves,
and at the end the same result."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

from interpreter import Game
from rulelang.graph.program import Decide
from tests.oracle import boards, budget
from tests.oracle.keys import our_key
from tests.oracle.pairs import PAIRS, Pair
from tests.rulebooks.library import rulebook

#: So long is a random game of a pair at least; a comparison that stops earlier has not compared anything.
SHORTEST = 4


def _play(pair: Pair, ours: Game, random: Random) -> int:
    """One random game on both sides; how many moves were compared."""
    executor, draw = ours.executor, boards.our_board(ours, pair.letters, pair.spaces)
    state, other, made = executor.start(), pyspiel.load_game(pair.other).new_initial_state(), 0
    while not other.is_terminal():
        node = executor.node(state)
        assert isinstance(node, Decide), str(other)
        assert draw(state) == pair.drawn(other)
        turn = other.current_player()
        assert executor.actor(state) == (1 - turn if pair.swapped else turn), str(other)
        mine = {our_key(ours, node, move): move for move in executor.options(state)}
        theirs = dict(pair.moves(other))
        assert mine.keys() == theirs.keys(), str(other)
        assert executor.count(state) == len(mine)
        eager = (pair.eager,) in theirs and random.randrange(3) == 0
        key = (pair.eager,) if eager else random.choice(list(theirs))
        executor.play(state, mine[key])
        before, action = theirs[key]
        other = before.child(action)
        made += 1
    assert draw(state) == pair.drawn(other)
    if not pair.ended_otherwise(other):
        assert executor.is_over(state), str(other)
        shares, returns = ours.position(state).shares(), other.returns()
        first = returns[1] if pair.swapped else returns[0]
        assert shares[0] - shares[1] == first, str(other)
    return made


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_random_games_agree(pair: Pair) -> None:
    ours = rulebook(pair.name).game(2, pair.variants)
    for number in budget.games():
        assert _play(pair, ours, Random(number)) >= SHORTEST, f"game {number}"
