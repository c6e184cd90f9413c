"""A ranking says what happens to a tie, and some sentence says who wins."""

from __future__ import annotations

import pytest

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


RANKING = "the winner is the player with the highest Points, otherwise shared\n"
EXAMPLE = 'example "who wins in an example does not say how":\n    when Ann chooses 1\n    then nobody wins\n'


@pytest.mark.parametrize(
    "instead", ["", EXAMPLE, "variant Long: as soon as a player's Points are 12: the game ends now\n"]
)
def test_a_game_that_nobody_can_win_is_noted(instead: str) -> None:
    text = GAME.replace(RANKING, instead)
    assert [place for place, _ in found("RL0541", text)] == ['rulebook "Firefly Pond" for 2 players']
    assert [one.severity for one in checked(text) if one.code == "RL0541"] == [Severity.NOTE]


@pytest.mark.parametrize(
    "text",
    [
        GAME,
        GAME.replace(RANKING, f"variant Race: {RANKING}"),
        GAME.replace(RANKING, "").replace("the game ends now", "everybody wins"),
        GAME.replace(RANKING, "").replace("    gain 1 Points", "    gain 1 Points\n    if your Points are 9: you win"),
        GAME.replace(RANKING, "").replace("the game ends now", "nobody wins"),
        'rulebook "Alone" for 1 player\neach player has Points from 0 to 9\nplay: each player: gain 1 Point\n',
    ],
    ids=["ranking", "variant", "together", "at once", "meant", "alone"],
)
def test_where_some_sentence_speaks_of_winners_there_is_nothing_to_note(text: str) -> None:
    assert found("RL0541", text) == []
