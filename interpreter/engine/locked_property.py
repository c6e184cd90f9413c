"""What is worked out once and kept, even if several threads ask for it at the same time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from threading import RLock
from typing import Any, TypeVar

Found = TypeVar("Found")


class LockedProperty(cached_property[Found]):
    """Like `cached_property`, which since Python 3.12 lets every thread that asks early work it out for itself."""

    def __init__(self, work_out: Callable[[Any], Found]) -> None:
        lock = RLock()

        @wraps(work_out)
        def once(owner: Any) -> Found:
            with lock:
                known: dict[str, Found] = owner.__dict__
                if work_out.__name__ not in known:
                    known[work_out.__name__] = work_out(owner)
                return known[work_out.__name__]

        super().__init__(once)
