"""Processes that work for this one: they end when they are to, and one that dies takes only its own work along."""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import BrokenExecutor

import pytest

from interpreter.workers import Workers

pytestmark = pytest.mark.slow


def test_nobody_waits_for_the_rest_of_an_answer() -> None:
    """The writer of this one is ended in the middle of it: it is far longer than what fits into a pipe."""
    for delay in (0.02, 0.05, 0.1):
        workers = Workers(2)
        assert workers.submit(os.getpid).result(20) != os.getpid()
        answers = [workers.submit(bytes, 200_000_000) for _ in range(2)]
        time.sleep(delay)
        workers.shutdown(wait=False, cancel_futures=True)
        assert all(isinstance(answer.exception(20), BrokenExecutor) for answer in answers)


def test_the_others_work_on() -> None:
    with Workers(2) as workers:
        before = {workers.submit(os.getpid).result(20) for _ in range(20)}
        with pytest.raises(BrokenExecutor):
            workers.submit(os._exit, 3).result(20)
        assert workers.submit(os.getpid).result(20) in before
        workers.renew()
        meanwhile = [workers.submit(time.sleep, 0.2) for _ in range(2)]
        assert all(one.result(20) is None for one in meanwhile)


def test_nothing_waits_for_workers_that_nobody_renews() -> None:
    with Workers(2) as workers:
        ended = [workers.submit(os._exit, 3) for _ in range(5)]
    assert all(isinstance(one.exception(20), BrokenExecutor) for one in ended)


def test_what_goes_wrong_there_goes_wrong_here() -> None:
    with Workers(1) as workers:
        with pytest.raises(ZeroDivisionError):
            workers.submit(divmod, 1, 0).result(20)
        with pytest.raises(RuntimeError, match="cannot pickle"):
            workers.submit(sys._getframe).result(20)
        assert workers.submit(divmod, 7, 2).result(20) == (3, 1)
