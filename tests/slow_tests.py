"""Which tests are too slow for every save: those that were measured to be, by `RECORD_SLOW_TESTS=1 pytest`."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

_LIST: Final = Path(__file__).with_suffix(".txt")

#: Seconds of processor time that a test of the quick lane may take, with the processes it starts.
MOST: Final = 0.05

#: What every change may break stays in the quick lane, however long it takes.
HEART: Final = ("tests/language/test_conformance.py", "tests/engine/test_agreement.py")

SLOW: Final = frozenset(_LIST.read_text().splitlines())

#: What takes more than its share of a push, and is much like what stays: it runs where this is set (`.ci/thorough`).
THOROUGH: Final = "RULELANG_THOROUGH"
LEFT_TO_THOROUGH: Final = frozenset(Path(__file__).with_name("thorough_tests.txt").read_text().splitlines())


class Recorder:
    """Measures the tests that are run, and writes down which are slow."""

    def __init__(self) -> None:
        self._seconds: Final[dict[str, float]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """One test, with its fixtures."""
        before = sum(os.times()[:4])
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = sum(os.times()[:4]) - before

    def pytest_sessionfinish(self) -> None:
        """What was not run stays as it was."""
        slow = {name for name, seconds in self._seconds.items() if seconds > MOST and not name.startswith(HEART)}
        _LIST.write_text("".join(f"{name}\n" for name in sorted(slow | (SLOW - self._seconds.keys()))))
