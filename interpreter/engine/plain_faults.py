"""A fault as the plain executor tells it: with its sentence, and with who is stuck. The others know only the node, in
which many sentences may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from interpreter.engine.engine_game import EngineGame
from interpreter.engine.executor import Executor, Fault, Stuck

#: Random games in which a fault is looked for, and moves of each at most.
_GAMES: Final = 30
_MOVES: Final = 300


def plainly(game: EngineGame, fault: Fault, again: Callable[[Executor], object]) -> Fault:
    """The fault of what the plain executor does once more."""
    if fault.said is None:
        try:
            again(game.plain)
        except Fault as told:
            return told
    return fault


def found_again(game: EngineGame, fault: Fault, cells: Sequence[int], random: Random, moves: int = _MOVES) -> Fault:
    """The same fault, looked for in random games from a state: nobody has kept the moves that led to it. Generated
    code tells the node at which its routine begins; so the message alone has to be the same."""
    if fault.said is not None or isinstance(fault, Stuck):
        return fault
    for _ in range(_GAMES):
        state = list(cells)
        try:
            game.plain.run(state)
            game.plain.random_playout(state, random, moves)
        except Fault as told:
            if told.message == fault.message:
                return told
    return fault
