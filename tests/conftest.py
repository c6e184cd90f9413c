"""What every test may ask for."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from interpreter.engine.native import auto, compilers
from tests.rulebooks.library import NAMES
from tests.slow_tests import LEFT_TO_THOROUGH, SLOW, THOROUGH, Recorder

# How long an example takes says more about the machine than about the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


def pytest_configure(config: pytest.Config) -> None:
    """`RECORD_SLOW_TESTS=1 pytest`, in one process, writes down anew which tests are slow."""
    # Thousands of tests leave much that stays; to look through it as often as usual takes a tenth of the time.
    gc.set_threshold(50_000, 20, 100)
    if os.environ.get("RECORD_SLOW_TESTS"):
        config.pluginmanager.register(Recorder())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is neither marked as slow nor was measured to be belongs to the quick lane. With `--dist loadgroup` all
    tests of a rulebook go to one process, which writes the code of its games once."""
    for item in items:
        if item.nodeid in LEFT_TO_THOROUGH:
            item.add_marker(pytest.mark.thorough)
        if item.nodeid in SLOW:
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.quick)
        if (name := _rulebook_of(item)) is not None:
            item.add_marker(pytest.mark.xdist_group(name))
    if not os.environ.get(THOROUGH):
        left_out = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def _rulebook_of(item: pytest.Item) -> str | None:
    """The rulebook a test is about: one of its parameters, or what its module is called after."""
    values = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    named = [item.path.stem.removeprefix("test_")]
    named += [value.stem if isinstance(value, Path) else value for value in values if isinstance(value, Path | str)]
    return next((name for name in reversed(named) if name in NAMES), None)


class GoldenText(SingleFileSnapshotExtension):
    """One reviewable text file per case."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.fixture(scope="session", autouse=True)
def compiled_on_request(pytestconfig: pytest.Config) -> Iterator[None]:
    """Games are compiled where a test asks for it, not behind its back, and kept beside what pytest keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", str(pytestconfig.rootpath / ".pytest_cache" / "compiled"))
        patch.setattr(auto, "LONG", float("inf"))
        # The C compiler takes four times as long to make the large games faster than a test needs them.
        patch.setattr(compilers, "LESS_EFFORT", "-O0")
        yield


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare with the stored text of the case; `pytest --snapshot-update` stores it."""
    return snapshot.use_extension(GoldenText)
