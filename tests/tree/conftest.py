"""Tests that take long run only where time does not matter."""

from __future__ import annotations

import os

import pytest

THOROUGH = "RULELANG_THOROUGH"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"thorough: takes long; runs where the environment sets {THOROUGH}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get(THOROUGH):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
