"""What every test may ask for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from interpreter.engine.native import auto

# How long an example takes says more about the machine than about the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is not marked as slow belongs to the quick lane: `pytest -m quick -n 2` takes less than a minute."""
    for item in items:
        if item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.quick)


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
        yield


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare with the stored text of the case; `pytest --snapshot-update` stores it."""
    return snapshot.use_extension(GoldenText)
