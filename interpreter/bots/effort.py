"""How much a bot thinks about one move."""

from __future__ import annotations

import time
from collections.abc import Callable

from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """So many imagined games, or so many `seconds` of processor time (on each of so many `threads`, where C plays), in
    at most so many worlds. `longest` random moves end an imagined game; -1: it is played to the end."""

    iterations: int
    seconds: float | None
    worlds: int
    longest: int
    exploration: float
    threads: int


def within(seconds: float) -> Callable[[], bool]:
    """Has this thread worked for less than so many seconds since now?"""
    end = time.thread_time() + seconds
    return lambda: time.thread_time() < end
