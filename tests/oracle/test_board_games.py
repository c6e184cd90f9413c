"""Random games in lockstep with OpenSpiel: after every move the same player, the same boards one move on, and at the
end the same result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pyspiel
import pytest

from interpreter import Game
from interpreter.execute.interface import State
from tests.oracle import boards
from tests.oracle.boards import Other
from tests.rulebooks.library import game

#: A move is known by the board it leads to, and by whether it was a pass.
Key = tuple[str, bool]


@dataclass(frozen=True)
class Pair:
    """One game on both sides. `letters` are what OpenSpiel draws for our varieties of tokens, in order.

    `most_moves`: where the two sides end a long game by different rules, only its beginning is compared.
    """

    name: str
    other: str
    spaces: int
    letters: str
    drawn: Callable[[Other], str]
    games: int
    most_moves: int = 10_000
    swapped: bool = False


PAIRS = [
    Pair("tic_tac_toe", "tic_tac_toe", 9, "xo", boards.grid(3), 40),
    Pair("connect_four", "connect_four", 42, "xo", boards.grid(6), 15),
    # In OpenSpiel the first player is called black and begins on top.
    Pair("breakthrough", "breakthrough", 64, "bw", boards.framed_downwards, 4),
    Pair("hex", "hex(board_size=11)", 121, "xo", boards.spread, 1),
    Pair("othello", "othello", 64, "xo", boards.with_letters_above, 3),
    Pair("gomoku", "gomoku(size=15)", 225, "bw", boards.gomoku, 1, 40),
    Pair("english_draughts", "checkers", 64, "o8+*", boards.framed_upwards, 2, 60),
    Pair("nine_mens_morris", "nine_mens_morris", 24, "WB", boards.mills, 2, 60),
    Pair("go_9x9", "go(board_size=9)", 81, "XO", boards.go, 1, 40),
    Pair("chess", "chess", 64, "KQRBNPkqrbnp", boards.forsyth, 1, 16, swapped=True),
]


def _pass_of(state: Other, action: int) -> bool:
    return "pass" in str(state.action_to_string(action)).lower()


def _our_moves(ours: Game, draw: Callable[[State], str], state: State) -> dict[Key, State]:
    executor = ours.executor
    found: dict[Key, State] = {}
    moves = executor.options(state)
    for move in moves:
        child = list(state)
        executor.play(child, move)
        found[draw(child), len(move) == 1] = child
    assert len(found) == len(moves) == executor.count(state)
    return found


def _their_moves(pair: Pair, state: Other) -> dict[Key, Other]:
    found: dict[Key, Other] = {}
    for action in state.legal_actions():
        child = state.child(action)
        found[pair.drawn(child), _pass_of(state, action)] = child
    assert len(found) == len(state.legal_actions())
    return found


def _after_forced_passes(state: Other) -> Other:
    """Our rulebooks do not ask a player who can only pass."""
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(actions) != 1 or not _pass_of(state, actions[0]):
            break
        state = state.child(actions[0])
    return state


def _play(pair: Pair, ours: Game, random: Random) -> int:
    """One random game on both sides; how many moves were compared."""
    draw = boards.our_board(ours, pair.letters, pair.spaces)
    state, other = ours.executor.start(), pyspiel.load_game(pair.other).new_initial_state()
    for made in range(pair.most_moves):
        other = _after_forced_passes(other)
        assert ours.executor.is_over(state) == other.is_terminal(), str(other)
        if other.is_terminal():
            shares = ours.position(state).shares()
            returns = other.returns()
            if pair.swapped:
                returns = returns[::-1]
            assert shares[0] - shares[1] == returns[0], str(other)
            return made
        turn = other.current_player()
        assert ours.executor.actor(state) == (1 - turn if pair.swapped else turn), str(other)
        mine, theirs = _our_moves(ours, draw, state), _their_moves(pair, other)
        assert set(mine) == set(theirs), str(other)
        key = random.choice(sorted(theirs))
        state, other = mine[key], theirs[key]
    return pair.most_moves


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_random_games_agree(pair: Pair) -> None:
    random = Random(7)
    moves = [_play(pair, game(pair.name, 2), random) for _ in range(pair.games)]
    assert min(moves) > 4
