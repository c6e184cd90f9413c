"""Many mutants, judged in several processes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import Final

from interpreter.mutation.baseline import Examples
from interpreter.mutation.judge import Means, MutantJudge
from interpreter.mutation.verdict import Verdict
from interpreter.workers import Workers
from rulelang.mutation.mutant import Mutant
from rulelang.mutation.mutants import mutants_of
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source
from rulelang.tuning.fast_dataclass import dataclass

#: A mutant with which processes die so often is not tried any more.
_DEATHS: Final = 3


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
    with _ended(Workers(task.processes, partial(_begin, task))) as workers:
        for verdict in _judged(workers, [mutant.key for mutant in waiting], task.processes):
            yield verdict
            if until is not None and monotonic() > until:
                return


@contextmanager
def _ended(workers: Workers) -> Iterator[Workers]:
    """The last mutant, the end of the time and Ctrl-C end the processes at once."""
    try:
        yield workers
    finally:
        workers.shutdown(wait=False, cancel_futures=True)


def _judged(workers: Workers, keys: Sequence[str], processes: int) -> Iterator[Verdict]:
    """A mutant is tried again when a process died, which may have had other reasons; but not for ever."""
    waiting, running = deque(keys), dict[Future[Verdict], str]()
    deaths: Counter[str] = Counter()
    while waiting or running:
        while waiting and len(running) < 2 * processes:
            key = waiting.popleft()
            running[workers.submit(_judge, key)] = key
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            key = running.pop(future)
            try:
                yield future.result()
            except BrokenExecutor:
                deaths[key] += 1
                workers.renew()
                if deaths[key] < _DEATHS:
                    waiting.append(key)
                else:
                    yield Verdict(key, "timed out", f"{_DEATHS} processes died while they tried it")


_JUDGES: list[tuple[MutantJudge, dict[str, Mutant]]] = []


def _begin(task: Task) -> None:
    """In each process: read the rulebook once."""
    written, _ = load(read_source(task.path).source)
    mutants = {mutant.key: mutant for mutant in mutants_of(written)}
    _JUDGES.append((MutantJudge(written, task.examples, task.means), mutants))


def _judge(key: str) -> Verdict:
    judge, mutants = _JUDGES[0]
    return judge.judge(mutants[key])
