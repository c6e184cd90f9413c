"""Random games of every game both sides have, as many as a few seconds allow. `python -m tests.oracle` plays more."""

from __future__ import annotations

from random import Random

import pytest

from tests.oracle import budget
from tests.oracle.comparisons import COMPARISONS, Comparison

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("comparison", COMPARISONS, ids=str)
def test_random_games_agree(comparison: Comparison) -> None:
    for number in budget.games():
        # A comparison that stops earlier has not compared anything.
        assert comparison.play(Random(number)) >= comparison.shortest, f"game {number}"
