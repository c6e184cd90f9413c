"""What could be taken out and nobody would notice: each beside a sentence that does something."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

GAME = """rulebook "Idle Hands" for 2 to 3 players
a Card is a card
there are 9 Cards
the Deck is a pile of Cards
each player has Coins from 0 to 18
the Pot is a track from 0 to 9
setup: move all Cards to the Deck
play:
    repeat 3 rounds: each player takes a turn:
        choose one:
            Work
            Rest: do nothing
to Work:
    gain 1 Coin
    the Pot becomes the Pot plus 1
    draw 1 Card from the Deck to the Box if possible
    {sentence}
as soon as the Pot is 9: the game ends now
the winner is the player with the highest Coins, otherwise shared
"""


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("the Pot becomes the Pot", "RL0525"),
        ("gain 0 Coins", "RL0525"),
        ("the player after you gains 0 Coins", "RL0525"),
        ("gain as many Coins as your Coins minus your Coins", "RL0525"),
        ("repeat 0 times: gain 1 Coin", "RL0525"),
        ("draw 0 Cards from the Deck to the Box", "RL0525"),
        ("if your Coins are at least 0: gain 1 Coin", "RL0526"),
        ("only if your Coins are at most 18", "RL0526"),
        ("if the number of players is at least 2: gain 1 Coin", "RL0526"),
        ("remember your Coins as Sum", "RL0527"),
    ],
)
def test_what_could_be_taken_out(sentence: str, code: str) -> None:
    assert [one.code for one in checked(GAME.format(sentence=sentence))] == [code]


@pytest.mark.parametrize(
    "sentence",
    [
        "the Pot becomes 0",
        "gain as many Coins as the Pot minus your Coins",
        "repeat as many times as the Pot: gain 1 Coin",
        "if your Coins are at least 1: gain 1 Coin",
        "only if your Coins are at most 17",
        "if the number of players is at least 3: gain 1 Coin",
        "remember your Coins as Sum, then gain as many Coins as the Sum",
        "do nothing",
    ],
)
def test_what_could_not(sentence: str) -> None:
    assert not {"RL0525", "RL0526", "RL0527"} & {one.code for one in checked(GAME.format(sentence=sentence))}
