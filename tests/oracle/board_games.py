"""One random game on both sides: before every move the same board, the same player and the same legal moves, and at
the end the same result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pyspiel

from interpreter import Game
from interpreter.engine.executor import Vector
from rulelang.graph.program import Decide
from tests.oracle import arranged, boards
from tests.oracle.boards import Other
from tests.oracle.keys import Key, our_key
from tests.oracle.pairs import Pair
from tests.oracle.same import DifferenceError, same, same_members
from tests.rulebooks.library import rulebook

#: The legal moves are counted without being listed at every so manieth decision.
_COUNTED = 8


@cache
def _game(pair: Pair, position: str) -> tuple[Game, Vector, Callable[[Vector], str], Other]:
    """Our game and where it begins, how our board is drawn, and their game."""
    if position:
        ours, start = arranged.chess(position)
    else:
        ours = rulebook(pair.name).game(2, pair.variants)
        start = ours.executor.start()
    return ours, start, boards.our_board(ours, pair.letters, pair.spaces), pyspiel.load_game(pair.other)


def play(pair: Pair, random: Random) -> int:
    """How many decisions were compared."""
    position = random.choice(pair.positions) if pair.positions else ""
    ours, start, draw, theirs = _game(pair, position)
    executor, state, made = ours.executor, list(start), 0
    own: dict[int, Key] = {}
    other = theirs.new_initial_state(position) if position else theirs.new_initial_state()
    while not other.is_terminal():
        node = executor.node(state)
        if not isinstance(node, Decide):
            raise DifferenceError(f"ours is at {node}, theirs goes on:\n{other}")
        same("board", draw(state), pair.drawn(other), other)
        turn = other.current_player()
        same("player", executor.actor(state), 1 - turn if pair.swapped else turn, other)
        mine = {our_key(ours, node, move): move for move in executor.options(state)}
        actions = dict(pair.moves(other))
        same_members("legal moves", mine.keys(), actions.keys(), other)
        if made % _COUNTED == 0:
            same("number of moves", executor.count(state), len(mine), other)
        eager = (pair.eager,) in actions and random.randrange(3) == 0
        key = (pair.eager,) if eager else random.choice(list(actions))
        if pair.returning and (back := _reversed(own.get(turn))) in actions and random.randrange(5):
            key = back
        own[turn] = key
        executor.play(state, mine[key])
        for action in actions[key]:
            other.apply_action(action)
        made += 1
        if made == pair.most:
            return made
    same("board", draw(state), pair.drawn(other), other)
    if not pair.ended_otherwise(other):
        same("over", executor.is_over(state), True, other)
        shares, returns = ours.position(state).shares(), other.returns()
        same("result", shares[0] - shares[1], returns[1] if pair.swapped else returns[0], other)
    return made


def _reversed(key: Key | None) -> Key:
    """From where to where, the other way round; the rest of the words stay."""
    return (key[1], key[0], *key[2:]) if key is not None else ()
