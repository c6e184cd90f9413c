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


AUCTION = """rulebook "Auction" for 2 players
each player has Coins from 0 to 18 starting at 18
each player has a Bid from 0 to {most}
play:
    repeat 9 turns: Raise
to Raise:
    choose a number from {least} to your Coins as Offer
    your Bid becomes the Offer
"""

TWO_DECKS = """rulebook "Houses and Cheques" for 3 to 4 players
a House is a card
there are 30 Houses
a Cheque is a card
there are {cheques} Cheques
the Deck is a face-down pile of Houses
the Bank is a face-down pile of Cheques
setup:
    move all Houses to the Deck
    move all Cheques to the Bank
    shuffle the Bank
    draw 6 Houses from the Deck to the Box
    draw 8 Cheques from the Bank to the Box
play:
    each player: choose a number from 1 to 2
"""

DRAWN = """rulebook "Drawn" for 2 to 3 players
a Card is a card with a Rank from 1 to 9
there are {cards} Cards:
    | Title | Rank |
{rows}
the Bag is a face-down bag of Cards
each player has a Hand, a secret area of up to 1 Card
setup: move all Cards from the Box to the Bag
play:
    each player: draw 1 Card from the Bag to your Hand
    repeat 2 turns: choose a number from 1 to 2
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


@pytest.mark.parametrize(("cards", "proved"), [(4, True), (3, True), (2, False)])
def test_a_deal_from_a_bag_nobody_looks_into(cards: int, proved: bool) -> None:
    """Which cards are left is not known, but how many."""
    rows = "\n".join(f"    | No {rank} | {rank} |" for rank in range(1, cards + 1))
    assert ("RL0720" in codes(DRAWN.format(cards=cards, rows=rows))) is not proved


@pytest.mark.parametrize(("most", "proved"), [(3, True), (4, False)])
def test_a_debt_that_can_be_paid(most: int, proved: bool) -> None:
    assert ("RL0720" in codes(STAKES.format(most=most))) is not proved


@pytest.mark.parametrize(
    ("least", "most", "proved"),
    [
        ("the highest Bid of players plus 1", 18, True),
        ("the highest Bid of players minus 1", 18, False),
        ("1", 17, False),
    ],
)
def test_a_number_chosen_between_what_others_have_and_what_you_have(least: str, most: int, proved: bool) -> None:
    assert ("RL0306" in codes(AUCTION.format(least=least, most=most))) is not proved


def test_a_setup_of_many_cards_is_gone_through() -> None:
    assert "RL0720" not in codes(TWO_DECKS.format(cheques=32))
    assert "ERROR" in {one.severity.name for one in checked(TWO_DECKS.format(cheques=7))}


ASKED = """rulebook "Asked" for 2 players
a Card is a card
there are 3 Cards
the Deck is a pile of Cards
the Row is a row
each player has a Hand, an area
each player has Coins from 0 to 9
setup: move all Cards to the Deck
to Draw One: draw 1 Card from the Deck to your Hand
to Take:
    if you can Draw One:
        {then}
play:
    each player: Take
    each player: Take
"""


@pytest.mark.parametrize(
    ("then", "asks"),
    [
        (("Draw One",), False),
        (("move the only Card in the Row to your Hand",), True),
        (("Draw One", "move the only Card in the Row to your Hand"), True),
        (("gain 1 Coin", "pay 2 Coins", "Draw One"), True),
    ],
)
def test_whoever_can_do_one_thing_may_not_be_able_to_do_another(then: tuple[str, ...], asks: bool) -> None:
    assert ("RL0720" in codes(ASKED.format(then="\n        ".join(then)))) is asks


@pytest.mark.parametrize(("tickets", "proved"), [(8, True), (4, True), (3, False)])
def test_two_sorts_of_cards_are_dealt_from_piles_of_their_own(tickets: int, proved: bool) -> None:
    """A Wagon drawn from the top of the Deck is none of the Tickets in the other pile."""
    text = f"""rulebook "Deal" for 2 to 4 players
a Ticket is a card
there are {tickets} Tickets
a Wagon is a card
there are 40 Wagons
the Deck is a face-down pile of Wagons
the Files is a face-down pile of Tickets
each player has a Hand, a secret area of Wagons
each player has a Folder, a secret area of Tickets
setup:
    move all Tickets to the Files
    move all Wagons to the Deck
    each player:
        draw 4 Wagons from the Deck to your Hand
        draw 1 Ticket from the Files to your Folder
play: repeat 3 rounds: each player: do nothing
"""
    found = {one.code for one in checked(text)} & {"RL0720", "RL0723"}
    assert not found if proved else found
