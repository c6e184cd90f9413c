"""The end of a random game that nobody watched: the executor plays it by itself, and keeps none of its moves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from interpreter.api.chance import seeds_of_streams, stream
from interpreter.api.game import Game
from interpreter.engine.executor import Cells, Fault
from interpreter.engine.plain_faults import found_again
from interpreter.engine.reference_flow import first_state
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class StoppedGame:
    """Where such a game stopped: after how many moves, how it stood then (before the move that broke it), and what
    broke it, as the plain executor tells it."""

    moves: int
    cells: Cells
    fault: Fault | None


def luck(seed: int) -> Callable[[int], int]:
    """What the numbers that choose and draw in the game of each number begin with."""
    return seeds_of_streams(seed, "game ")


def stopped_game(game: Game, seed: int, number: int, most_moves: int) -> StoppedGame:
    """Plays it again until it is over or breaks."""

    def played(most: int) -> Cells:
        state = game.executor.start()
        made.append(game.executor.random_playout(state, Random(begin), most))
        return list(state)

    begin, made = luck(seed)(number), list[int]()
    try:
        cells = played(most_moves)
        return StoppedGame(made[-1], cells, None)
    except Fault as fault:
        found = fault
    try:
        low, high, cells = 0, 1, played(0)
    except Fault:
        return StoppedGame(0, first_state(game.program), _named(game, found, first_state(game.program), seed))
    # Twice as far each time until it breaks, then by halves.
    is_broken = False
    while not is_broken or high - low > 1:
        middle = (low + high) // 2 if is_broken else high
        try:
            cells, low = played(middle), middle
            high = high if is_broken else 2 * high
        except Fault:
            high, is_broken = middle, True
    return StoppedGame(low, cells, _named(game, found, cells, seed))


def _named(game: Game, fault: Fault, cells: Cells, seed: int) -> Fault:
    """The next move breaks it: which one that was, only trying tells."""
    return found_again(game, fault, cells, stream(seed, "fault"), 1)
