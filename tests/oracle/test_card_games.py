"""Whole game trees of small games with hidden cards and dice, walked on both sides at once: the same players, as many
moves in the same order, and the same chips won at each end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyspiel
import pytest

from interpreter import Game
from interpreter.execute.interface import State
from tests.oracle.boards import Other
from tests.rulebooks.library import rulebook


@dataclass(frozen=True)
class Tree:
    """A game small enough to walk through. `drawn`: the number of the card in the order of OpenSpiel is that of our
    piece. `ends`: how many ends the tree has, as published.

    Both sides list moves in one order: fold or check, call or bet, raise.
    """

    name: str
    other: str
    players: int
    ends: int


TREES = [
    Tree("kuhn_poker", "kuhn_poker", 2, 30),
    Tree("kuhn_poker", "kuhn_poker(players=3)", 3, 312),
    Tree("leduc_poker", "leduc_poker", 2, 5_520),
]


def _walk(ours: Game, state: State, other: Other, won: Callable[[State], list[int]]) -> int:
    """Both sides stand at the same point; how many ends lie beyond it."""
    executor = ours.executor
    assert executor.is_over(state) == other.is_terminal()
    if other.is_terminal():
        assert won(state) == [round(chips) for chips in other.returns()], str(other)
        return 1
    ends = 0
    if other.is_chance_node():
        outcomes = executor.outcomes(state)
        assert outcomes is not None
        pieces = [piece for piece, weight in outcomes for _ in range(weight)]
        assert len({weight for _, weight in outcomes}) == 1
        actions = other.legal_actions()
        assert len(pieces) == len(actions)
        for piece, action in zip(pieces, actions, strict=True):
            child = list(state)
            executor.happen(child, piece)
            ends += _walk(ours, child, other.child(action), won)
        return ends
    assert executor.actor(state) == other.current_player(), str(other)
    moves, actions = executor.options(state), other.legal_actions()
    assert len(moves) == len(actions) == executor.count(state), str(other)
    for move, action in zip(moves, actions, strict=True):
        child = list(state)
        executor.play(child, move)
        ends += _walk(ours, child, other.child(action), won)
    return ends


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.other)
def test_whole_trees_agree(tree: Tree) -> None:
    ours = rulebook(tree.name).game(tree.players)
    chips = ours.program.layout.regions["player's Chips"]

    def won(state: State) -> list[int]:
        return [state[chips.base + player] - chips.start[player] for player in range(tree.players)]

    assert _walk(ours, ours.executor.start(), pyspiel.load_game(tree.other).new_initial_state(), won) == tree.ends
