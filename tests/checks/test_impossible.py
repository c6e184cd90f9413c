"""Options, sentences and conditions that bounds and tables rule out."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found

GAME = """rulebook "Herb Garden" for 2 to 3 players
a Herb is a kind with a Price from 1 to 5:
    | Herb  | Price |
    | Basil | 2     |
    | Mint  | 4     |
a Card is a card with a Rank from 1 to 6
there are 8 Cards:
    | Title | Rank | Copies |
    | Sun   | 1    | 4      |
    | Rain  | 3    | 4      |
the Bed is an open area of Cards
each player has a Hand, an open area of up to 3 Cards
each player has Coins from 0 to 9
the Sun Dial is a track from 0 to 12
setup: move all Cards from the Box to the Bed
play:
    repeat rounds:
        each player takes a turn:
            choose one:
                Tend
                Rest
to Rest: gain 1 Coin
as soon as the Bed is empty: nobody wins
"""


def tending(sentences: str) -> str:
    """The garden, with an action that does this."""
    return GAME + "to Tend:\n" + "".join(f"    {line}\n" for line in sentences.splitlines())


@pytest.mark.parametrize(
    "sentences",
    [
        "only if your Coins are more than 9\ngain 1 Coin",
        "choose a Card from the Bed where its Rank is at least 4",
        "choose a Herb where its Price is 1",
        "choose a number from 10 to your Coins as Sum",
        "only if the Sun Dial plus your Coins is at least 22\ngain 1 Coin",
        "only if the number of Cards in your Hand is more than 8\ngain 1 Coin",
        "choose a Herb where its Price times 2 is more than 8",
    ],
)
def test_an_option_that_is_ruled_out_is_found(sentences: str) -> None:
    [(place, message)] = found("RL0517", tending(sentences))
    assert place == "Tend"
    assert message == "`Tend` can never be chosen, for any number of players."


@pytest.mark.parametrize(
    "sentences",
    [
        "only if your Coins are at least 9\ngain 1 Coin",
        "choose a Card from the Bed where its Rank is at least 3",
        "choose a Herb where its Price is 4",
        "choose a number from 9 to your Coins as Sum",
        "only if the Sun Dial plus your Coins is at least 21\ngain 1 Coin",
        "choose a Herb where its Price times 2 is more than 7",
        "choose a Herb where its Price is not 2",
    ],
)
def test_an_option_that_may_come_is_not(sentences: str) -> None:
    codes = {one.code for one in checked(tending(sentences))}
    assert not codes & {"RL0513", "RL0516", "RL0517", "RL0518"}


def test_what_is_possible_for_some_number_of_players_is_fine() -> None:
    text = tending("only if the number of players is 3\ngain 1 Coin")
    assert found("RL0517", text) == []
    assert len(found("RL0517", text.replace("2 to 3", "2"))) == 1


@pytest.mark.parametrize("body", ["gain 1 Coin", "you may Rest", "choose a Card from the Bed"])
def test_an_if_that_never_holds_is_found_whatever_is_below(body: str) -> None:
    text = tending(f"gain 1 Coin\nif your Coins are at least 10: {body}")
    [(place, _)] = found("RL0516", text)
    assert place.startswith("if your Coins are at least 10")
    assert found("RL0516", text.replace("10", "9")) == []


def test_a_sentence_that_cannot_be_obeyed_is_found() -> None:
    text = tending("gain 1 Coin\nonly if the Sun Dial is 13")
    assert [place for place, _ in found("RL0518", text)] == ["only if the Sun Dial is 13"]
    assert found("RL0518", text.replace("13", "12")) == []


def test_until_something_that_never_comes() -> None:
    until = "repeat rounds until the Sun Dial is 13:"
    text = tending("the Sun Dial becomes the Sun Dial plus 1").replace("repeat rounds:", until)
    [(place, _)] = found("RL0521", text)
    assert place.startswith("repeat rounds until the Sun Dial is 13")
    assert found("RL0521", text.replace("13", "12")) == []


def test_as_soon_as_reckons_too() -> None:
    trigger = "as soon as the number of Cards in the Bed is more than 8: nobody wins\n"
    assert len(found("RL0508", tending("gain 1 Coin") + trigger)) == 1
    assert found("RL0508", tending("gain 1 Coin") + trigger.replace("8", "7")) == []
