"""One random game in all executors at once: options, outcomes, states and faults are the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import islice
from random import Random

from interpreter.engine.executor import Executor, Fault, Move, Vector
from interpreter.engine.executor import Outcome as Chanced
from rulelang.graph.program import Decide
from tests.language.generated.failure import LONGEST, TOGETHER, Failure, all_do

#: Options of one decision; a game with more of them is left there.
MOST = 4_000


def agree(executors: Sequence[Executor], seed: int, longest: int = LONGEST) -> Fault | Failure | None:
    """What went wrong; a `Fault` if all of them broke off in the same way."""
    random = Random(seed)
    states: list[Vector] = []
    broken = all_do(executors, lambda executor: states.append(executor.start()))
    if broken is not None:
        return broken
    plain = executors[-1]
    for number in range(longest):
        if number == TOGETHER:
            executors, states = executors[-1:], states[-1:]
        state, paired = states[-1], list(zip(executors, states, strict=True))
        if any(list(one) != list(state) for one in states):
            return Failure("states differ")
        if plain.is_over(state):
            return None
        if isinstance(plain.node(state), Decide):
            options = list(islice(plain.each_option(state), MOST + 1))
            if len(options) > MOST:
                return None
            if any(list(executor.options(one)) != options for executor, one in paired[:-1]):
                return Failure("options differ")
            if any(executor.count(one) != len(options) for executor, one in paired):
                return Failure("counts differ")
            if not options:
                return Failure("no option")
            broken = all_do(paired, partial(_play, move=random.choice(options)))
        else:
            outcomes = plain.outcomes(state)
            if any(executor.outcomes(one) != outcomes for executor, one in paired[:-1]):
                return Failure("chance differs")
            broken = all_do(paired, partial(_happen, outcome=plain.draw(state, random)))
        if broken is not None:
            return broken
    return Failure("without end")


def _play(pair: tuple[Executor, Vector], move: Move) -> None:
    pair[0].play(pair[1], move)


def _happen(pair: tuple[Executor, Vector], outcome: Chanced) -> None:
    pair[0].happen(pair[1], outcome)
