"""Processor time of one piece of work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from rulelang.tuning.gc_pause import gc_paused

Made = TypeVar("Made")


@gc_paused()
def timed(work: Callable[[], Made]) -> tuple[Made, float]:
    """What it gives, and the seconds of this thread it took. Python's collector rests meanwhile: after thousands of
    tests in one process it looks through many millions of things, for seconds, and whose turn it falls into is luck."""
    begun = time.thread_time()
    made = work()
    return made, time.thread_time() - begun
