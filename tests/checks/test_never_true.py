"""An `as soon as` can come true."""

from __future__ import annotations

import pytest

from tests.checks.finding import GAME, found


@pytest.mark.parametrize(
    "condition",
    [
        "a player's Points are 13",
        "a player's Points are at least 15",
        "Ann's Points are more than 12",
        "Ann's Points are less than 0",
        "Ann's Points are 3 and Ben's Points are 20",
        "Ann's Points are 13 or Ben's Points are 20",
    ],
)
def test_beyond_the_bounds_is_found(condition: str) -> None:
    assert found("RL0508", GAME + f"as soon as {condition}: nobody wins\n") == [
        (condition, "This can never come true.")
    ]


@pytest.mark.parametrize(
    "condition",
    [
        "a player's Points are 12",
        "a player's Points are at least 12",
        "Ann's Points are more than 11",
        "Ann's Points are 0",
        "Ann's Points are 3 or Ben's Points are 20",
        "Ann's Points are not 13",
    ],
)
def test_within_the_bounds_is_fine(condition: str) -> None:
    assert found("RL0508", GAME + f"as soon as {condition}: nobody wins\n") == []
