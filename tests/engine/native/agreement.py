"""Random games with a printed game and another executor side by side: the same options, states, results, faults."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from time import monotonic
from typing import TypeVar

from interpreter.engine.executor import Executor, Fault, Told, Vector
from interpreter.engine.python.executor import Python
from rulelang.graph.program import ChanceNode, Program
from tests.engine.native.harness import PrintedExecutor

Answer = TypeVar("Answer")

#: The number of an end in `abi.h`.
_END = 4


def attempted(asked: Callable[[], Answer]) -> Answer | tuple[str, str, int]:
    """An answer, or the fault there was instead."""
    try:
        return asked()
    except Fault as fault:
        return type(fault).__name__, fault.message, fault.node


def agree(
    printed: PrintedExecutor,
    games: int,
    seed: int,
    longest: int = 300,
    seconds: float = 1e9,
    other: Callable[[Program], Executor] = Python,
) -> int:
    """Play random games with both; how many decisions and chances there were."""
    python, random, end = other(printed.program), Random(seed), monotonic() + seconds
    steps = 0
    for _ in range(games):
        first, second = attempted(python.start), attempted(printed.start)
        assert first == second
        if not isinstance(first, list) or not isinstance(second, list):
            return steps
        for _ in range(longest):
            assert first == second
            if python.is_over(first) or monotonic() > end:
                break
            steps += 1
            told: tuple[list[Told], list[Told]] = ([], [])
            if isinstance(python.node(first), ChanceNode):
                faulty = _chance(python, printed, first, second, random, told)
            else:
                faulty = _decision(python, printed, first, second, random, told)
            assert told[0] == told[1]
            if faulty:
                break
        assert python.is_over(first) == (printed.stands(second) == _END)
        standing_agrees(python, printed, first, second)
    return steps


def playouts_agree(printed: PrintedExecutor, games: int, seed: int, seconds: float = 1e9) -> int:
    """Random playouts are the same for the same seed: moves, end states, faults, what was drawn; how many moves."""
    python, end, moves = Python(printed.program), monotonic() + seconds, 0
    for game in range(games):
        mine, other = Random(seed + game), Random(seed + game)
        first, second = (attempted(python.start) for _ in "12")
        if not isinstance(first, list) or not isinstance(second, list):
            return moves
        # Some stop on the way, again and again, and go on from there.
        for most in (*(() if game % 3 else (1 + (game + halt) % 7 for halt in range(40))), None):
            made = attempted(partial(python.random_playout, first, mine, most))
            assert attempted(partial(printed.playout, second, other, -1 if most is None else most)) == made
            if not isinstance(made, int):
                break
            assert second == first
            assert other.getstate() == mine.getstate()
            moves += made
        if monotonic() > end:
            break
    return moves


def standing_agrees(python: Executor, printed: PrintedExecutor, first: Vector, second: Vector) -> None:
    """The criteria of every player are the same."""
    for seat in range(python.program.players):
        mine = attempted(partial(python.standing, first, seat))
        assert attempted(partial(printed.standing, second, seat)) == mine


def _chance(
    python: Executor, printed: PrintedExecutor, first: Vector, second: Vector, random: Random,
    told: tuple[list[Told], list[Told]],
) -> bool:  # fmt: skip
    outcomes = attempted(lambda: python.outcomes(first))
    assert attempted(lambda: printed.outcomes(second)) == outcomes
    if outcomes is None:
        assert python.shuffled(first) == printed.shuffled(second)
    elif isinstance(outcomes, tuple):
        return True
    outcome = python.draw(first, random)
    fault = attempted(lambda: python.happen(first, outcome, told[0]))
    assert attempted(lambda: printed.happen(second, outcome, told[1])) == fault
    return fault is not None


def _decision(
    python: Executor, printed: PrintedExecutor, first: Vector, second: Vector, random: Random,
    told: tuple[list[Told], list[Told]],
) -> bool:  # fmt: skip
    options = list(python.options(first))
    assert printed.options(second) == options
    assert printed.read() == second, "what was tried is put back"
    assert printed.actor(second) == python.actor(first)
    standing_agrees(python, printed, first, second)
    assert printed.count(second) == len(options)
    assert printed.kth(second, len(options)) is None
    for number in {0, len(options) - 1, random.randrange(len(options))}:
        found = printed.kth(second, number)
        assert found == (printed.codes(second)[number] if isinstance(found, int) else options[number])
    move = random.choice(options)
    assert printed.is_legal(second, move)
    fault = attempted(lambda: python.play(first, move, told[0]))
    assert attempted(lambda: printed.play(second, move, told[1])) == fault
    return fault is not None
