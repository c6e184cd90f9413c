"""The search of `mcts` in C, where a game is played by the native executor: many more games imagined in the same time.

Each world that may be the real one is imagined as elsewhere, from what the seat may know; what is played in them is
searched in one tree (`interpreter/engine/native/host/search.c`).
"""

from __future__ import annotations

from math import ceil, sqrt
from random import Random
from typing import Final

from interpreter.api.decision import Option, Options
from interpreter.api.seat import Seat

#: So many games are played in C for one that is asked for, where no more than so many moves are offered; of more moves
#: each costs more, and fewer games are played. Together they take no more time than those asked for in Python.
MORE: Final = 12
_OFFERED: Final = 25

#: To imagine a world takes much longer than to play in it: no more than these, and few for few games.
_WORLDS: Final = 16


def compiled_search(
    seat: Seat, options: Options, random: Random, iterations: int, exploration: float, longest: int, worlds: int
) -> Option | None:
    """The option that was tried most; none where C does not play, or where something is chosen unseen."""
    executor = seat.game.executor
    from interpreter.engine.native.executor import Native

    if not isinstance(executor, Native):
        return None
    many = min(worlds, _WORLDS, ceil(sqrt(iterations))) if seat.game.has_secrets else 1
    imagined = [seat.imagine(random) for _ in range(many)]
    first = imagined[0]
    moves = first.moves()
    if seat.game.sight.hides and any(map(first.is_blind, moves)):
        return None
    try:
        packed = b"".join(executor.game.packed(list(position.state.cells)) for position in imagined)
    except ValueError:  # a state that C has no place for
        return None
    games, seed = MORE * iterations * _OFFERED // max(_OFFERED, len(moves)), random.getrandbits(62)
    found = executor.game.search(packed, games, seed, longest, int(1000 * exploration), executor.ranking)
    if len(found) != len(moves):
        return None
    best = max(zip(found, range(len(moves)), strict=True))[1]
    key = first.key(moves[best])
    return next((option for option in options if option.key == key), None)
