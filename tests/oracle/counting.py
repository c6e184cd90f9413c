"""How many sequences of moves a game allows, for one length after the other. Positions reached in several ways are
kept once, with the number of those ways."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from typing import TypeAlias

from interpreter import Game
from interpreter.engine.executor import Executor, Vector
from tests.oracle import arranged
from tests.oracle.perft import Table, Unit

#: Positions, and in how many ways each was reached.
_Ways: TypeAlias = Counter[tuple[int, ...]]


class _TooLongError(Exception):
    """The time is up."""


class _Clock:
    """Counts down, once it is started."""

    def __init__(self) -> None:
        self.end = float("inf")

    def look(self) -> None:
        if time.process_time() > self.end:
            raise _TooLongError


def counted(table: Table, seconds: float) -> Iterator[int]:
    """The counts for lengths 1, 2, 3 and so on: those that are small enough, and more within a time for each."""
    game, start = _begun(table)
    clock = _Clock()
    counts = _COUNT[table.unit](game.executor, Counter([tuple(start)]), clock)
    for length in count(1):
        clock.end = float("inf") if length <= table.surely else time.process_time() + seconds
        try:
            yield next(counts)
        except (_TooLongError, StopIteration):
            return


def _begun(table: Table) -> tuple[Game, Vector]:
    if table.position:
        return arranged.chess(table.position)
    game = arranged.changed(table.rulebook, table.changes).game(2, table.variants)
    return game, game.executor.start()


def _after(executor: Executor, position: tuple[int, ...]) -> Iterator[Vector]:
    """Where the moves of a position lead."""
    for move in executor.options(list(position)):
        state = list(position)
        executor.play(state, move)
        yield state


def _following(executor: Executor, ways: _Ways, clock: _Clock) -> _Ways:
    """The positions one decision later that are no end, and in how many ways each is come to."""
    following: _Ways = Counter()
    for position, times in ways.items():
        clock.look()
        for state in _after(executor, position):
            if not executor.is_over(state):
                following[tuple(state)] += times
    return following


def _decisions(executor: Executor, ways: _Ways, clock: _Clock) -> Iterator[int]:
    while ways:
        total = 0
        for position, times in ways.items():
            clock.look()
            total += times * executor.count(list(position))
        yield total
        ways = _following(executor, ways, clock)


def _turns(executor: Executor, ways: _Ways, clock: _Clock) -> Iterator[int]:
    while ways:
        following: _Ways = Counter()
        total = 0
        while ways:
            # The decisions of a turn, one after the other, until every turn is over.
            begun: _Ways = Counter()
            for position, times in ways.items():
                clock.look()
                player = executor.actor(list(position))
                for state in _after(executor, position):
                    over = executor.is_over(state)
                    if not over and executor.actor(state) == player:
                        begun[tuple(state)] += times
                        continue
                    total += times
                    if not over:
                        following[tuple(state)] += times
            ways = begun
        yield total
        ways = following


def _steps(executor: Executor, ways: _Ways, clock: _Clock) -> Iterator[int]:
    while ways:
        first = next(iter(ways))
        width = len(executor.options(list(first))[0]) - 1
        totals = [0] * width
        for position, times in ways.items():
            clock.look()
            moves = executor.options(list(position))
            assert {len(move) - 1 for move in moves} == {width}
            for length in range(1, width + 1):
                totals[length - 1] += times * len({move[: length + 1] for move in moves})
        yield from totals
        ways = _following(executor, ways, clock)


_COUNT: dict[Unit, Callable[[Executor, _Ways, _Clock], Iterator[int]]] = {
    "decisions": _decisions,
    "turns": _turns,
    "steps": _steps,
}
