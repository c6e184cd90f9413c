"""The search of `mcts` in C, where a game is played by the native executor: many more games imagined in the same time.

Each world that may be the real one is imagined as elsewhere, from what the seat may know; what is played in them is
searched in one tree (`interpreter/engine/native/host/search.c`), or in one for each thread: Python's lock is let go.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import ceil, sqrt
from random import Random
from typing import Final

from interpreter.api.decision import Option, Options
from interpreter.api.position import Position
from interpreter.api.seat import Seat
from interpreter.bots.search import Effort, within
from interpreter.visibility.name_moves import sees_all
from rulelang.graph.program import Decide

#: So many games are played in C for one that is asked for, where no more than so many moves are offered; of more moves
#: each costs more, and fewer games are played, but never fewer than are asked for. Together they take no more time than
#: those asked for in Python.
MORE: Final = 12
_OFFERED: Final = 25

#: To imagine a world takes much longer than to play in it: no more than these, and few for few games. Where time is
#: given, no more than this part of it goes there, if one world does not take longer; and no less than this into games.
_WORLDS: Final = 16
_IMAGINING: Final = 0.4
_PLAYING: Final = 0.1

#: More games than anybody has time for.
_ENDLESS: Final = 1 << 60


def compiled_search(seat: Seat, options: Options, random: Random, effort: Effort) -> Option | None:
    """The option that was tried most; none where C does not play, where something is chosen unseen, or where all
    imagined games break off."""
    executor = seat.game.executor
    from interpreter.engine.native.executor import Native

    if not isinstance(executor, Native):
        return None
    began = time.thread_time()
    imagined = _worlds(seat, random, effort)
    first = imagined[0]
    moves = first.moves()
    states = [list(position.state.cells) for position in imagined]
    node = first.node
    assert isinstance(node, Decide)
    is_blind = seat.game.naming.blindness(states[0], node, seat.number)
    if is_blind is not sees_all and any(map(is_blind, moves)):
        return None
    try:
        packed = b"".join(map(executor.game.packed, states))
    except ValueError:  # a state that C has no place for
        return None
    left = None if effort.seconds is None else _left(effort.seconds, time.thread_time() - began)
    games = max(1, MORE * _OFFERED // max(_OFFERED, len(moves))) * effort.iterations if left is None else _ENDLESS
    exploration, ranking = int(1000 * effort.exploration), executor.ranking

    def search(seed: int) -> list[tuple[int, int]]:
        goes_on: Callable[[], bool] | None = None if left is None else within(left)
        return executor.game.search(packed, games, seed, effort.longest, exploration, ranking, goes_on)

    found = _visits(search, [random.getrandbits(62) for _ in range(effort.threads)])
    if len(found) != len(moves) or not any(visits for visits, _ in found):
        return None
    best = max(range(len(moves)), key=lambda number: (found[number], number))
    key = first.key(moves[best])
    if len(options) == len(moves) and options[best].key == key:
        return options[best]
    return next((option for option in options if option.key == key), None)


def _left(seconds: float, spent: float) -> float:
    """The seconds for games: even where worlds took longer than all of them, some."""
    return max(seconds - spent, _PLAYING * seconds)


def _worlds(seat: Seat, random: Random, effort: Effort) -> list[Position]:
    """The worlds that are searched: one, if nothing is secret."""
    found = [seat.imagine(random)]
    if not seat.game.has_secrets:
        return found
    if effort.seconds is None:
        many = min(effort.worlds, _WORLDS, ceil(sqrt(effort.iterations)))
        return found + [seat.imagine(random) for _ in range(many - 1)]
    goes_on = within(_IMAGINING * effort.seconds)
    while len(found) < effort.worlds and goes_on():
        found.append(seat.imagine(random))
    return found


def _visits(search: Callable[[int], list[tuple[int, int]]], seeds: list[int]) -> list[tuple[int, int]]:
    """For each move, how often it was tried and what it was worth, together in all trees."""
    if len(seeds) == 1:
        return search(seeds[0])
    with ThreadPoolExecutor(len(seeds)) as pool:
        trees = list(pool.map(search, seeds))
    return [
        (sum(visits for visits, _ in tried), sum(visits * worth for visits, worth in tried))
        for tried in zip(*trees, strict=True)
    ]
