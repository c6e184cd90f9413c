"""Questions about choices that are answered by proof, each beside a rulebook that differs a little and stays open."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import Severity
from tests.checks.finding import checked

CARDS = """rulebook "Cards" for 2 players
a Card is a card
there are 10 Cards
the Deck is a pile of Cards
each player has a Hand, an area of Cards
each player has Coins from 0 to 9
each player has Gems from 0 to 9 starting at 2
setup:
    move all Cards from the Box to the Deck
    each player: draw 3 Cards from the Deck to your Hand
as soon as a player's Coins are 9: the player wins
"""

DISCARD = (
    CARDS
    + """play: repeat 20 turns: Discard
to Discard:
    draw 1 Card from the Deck to your Hand if possible
    if {asked}:
        choose 2 Cards in your Hand
        move the Cards to the Deck
"""
)

AGAIN = (
    CARDS
    + """play: repeat 20 turns: Discard
to Discard:
    repeat at most 5 times while {asked}:
        choose a Card in your Hand
        move it to the Deck
    draw 1 Card from the Deck to your Hand if possible
    gain 1 Coin
"""
)

MENU = (
    CARDS
    + """play: repeat turns: choose up to 2:
    Take: {take}
    Earn: {earn}
"""
)

DRAW, UP_TO = (
    "draw 1 Card from the Deck to your Hand",
    "choose up to 2 Cards in the Deck, then move the Cards to your Hand",
)

PERHAPS = (
    CARDS
    + """play: repeat turns: {asked}
to Go: choose one:
    Take: choose up to 2 Cards in the Deck, then move the Cards to your Hand, then gain 1 Coin, then {then}
    Wait: {then}
"""
)

IN_TURN = (
    CARDS
    + """play: repeat turns: Go
to Go: {each}: the player does Pick
to Pick: choose one:
    Earn: gain 1 Coin
    Rest: {rest}
at any time, you may: Buy
to Buy: pay 1 Gem
"""
)

TABLE = """rulebook "Table" for 2 players
a Hue is one of Red, Blue
a Card is a card with a Hue
there are 4 Cards: {red} Red, {blue} Blue
a Spot is a space of up to 2 Cards with a Hue:
    | Title | Hue  |
    | One   | Red  |
    | Two   | Blue |
    | Three | Red  |
setup: for each Spot: move 1 Card from the Box where its Hue is the Spot's Hue to the Spot
play: repeat 20 turns: choose a number from 1 to 2
"""


def codes(text: str) -> list[str]:
    """What was not answered, by code; nothing is wrong."""
    found = checked(text)
    assert [one.message for one in found if one.severity is Severity.ERROR] == []
    return sorted({one.code for one in found if one.severity is Severity.UNPROVED})


@pytest.mark.parametrize(
    ("answered", "still_open", "code"),
    [
        (DISCARD.format(asked="you have at least 2 Cards"), DISCARD.format(asked="you have a Card"), "RL0514"),
        (
            DISCARD.format(asked="there are at least 2 Cards in your Hand"),
            DISCARD.format(asked="there are at least 2 Cards in the Deck"),
            "RL0514",
        ),
        (AGAIN.format(asked="your Hand is not empty"), AGAIN.format(asked="the Deck is not empty"), "RL0514"),
        (MENU.format(take=DRAW, earn="gain 1 Coin"), MENU.format(take=DRAW, earn="pay 1 Gem"), "RL0510"),
        (MENU.format(take=UP_TO, earn="pay 1 Gem"), MENU.format(take=DRAW, earn="pay 2 Gems"), "RL0510"),
        (
            PERHAPS.format(asked="Go if possible", then="gain 1 Coin"),
            PERHAPS.format(asked="Go if possible", then="pay 1 Gem"),
            "RL0510",
        ),
        (
            IN_TURN.format(each="for each player", rest="do nothing"),
            IN_TURN.format(each="for each player where its Coins are 0", rest="do nothing"),
            "RL0510",
        ),
        (TABLE.format(red=2, blue=2), TABLE.format(red=1, blue=3), "RL0720"),
    ],
    ids=["has 2", "there are 2", "while", "menu", "up to", "if possible", "windows", "table"],
)
def test_a_needless_question_is_answered_and_an_open_one_is_not(answered: str, still_open: str, code: str) -> None:
    assert codes(answered) == []
    assert code in codes(still_open)


STORE = """rulebook "Store" for 2 players
a Cube is a token
there are 10 Cubes
each player has a Store, an area of Cubes
play: repeat 20 turns: Pick
to Pick:
    move 1 Cube from the Box to your Store if possible
    if you have at least {least} Cubes:
        choose {least} Cubes in your Store
        move all Cubes from your Store to the Box
"""


@pytest.mark.parametrize(("least", "never"), [(2, False), (10, False), (11, True)])
def test_a_condition_on_tokens_in_any_of_the_places_counts_only_those_there(least: int, never: bool) -> None:
    """The tokens of all places were taken for those of one player, and the condition to be always true."""
    told = {one.code for one in checked(STORE.format(least=least))}
    assert "RL0513" not in told
    assert ("RL0516" in told) is never
