"""As many games of each length as published, as deep as a few seconds allow (PERFT_SECONDS=60 goes deeper)."""

from __future__ import annotations

import os

import pytest

from tests.oracle.counting import counted
from tests.oracle.perft import TABLES, Table

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("PERFT_SECONDS", "1"))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_as_many_games_as_published(table: Table) -> None:
    lengths = 0
    for expected, found in zip(table.counts, counted(table, SECONDS), strict=False):
        assert found == expected
        lengths += 1
    assert lengths >= table.surely
