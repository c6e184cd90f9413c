"""Many mutants, judged in several processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from time import monotonic

from interpreter.mutation.baseline import Examples
from interpreter.mutation.judge import Means, MutantJudge
from interpreter.mutation.verdict import Verdict
from rulelang.mutation.mutant import Mutant
from rulelang.mutation.mutants import mutants_of
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """What every process is to know: the rulebook by its path, and what its examples use."""

    path: str
    examples: Examples
    means: Means
    processes: int
    minutes: float | None = None


def judge_all(written: WrittenRulebook, mutants: Sequence[Mutant], task: Task) -> Iterator[Verdict]:
    """A verdict on each, in any order; when the time is over, on those that were begun.

    They are taken in the order of their keys: as good as mixed, so that what is left out when the time is over is no
    section of its own."""
    waiting = sorted(mutants, key=lambda mutant: mutant.key)
    until = None if task.minutes is None else monotonic() + task.minutes * 60
    if task.processes <= 1:
        judge = MutantJudge(written, task.examples, task.means)
        for mutant in waiting:
            if until is not None and monotonic() > until:
                return
            yield judge.judge(mutant)
        return
    # Leaving the block, by the last mutant, by the end of the time or by Ctrl-C, ends the processes at once.
    with Pool(task.processes, initializer=_begin, initargs=(task,)) as pool:
        for verdict in pool.imap_unordered(_judge, [mutant.key for mutant in waiting]):
            yield verdict
            if until is not None and monotonic() > until:
                return


_JUDGES: list[tuple[MutantJudge, dict[str, Mutant]]] = []


def _begin(task: Task) -> None:
    """In each process: Ctrl-C is the parent's business; read the rulebook once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    written, _ = load(read_source(task.path).source)
    mutants = {mutant.key: mutant for mutant in mutants_of(written)}
    _JUDGES.append((MutantJudge(written, task.examples, task.means), mutants))


def _judge(key: str) -> Verdict:
    judge, mutants = _JUDGES[0]
    return judge.judge(mutants[key])
