"""A ranking says what happens to a tie."""

from __future__ import annotations

from rulelang.diagnostics import Severity
from tests.checks.finding import GAME, checked, found


def test_a_ranking_without_a_last_word_is_noted() -> None:
    text = GAME.replace(", otherwise shared", "")
    [(place, message)] = found("RL0506", text)
    assert place.strip() == "the winner is the player with the highest Points"
    assert "equal in `Points`" in message
    assert [one.severity for one in checked(text) if one.code == "RL0506"] == [Severity.NOTE]


def test_a_shared_win_is_an_answer() -> None:
    assert found("RL0506", GAME) == []
