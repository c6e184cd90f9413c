"""What was measured, and how to measure several ways of playing a game side by side."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

#: Each way of playing gets its time in so many turns, so that a noisy moment hits all of them.
SLICES = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """What was played in some time: that of the processor, which other programs disturb least. `moves` are decisions
    of players; chance is not counted."""

    playouts: float
    moves: float
    seconds: float

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.playouts + other.playouts, self.moves + other.moves, self.seconds + other.seconds)


#: Plays for about so many seconds.
Play: TypeAlias = Callable[[float], Tally]


@dataclass(frozen=True, slots=True)
class Figure:
    """How fast one way of playing one game is. A move is what one player is asked at once, which is not the same in
    every engine: ratios compare whole games."""

    game: str
    players: int
    way: str
    playouts_per_second: float
    moves_per_second: float


def over_and_over(playout: Callable[[Random], int]) -> Play:
    """Play whole games; `playout` plays one and tells how many moves it took. The clock is looked at a hundred times: a
    look takes as long as a move or two of a small game."""
    random = Random(1)

    def play(seconds: float) -> Tally:
        playouts, moves, between, began = 0, 0, 1, time.process_time()
        while True:
            for _ in range(between):
                moves += playout(random)
            playouts += between
            spent = time.process_time() - began
            if spent >= seconds:
                return Tally(playouts, moves, spent)
            between = max(1, int(playouts * seconds / 100 / max(spent, 1e-6)))

    return play


def measure(game: str, players: int, ways: Mapping[str, Play], seconds: float) -> list[Figure]:
    """Every way in turn, several times. Where no game was finished, moves are counted in games of usual length."""
    for play in ways.values():
        play(0)
    tallies = dict.fromkeys(ways, Tally(0, 0, 0))
    for _ in range(SLICES):
        for way, play in ways.items():
            tallies[way] += play(seconds / SLICES)
    usual = next((tally.moves / tally.playouts for tally in tallies.values() if tally.playouts), 1.0)
    figures = []
    for way, tally in tallies.items():
        playouts = tally.playouts or tally.moves / usual
        figures.append(Figure(game, players, way, playouts / tally.seconds, tally.moves / tally.seconds))
    return figures


def calibration() -> float:
    """Rounds per second of a fixed loop, in millions: how fast this machine runs Python just now."""
    rates = []
    for _ in range(5):
        value, began = 12345, time.process_time()
        for _ in range(200_000):
            value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        rates.append(0.2 / (time.process_time() - began))
    return sorted(rates)[2]
