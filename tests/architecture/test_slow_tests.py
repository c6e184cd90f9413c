"""The list of slow tests speaks of tests that are there, and leaves the heart in the quick lane."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slow_tests import HEART, SLOW

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("file", sorted({name.partition("::")[0] for name in SLOW}))
def test_what_is_listed_is_there(file: str) -> None:
    text = (ROOT / file).read_text()
    functions = {name.split("::")[-1].partition("[")[0] for name in SLOW if name.startswith(f"{file}::")}
    assert [name for name in functions if f"def {name}(" not in text] == []


def test_the_heart_is_not_slow() -> None:
    assert [name for name in SLOW if name.startswith(HEART)] == []
    assert all((ROOT / file).exists() for file in HEART)
