"""The same games in OpenSpiel: the loop in Python, and whole games inside its C++."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from .figures import Play, Tally, over_and_over

try:
    import pyspiel
except ImportError:
    pyspiel = None

FROM_PYTHON = "OpenSpiel from Python"
INSIDE = "OpenSpiel in C++"

GAMES = {
    "amazons": "amazons",
    "backgammon": "backgammon",
    "breakthrough": "breakthrough",
    "chess": "chess",
    "connect_four": "connect_four",
    "english_draughts": "checkers",
    "go_9x9": "go(board_size=9)",
    "gomoku": "gomoku(size=15)",
    "hex": "hex(board_size=11)",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_poker",
    "liars_dice": "liars_dice",
    "nine_mens_morris": "nine_mens_morris",
    "othello": "othello",
    "pig": "pig",
    "tic_tac_toe": "tic_tac_toe",
}

#: One call into C++ plays about so many seconds of games.
CALL = 0.02


def ways(game: str) -> dict[str, Play]:
    """None if OpenSpiel is not installed or does not know the game."""
    if pyspiel is None or game not in GAMES:
        return {}
    other: Any = pyspiel.load_game(GAMES[game])
    found = {FROM_PYTHON: over_and_over(lambda random: _playout(other, random))}
    if other.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
        found[INSIDE] = _rollouts(other)
    return found


def _playout(game: Any, random: Random) -> int:
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
            continue
        moves = state.legal_actions()
        state.apply_action(moves[int(random.random() * len(moves))])
        made += 1
    return made


def _rollouts(game: Any) -> Play:
    """A search of one simulation, which judges the beginning of the game by so many random games. It does not count
    moves: games are taken to be as long as some played from Python."""
    random = Random(2)
    start = game.new_initial_state()
    length = sum(_playout(game, random) for _ in range(30)) / 30
    seed, batch = 1, 1

    def play(seconds: float) -> Tally:
        nonlocal seed, batch
        playouts, began = 0, time.process_time()
        while True:
            seed += 1
            before = time.process_time()
            evaluator = pyspiel.RandomRolloutEvaluator(batch, seed)
            pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False).mcts_search(start)
            playouts += batch
            now = time.process_time()
            if now - before < CALL / 2:
                batch *= 2
            if now - began >= seconds:
                return Tally(playouts, playouts * length, now - began)

    return play
