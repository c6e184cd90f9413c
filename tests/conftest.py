"""What every test may ask for."""

from __future__ import annotations

import pytest
from hypothesis import settings
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

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


@pytest.fixture
def golden(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """Compare with the stored text of the case; `pytest --snapshot-update` stores it."""
    return snapshot.use_extension(GoldenText)
