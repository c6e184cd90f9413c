"""Pieces, places and banks: no more than there are, no more than fit."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

MARKET = """rulebook "Market" for 2 to 3 players
a Card is a card
there are 9 Cards
a Coin is a token
there are 6 Coins
the Deck is a face-down pile of Cards
the Purse is an area of up to 4 Coins
each player has a Hand, a secret area of up to 5 Cards
setup:
    move all Cards from the Box to the Deck
    move 4 Coins from the Box to the Purse
play:
    repeat turns until the Deck is empty: Trade
"""


def said(code: str, text: str) -> list[str]:
    """What stands at the places of the findings of a code."""
    return [one.span.text for one in checked(text) if one.code == code]


def trade(sentence: str) -> str:
    return f"{MARKET}to Trade:\n    {sentence}\n"


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("move 5 Coins from the Box to the Purse", "RL0718"),
        ("draw 6 Cards from the Deck to your Hand", "RL0718"),
        ("move 7 Coins from the Purse to the Box", "RL0719"),
        ("draw 10 Cards from the Deck to the Box", "RL0719"),
        ("move as many Coins from the Purse as 7 to the Box", "RL0719"),
        ("choose 10 Cards from the Deck", "RL0719"),
    ],
)
def test_never(sentence: str, code: str) -> None:
    assert len(said(code, trade(sentence))) == 1


@pytest.mark.parametrize(
    "sentence",
    [
        "move 4 Coins from the Box to the Purse",
        "draw 5 Cards from the Deck to your Hand",
        "draw 9 Cards from the Deck to the Box",
        "move as many Coins from the Purse as the number of players to the Box",
        "choose up to 10 Cards from the Deck",
        "move 9 Coins from the Purse to the Box if possible",
    ],
)
def test_perhaps(sentence: str) -> None:
    assert said("RL0718", trade(sentence)) + said("RL0719", trade(sentence)) == []


def test_what_fits_for_some_number_of_players_is_no_mistake() -> None:
    text = trade("move as many Coins from the Box as 2 times the number of players to the Purse")
    assert said("RL0718", text) == []


@pytest.mark.parametrize(
    ("counter", "code"),
    [
        ("each player has Silver from 0 to 9 starting at 5 out of 14", "RL0721"),
        ("each player has Silver from 0 to 9 starting at 10", "RL0722"),
        ("each player has Silver from 3 to 9 starting at 2", "RL0722"),
        ("the Tide is a track from 0 to 9 starting at 11", "RL0722"),
    ],
)
def test_first_values(counter: str, code: str) -> None:
    assert len(said(code, trade("do nothing") + counter + "\n")) == 1


@pytest.mark.parametrize(
    "counter",
    [
        "each player has Silver from 0 to 9 starting at 5 out of 15",
        "each player has Silver from 0 to 9 starting at 9",
        "each player has Silver from 3 to 9",
    ],
)
def test_first_values_that_do(counter: str) -> None:
    text = trade("do nothing") + counter + "\n"
    assert said("RL0721", text) + said("RL0722", text) == []


SETUP = MARKET.replace("play:", "    {}\nplay:")


@pytest.mark.parametrize(
    "sentences",
    [
        "each player: draw 4 Cards from the Deck to your Hand",
        "repeat 2 times: draw 5 Cards from the Deck to the Box",
        "each player: Deal Out",
        "draw 5 Cards from the Deck to the Box\n    draw 5 Cards from the Deck to the Box",
    ],
)
def test_the_setup_takes_too_many(sentences: str) -> None:
    text = SETUP.format(sentences) + "to Deal Out: draw 4 Cards from the Deck to your Hand\nto Trade: do nothing\n"
    assert len(said("RL0723", text)) == 1


@pytest.mark.parametrize(
    "sentences",
    [
        "each player: draw 3 Cards from the Deck to your Hand",
        "each player: draw 4 Cards from the Deck to your Hand if possible",
        "if the number of players is 2: draw 9 Cards from the Deck to the Box",
        "repeat 2 times:\n        draw 5 Cards from the Deck to the Box\n        move 5 Cards from the Box to the Deck",
    ],
)
def test_the_setup_takes_what_there_is(sentences: str) -> None:
    text = SETUP.format(sentences) + "to Deal Out: do nothing\nto Trade: do nothing\n"
    assert said("RL0723", text) == []


def test_what_happens_by_itself_is_asked_about() -> None:
    text = MARKET.replace("Trade", "draw 1 Card from the Deck to your Hand")
    assert "draw 1 Card from the Deck to your Hand" in text
    assert said("RL0720", text) == ["1 Card from the Deck"]
    assert said("RL0720", text.replace("to your Hand", "to your Hand if possible")) == []


def test_what_is_decided_is_not() -> None:
    text = MARKET.replace(": Trade", ":\n        choose one:\n            Draw: draw 1 Card from the Deck to your Hand")
    places = said("RL0720", text)
    assert [place for place in places if place.startswith("draw")] == []


def test_a_question_before_it_is_an_answer() -> None:
    ask = ":\n        if the Purse has at least 2 Coins: move 2 Coins from the Purse to the Box"
    text = MARKET.replace(": Trade", ask)
    assert [place for place in said("RL0720", text) if "2 Coins" in place] == []
