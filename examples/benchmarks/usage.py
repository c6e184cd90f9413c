"""The same games in the ways they are used: whole playouts, list the options and play one, and sessions with history.

A way is compared with the same work of the peer: OpenSpiel driven from Python lists the legal actions and applies one,
so our playouts, which list nothing, stand beside no peer here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

from interpreter import Game, load
from rulelang.graph.program import ChanceNode, Decide

from . import openspiel
from .figures import Figure, Play, measure, over_and_over

PLAYOUT = "playout"
CODES = "list numbers, play one"
MOVES = "list moves, play one"
SESSION = "session"
COLUMNS = (PLAYOUT, CODES, MOVES, SESSION, openspiel.FROM_PYTHON)


def show(paths: list[Path], seconds: float) -> None:
    """Print a row for each rulebook: games a second in each way, and how many times the peer's."""
    sys.stdout.write(f"| game | {' | '.join(COLUMNS)} | against OpenSpiel, listing and playing |\n")
    sys.stdout.write("| --- " * (len(COLUMNS) + 2) + "|\n")
    for path in paths:
        game = load(path).game(executor="python")
        found = ways(game) | {
            name: play for name, play in openspiel.ways(path.stem).items() if name == openspiel.FROM_PYTHON
        }
        sys.stdout.write(f"{_row(game.title, measure(path.stem, len(game.players), found, seconds))}\n")
        sys.stdout.flush()


def ways(game: Game) -> dict[str, Play]:
    """Every way of playing a game to its end at random."""
    executor: Any = game.executor
    return {
        PLAYOUT: over_and_over(lambda random: executor.random_playout(executor.start(), random)),
        CODES: over_and_over(lambda random: _by_codes(executor, random)),
        MOVES: over_and_over(lambda random: _by_moves(executor, random)),
        SESSION: over_and_over(lambda random: _session(game, random)),
    }


def _by_codes(executor: Any, random: Random) -> int:
    state, made = executor.start(), 0
    codes, play = executor.codes, executor.play_code
    while True:
        found = codes(state)
        if found:
            play(state, found[int(random.random() * len(found))])
            made += 1
        elif isinstance(executor.node(state), ChanceNode):
            executor.happen(state, executor.draw(state, random))
        else:
            return made


def _by_moves(executor: Any, random: Random) -> int:
    state, made = executor.start(), 0
    while True:
        node = executor.node(state)
        if isinstance(node, Decide):
            found = executor.options(state)
            executor.play(state, found[int(random.random() * len(found))])
            made += 1
        elif isinstance(node, ChanceNode):
            executor.happen(state, executor.draw(state, random))
        else:
            return made


def _session(game: Game, random: Random) -> int:
    session, made = game.start(seed=random.getrandbits(32)), 0
    while session.decision is not None:
        options = session.decision.options
        session.apply(options[int(random.random() * len(options))])
        made += 1
    return made


def _row(title: str, figures: list[Figure]) -> str:
    rates = {figure.way: figure.playouts_per_second for figure in figures}
    cells = [f"{rates[way]:,.0f}" if way in rates else "" for way in COLUMNS]
    peer = rates.get(openspiel.FROM_PYTHON)
    return f"| {title} | {' | '.join(cells)} | {f'{rates[CODES] / peer:.2f}x' if peer else ''} |"
