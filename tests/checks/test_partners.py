"""Choices made at the same time do not look at one another."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found

GAME = """rulebook "Sealed Bids" for 2 to 3 players
a Card is a card with a Rank from 1 to 9
there are 9 Cards:
    | Title | Rank | Copies |
    | Low   | 2    | 5      |
    | High  | 7    | 4      |
the Deck is a face-down pile of Cards
the Market is an open area of Cards
each player has a Hand, a secret area of Cards
each player has a Slot, a secret area of Cards
each player has a Bid from 0 to 9
each player has Coins from 0 to 9 starting at 9
each player may be Ready
the Pot is a track from 0 to 90
setup:
    move all Cards to the Deck
    shuffle the Deck
    draw 2 Cards from the Deck to the Market
    each player: draw 2 Cards from the Deck to your Hand
play:
    repeat 3 rounds:
        each player secretly: Prepare
        each player: your Bid becomes 0
"""
HIGHEST = """choose a number from 0 to 9 where there is no player where its Bid is 3 as Sum
your Bid becomes the Sum
"""


def preparing(sentences: str) -> str:
    """The auction, with what is done at the same time."""
    return GAME + "to Prepare:\n" + "".join(f"    {line}\n" for line in sentences.splitlines())


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a number from 0 to your Coins as Sum\nyour Bid becomes the Sum",
        "choose a Card from your Hand\nmove the Card to your Slot",
        "choose a Card from your Hand where its Rank is not your Bid\nmove the Card to your Slot\nyour Bid becomes 3",
        "choose a number from 0 to 3 as Sum\npay as many Coins as the Sum\nthe Pot becomes the Pot plus the Sum",
        "choose a number from 1 to 2 as Sum\nif your Bid is 3: you become Ready\nyour Bid becomes the Sum",
    ],
)
def test_what_is_ones_own_may_be_looked_at(sentences: str) -> None:
    assert {one.code for one in checked(preparing(sentences))} & {"RL0604", "RL0605"} == set()


@pytest.mark.parametrize(
    ("sentences", "what"),
    [
        (HIGHEST, "player's Bid"),
        ("choose a Card from the Market\nmove the Card to your Slot", "Market"),
        ("choose a number from 1 to 2 as Sum\nif the Pot is 3: gain 1 Coin\nthe Pot becomes the Sum", "Pot"),
        ("choose a number from 1 to 2 as Sum\nif every player is Ready: gain 1 Coin\nyou become Ready", "player Ready"),
    ],
)
def test_what_another_player_does_at_the_same_time_may_not(sentences: str, what: str) -> None:
    messages = [message for _, message in found("RL0604", preparing(sentences))]
    assert messages == [f"This depends on `{what}`, which another player chooses at the same time."]


def test_one_after_the_other_everything_may_be_looked_at() -> None:
    text = preparing("choose a Card from the Market\nmove the Card to your Slot").replace(" secretly", "")
    assert found("RL0604", text) == []
