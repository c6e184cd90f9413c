"""Things of one sort where another is needed: each is found, and what fits is not."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

TABLE = """rulebook "Table" for 2 players
the sides are Ann, Ben
a Colour is one of Red, Blue
a Card is a card with a Colour, a Rank from 1 to 5
there are 9 Cards:
    | Title | Colour | Rank | Copies |
    | King  | Red    | 1    | 9      |
a Cube is a token with a Colour
there are 6 Cubes: 3 Red, 3 Blue
a Thing is either a Card or a Cube
the Deck is a face-down pile of Cards
the Tray is an area of Cubes
the Shelf is an area of Things
the Corner is an area
a Square is a space of up to 1 Cube on a square grid of 3 by 3
each player has a Hand, a secret area of Cards
each player has Coins from 0 to 9
the Leader is a player
setup: move all Cards from the Box to the Deck
a player's Worth is the number of Cards in the player's Hand
to Hire for a Card: gain 1 Coin
to Try:
    {}
play:
    repeat 3 rounds:
        each player takes a turn:
            choose one:
                Try
                Wait: do nothing
"""


def errors(sentence: str) -> list[str]:
    """The codes of the errors in a sentence of an action."""
    return [one.code for one in checked(TABLE.format(sentence)) if one.severity.name == "ERROR"]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("move 1 Cube from the Tray to the Deck", "RL0241"),
        ("move 1 Card from the Deck to the Tray", "RL0241"),
        ("move all Cubes to your Hand", "RL0241"),
        ("draw 1 Card from the Deck to a1", "RL0241"),
        ("choose a Cube in the Deck", "RL0241"),
        ("choose a Card on a1", "RL0241"),
        ("choose a Card from your Hand\n    move the Card to the Tray", "RL0241"),
        ("move 1 Card from your Hand to the top of the Corner", "RL0244"),
        ("gain as many Coins as Red", "RL0301"),
        ("gain as many Coins as your Hand", "RL0301"),
        ("if the Leader is at least 2: gain 1 Coin", "RL0301"),
        ("choose a number from Red to 3", "RL0301"),
        ("choose a Card with the highest Colour", "RL0301"),
        ("gain as many Coins as the total Colour of Cards", "RL0301"),
        ("repeat as many times as Red: gain 1 Coin", "RL0301"),
        ("the Leader becomes 3", "RL0234"),
        ("your Coins become Ann", "RL0234"),
        ("your Worth becomes 3", "RL0233"),
        ("you become Ann", "RL0246"),
        ("if your Coins are Red: gain 1 Coin", "RL0304"),
        ("choose a Card where its Rank is Red", "RL0304"),
        ("shuffle your Coins", "RL0212"),
        ("roll the Deck", "RL0505"),
        ("show your Coins to Ben", "RL0243"),
        ("show your Hand to Red", "RL0242"),
        ("swap Ann with Ben", "RL0231"),
        ("move the Deck to your Hand", "RL0231"),
        ("Hire for 3", "RL0227"),
        ("Hire for the Leader", "RL0227"),
        ("choose a Card\n    Hire for the Card at the Deck", "RL0228"),
        ("pay 2 Coins to the Deck", "RL0242"),
        ("add Ann to your Hand", "RL0232"),
        ("draw 1 Card from the Leader to your Hand", "RL0212"),
    ],
)
def test_of_another_sort(sentence: str, code: str) -> None:
    assert errors(sentence) == [code]


@pytest.mark.parametrize(
    "sentence",
    [
        "move 1 Cube from the Tray to the Shelf",
        "move 1 Card from the Deck to the Shelf",
        "move 1 Cube from the Tray to the Corner",
        "choose a Cube in the Corner",
        "move 1 Card from your Hand to the top of the Deck",
        "choose a Card with the highest Rank",
        "show your Hand to Ben",
        "the Leader becomes Ann",
        "choose a Card\n    Hire for the Card",
        "your Coins become your Worth",
    ],
)
def test_of_the_right_sort(sentence: str) -> None:
    assert errors(sentence) == []
