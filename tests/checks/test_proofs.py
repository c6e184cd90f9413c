"""Questions that are answered by proof, each beside a rulebook that differs a little, where the proof must not go."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

BOARD = """rulebook "Marks" for 2 players
the sides are Cross, Nought
a Square is a space of up to 1 Mark on a square grid of 3 by 3
a Mark is a token
each player has {marks} Marks
play:
    repeat turns starting with Cross: Claim Square
to Claim Square:
    choose an empty Square
    move {moved} of your Marks from the Box to the Square
{more}
"""
FULL = "as soon as no Square is empty: nobody wins"

CLIMB = """rulebook "Climb" for 2 players
the Step is a track from 0 to 20
play:
    repeat turns: Climb
to Climb:
    choose one:
        Go Up: the Step becomes the Step plus 1
        Rest: do nothing
as soon as the Step is {top}: nobody wins
"""

BIDS = """rulebook "Bids" for 2 players
the Sum is a track from 0 to 3
play:
    repeat turns:
        choose one:
            Bid
            Doubt
to Bid:
    choose a number from 1 to {most} where it is more than the Sum as Number
    the Sum becomes the Number
to Doubt:
    only if the Sum is {asked}
    nobody wins
"""

DEAL = """rulebook "Deal" for 2 to 3 players
a Card is a card
there are {cards} Cards
the Deck is a pile of Cards
each player has a Hand, an area of up to {room} Cards
setup:
    move all Cards from the Box to the Deck
    each player: draw 2 Cards from the Deck to your Hand
    each player: draw 1 Card from the Deck to your Hand
play:
    repeat turns until the Deck is empty:
        choose a number from 1 to 2
        draw 1 Card from the Deck to the Box
"""

STAKES = """rulebook "Stakes" for 2 players
each player has Chips from 0 to 9 starting at 3
each player has a Stake from 0 to 9
play:
    each player: choose a number from 1 to {most} as Bet, then gain as many Stake as the Bet
    each player: pay as many Chips as your Stake
    each player: choose a number from 1 to 2
"""


def codes(text: str) -> list[str]:
    """What was not answered, by code."""
    return sorted(one.code for one in checked(text) if one.severity.name == "UNPROVED")


@pytest.mark.parametrize(
    ("marks", "moved", "more", "proved"),
    [
        (5, 1, FULL, True),  # nine squares, in turn: five and four
        (4, 1, FULL, False),  # Cross needs a fifth
        (5, 1, "", False),  # the board may be full
        (5, 1, "as soon as a1 is not empty: nobody wins", False),
        (9, 1, FULL + "\nas soon as b2 is not empty: move all Marks on a1 to the Box", True),
    ],
)
def test_a_supply_that_never_runs_out(marks: int, moved: int, more: str, proved: bool) -> None:
    text = BOARD.format(marks=marks, moved=moved, more=more)
    assert ("RL0514" in codes(text)) is not proved


@pytest.mark.parametrize(("top", "proved"), [(20, True), (19, True), ("at least 21", False)])
def test_a_track_that_ends_in_time(top: object, proved: bool) -> None:
    assert ("RL0306" in codes(CLIMB.format(top=top))) is not proved


@pytest.mark.parametrize(
    ("most", "asked", "proved"),
    [(3, "at least 1", True), (3, "at least 3", True), (2, "at least 3", False), (3, 2, False)],
)
def test_one_option_does_where_the_other_does_not(most: int, asked: object, proved: bool) -> None:
    assert ("RL0514" in codes(BIDS.format(most=most, asked=asked))) is not proved


@pytest.mark.parametrize(("cards", "room", "proved"), [(9, 3, True), (12, 4, True), (12, 2, False)])
def test_a_setup_that_is_gone_through(cards: int, room: int, proved: bool) -> None:
    assert ("RL0720" in codes(DEAL.format(cards=cards, room=room))) is not proved


@pytest.mark.parametrize(("most", "proved"), [(3, True), (4, False)])
def test_a_debt_that_can_be_paid(most: int, proved: bool) -> None:
    assert ("RL0720" in codes(STAKES.format(most=most))) is not proved
