"""Every action is done somewhere."""

from __future__ import annotations

import pytest

from tests.checks.finding import GAME, found

REST = "to Rest: gain 1 Points\n"


def test_an_action_that_nothing_does_is_found() -> None:
    [(place, message)] = found("RL0507", GAME + REST)
    assert place == "Rest"
    assert message == "Nothing in this rulebook leads to `Rest`."


@pytest.mark.parametrize(
    "use",
    [
        "at the end of each turn: Rest\n",
        "at the end of each round:\n    for each player: the player does Rest\n",
        "after a player Scoops: the player Rests\n",
        "once per turn, you may: Rest\n",
        'example "resting":\n    given Ann is about to Rest\n    then Ann\'s Points are 1\n',
    ],
)
def test_any_sentence_that_does_it_counts(use: str) -> None:
    assert found("RL0507", GAME + REST + use) == []


def test_an_action_that_only_idle_actions_do_is_found_too() -> None:
    places = {place for place, _ in found("RL0507", GAME + REST + "to Doze: Rest\n")}
    assert places == {"Rest", "Doze"}


def test_an_action_that_is_only_waited_for_is_found() -> None:
    waiting = "after a player Rests: the player gains 1 Points\n"
    assert [place for place, _ in found("RL0507", GAME + REST + waiting)] == ["Rest"]
