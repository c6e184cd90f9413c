"""`as soon as`: certain not to stop, proved to stop, or neither."""

from __future__ import annotations

import pytest

from tests.checks.finding import found

GAME = """rulebook "Kiln" for 2 to 3 players
a Pot is a token
there are 12 Pots
a Card is a card with a Rank from 1 to 4
there are 8 Cards:
    | Title | Rank | Copies |
    | Clay  | 1    | 4      |
    | Glaze | 3    | 4      |
the Shelf is an open area of Pots
the Pile is an open area of Cards
each player has a Cart, an open area of Pots
each player has a Hand, an open area of Cards
each player has Heat from 0 to 9
each player has Points from 0 to 20
each player may be Tired
the Fire is a track from 0 to 9
setup: move all Pots from the Box to the Shelf
play:
    repeat rounds:
        each player takes a turn:
            choose a number from 1 to 2 as Step
            gain as many Heat as the Step
            gain 1 Point
as soon as the Shelf is empty: nobody wins
"""

GIVE_BACK = """as soon as the number of Pots in a player's Cart is more than 2:
    the player chooses a Pot from the player's Cart, then moves it to the Shelf
"""
EITHER_WAY = """as soon as a player's Heat is at least 6 and the Fire is 9:
    if the Fire is 9: the player pays 2 Heat
    otherwise: the player pays 3 Heat
"""


@pytest.mark.parametrize(
    "trigger",
    [
        "as soon as a player's Heat is at least 9: the player wins",
        "as soon as a player's Heat is at least 6: the game ends now",
        "as soon as a player's Heat is at least 6: the game ends after this round",
        "as soon as a player's Heat is at least 6: the player's Heat becomes 0",
        "as soon as a player's Heat is at least 6: the player pays 6 Heat",
        "as soon as a player's Heat is at least 6: the player loses 2 Heat",
        "as soon as a player's Heat is at least 6:\n    the player gains 1 Point\n    the player pays 1 Heat",
        "as soon as the Fire is less than 3: the Fire becomes the Fire plus 1",
        "as soon as the Fire is 4: the Fire becomes 2",
        "as soon as the Fire is not 4: the Fire becomes 4",
        "as soon as the Fire is at least the number of players minus 1: the Fire becomes 0",
        GIVE_BACK,
        EITHER_WAY,
    ],
)
def test_what_falls_for_good_or_ends_the_game_stops(trigger: str) -> None:
    text = GAME + trigger + "\n"
    assert [found(code, text) for code in ("RL0511", "RL0512")] == [[], []]


@pytest.mark.parametrize(
    "trigger",
    [
        "as soon as a player's Heat is at least 6: the player gains 1 Point",
        "as soon as the Fire is 4: shuffle the Pile",
        "as soon as a player's Heat is at least 6:\n    choose a number from 1 to 3 as Ash",
        "as soon as there is a Card in the Pile: the Fire becomes 3",
    ],
)
def test_what_changes_nothing_it_speaks_of_never_does(trigger: str) -> None:
    text = GAME.replace("the Pile is an open area", "the Pile is a pile") + trigger.replace(
        "    choose", "    the player chooses"
    )
    [(place, message)] = found("RL0511", text + "\n")
    assert trigger.startswith(f"as soon as {place}")
    assert message.startswith("This happens again and again without end")


@pytest.mark.parametrize(
    "trigger",
    [
        "as soon as a player's Heat is at least 6: the player gains 1 Heat",
        "as soon as a player's Heat is at least 6:\n    if the Fire is 9: the player pays 1 Heat",
        "as soon as a player's Heat is at least 6:\n    the player pays 2 Heat\n    the player gains 1 Heat",
        "as soon as the Fire is not 4: the Fire becomes 5",
        "as soon as the Fire is at least the number of players minus 2: the Fire becomes 0",
        "as soon as there is a Card in the Pile: move all Cards from the Pile to the Box",
    ],
)
def test_everything_else_is_not_proved(trigger: str) -> None:
    text = GAME + trigger + "\n"
    assert found("RL0511", text) == []
    [(place, message)] = found("RL0512", text)
    assert trigger.startswith(f"as soon as {place}")
    assert message == "I have not proved that this stops happening."


def test_another_trigger_may_come_to_the_rescue() -> None:
    trigger = "as soon as a player's Heat is at least 6: the player gains 1 Point\n"
    rescue = "as soon as a player's Points are 20: the player wins\n"
    assert found("RL0511", GAME + trigger + rescue) == []
    assert len(found("RL0512", GAME + trigger + rescue)) == 1


def test_shuffling_changes_which_card_is_first() -> None:
    text = GAME.replace("the Pile is an open area", "the Pile is a pile")
    top = "there is a Card in the Pile where it is the first Card in the Pile and its Rank is 1"
    trigger = f"as soon as {top}: shuffle the Pile\n"
    assert found("RL0511", text + trigger) == []
    assert len(found("RL0512", text + trigger)) == 1
