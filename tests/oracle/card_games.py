"""Games with hidden cards on both sides: the same players, moves, chances, and chips won at each end. They are small
enough for whole game trees; random games go the same ways."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import pyspiel

from interpreter import Game
from interpreter.engine.executor import Move, Vector
from tests.oracle.boards import Other
from tests.oracle.same import option_name, same, same_chances
from tests.rulebooks.library import rulebook


@dataclass(frozen=True)
class Tree:
    """A game small enough to walk through. The number of a card in the order of OpenSpiel is that of our piece.
    `words`: what our moves are called there. `ends`: how many ends the tree has, as published."""

    name: str
    other: str
    players: int
    words: tuple[tuple[str, str], ...]
    ends: int

    def __str__(self) -> str:
        return self.other


_KUHN = (("Check", "Pass"), ("Bet", "Bet"), ("Fold", "Pass"), ("Call", "Bet"))
_LEDUC = (("Fold", "Fold"), ("Call", "Call"), ("Raise Stake", "Raise"))

TREES = [
    Tree("kuhn_poker", "kuhn_poker", 2, _KUHN, 30),
    Tree("kuhn_poker", "kuhn_poker(players=3)", 3, _KUHN, 312),
    Tree("leduc_poker", "leduc_poker", 2, _LEDUC, 5_520),
]


@cache
def _sides(tree: Tree) -> tuple[Game, Other]:
    return rulebook(tree.name).game(tree.players), pyspiel.load_game(tree.other)


def _moves(tree: Tree, ours: Game, state: Vector, other: Other) -> list[tuple[Move, int]]:
    """The moves at a decision, on both sides."""
    executor, words = ours.executor, dict(tree.words)
    node = executor.node(state)
    same("player", executor.actor(state), other.current_player(), other)
    moves, actions = executor.options(state), other.legal_actions()
    called = [words[option_name(node, move)] for move in moves]
    same("legal moves", called, [other.action_to_string(action) for action in actions], other)
    same("number of moves", executor.count(state), len(actions), other)
    return list(zip(moves, actions, strict=True))


def _deals(ours: Game, state: Vector, other: Other) -> list[tuple[int, int]]:
    """The cards that may come, on both sides."""
    pieces, actions = ours.executor.outcomes(state), other.chance_outcomes()
    same_chances(pieces, actions, other)
    return [(piece, action) for (piece, _), (action, _) in zip(pieces or [], actions, strict=True)]


def _end(ours: Game, state: Vector, other: Other) -> None:
    """The same chips won."""
    same("over", ours.executor.is_over(state), True, other)
    chips = ours.program.layout.regions["player's Chips"]
    won = [state[chips.base + player] - chips.start[player] for player in range(len(ours.players))]
    same("chips won", won, [round(chips) for chips in other.returns()], other)


def ends(tree: Tree) -> int:
    """The whole tree; how many ends it has."""
    ours, theirs = _sides(tree)
    return _walk(tree, ours, ours.executor.start(), theirs.new_initial_state())


def _walk(tree: Tree, ours: Game, state: Vector, other: Other) -> int:
    if other.is_terminal():
        _end(ours, state, other)
        return 1
    below = 0
    if other.is_chance_node():
        for piece, action in _deals(ours, state, other):
            child = list(state)
            ours.executor.happen(child, piece)
            below += _walk(tree, ours, child, other.child(action))
        return below
    for move, action in _moves(tree, ours, state, other):
        child = list(state)
        ours.executor.play(child, move)
        below += _walk(tree, ours, child, other.child(action))
    return below


def play(tree: Tree, random: Random) -> int:
    """One random game; how many decisions were compared."""
    ours, theirs = _sides(tree)
    state, other, made = ours.executor.start(), theirs.new_initial_state(), 0
    while not other.is_terminal():
        if other.is_chance_node():
            piece, action = random.choice(_deals(ours, state, other))
            ours.executor.happen(state, piece)
        else:
            move, action = random.choice(_moves(tree, ours, state, other))
            ours.executor.play(state, move)
            made += 1
        other.apply_action(action)
    _end(ours, state, other)
    return made
