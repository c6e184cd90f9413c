"""Copies of one card that went two ways while nobody saw which was which: a player who knows both by their look
imagines the same, number for number, whichever of them truly went where; and still knows what each of them is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

import pytest

from interpreter import Session, load
from interpreter.visibility.determinise.threads import Threads
from tests.interpreter.every_output import twin_of
from tests.random_moves import play_on

pytestmark = pytest.mark.slow

KEPT: Final = Path(__file__).parents[1] / "language" / "generated" / "kept"

TURNS = {
    # Dealt out of a pile that all see into, then laid on one that all see into, or on one that nobody does.
    "hands": """
        Throw
        Bury

to Throw:
    choose a Card in your Hand
    move it to the Discard

to Bury:
    choose a Card in your Hand
    move it to the Heap
""",
    # What was thrown away is mixed and dealt anew.
    "discard": """
        Throw
        Deal

to Throw:
    choose a Card in your Hand
    move it to the Discard

to Deal:
    shuffle the Discard
    each player: draw 1 Card from the Discard to your Hand if possible
    move all Cards from the Discard to the Heap
""",
    # Shown on the way, by its look.
    "on the way": """
        Flash
        Pass On
        Mix

to Flash:
    draw 1 Card from the Deck to the Discard
    move the last Card in the Discard to Ben's Hand

to Pass On:
    draw 1 Card from the Deck to the Discard
    move the last Card in the Discard to the Heap

to Mix:
    move all Cards from the Heap to the Deck
    shuffle the Deck
""",
    # Laid in a row, and swept off it.
    "row": """
        Lay
        Sweep

to Lay:
    choose a Card in your Hand
    move it to the Row

to Sweep:
    move all Cards from the Row to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand if possible
""",
}


def book(name: str, deck: str, heap: str) -> str:
    return f"""rulebook "Copies that Part" for 3 players
a Card is a card with a Rank from 1 to 3
there are 6 Cards:
    | Title | Rank | Copies |
    | Ace   | 1    | 3      |
    | King  | 2    | 2      |
    | Jack  | 3    | 1      |
each player has a Hand, a secret area of Cards
the Deck is {deck} pile of Cards
the Heap is {heap} of Cards
the Discard is an open pile of Cards
the Row is an open row of Cards
each player has Patience from 0 to 9

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play: repeat 8 rounds: each player: Act

to Act:
    choose one:
        Wait{TURNS[name]}
to Wait: lose 0 Patience

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""


#: For each game the piles, and how many pairs are to be found in which copies parted unseen.
GAMES: Final = {
    "hands": ("an open", "a face-down area"),
    "discard": ("a face-down", "a face-down area"),
    "on the way": ("a face-down", "a face-down pile"),
    "row": ("an open", "a face-down area"),
}


def imagined(session: Session, seat: int) -> list[tuple[int, ...]]:
    luck = Random(7)
    return [session.seat(seat).imagine(luck).state.cells for _ in range(3)]


@pytest.mark.parametrize("name", GAMES)
def test_which_copy_is_which_is_imagined_by_what_is_known(name: str) -> None:
    game, random, parted = load(book(name, *GAMES[name])).game(), Random(name), 0
    for seed in range(20):
        session = play_on(game.start(seed), Random(seed), 4)
        for seat in range(3):
            twin = twin_of(session, seat, random)
            if twin is not None and twin.state != session.state:
                assert imagined(session, seat) == imagined(twin, seat), session.transcript(seat)
                assert session.seat(seat).observation == twin.seat(seat).observation
                parted += _looks(session) == _looks(twin)
    assert parted >= 2


def _looks(session: Session) -> Counter[tuple[int, int]]:
    """What lies where, by its look."""
    game = session.game
    at = session.state.cells[game.sight.at :]
    return Counter((piece.look, at[number]) for number, piece in enumerate(game.program.layout.pieces))


def test_a_card_seen_on_its_way_stays_what_it_is() -> None:
    """Whichever copy it was: all worlds have an Ace where an Ace went, and the player is told so."""
    game, known = load(book("on the way", *GAMES["on the way"])).game(), 0
    for seed in range(12):
        session = game.start(seed)
        session.apply("Flash")
        (piece,) = set(_hand(session, 1)) - set(_hand(game.start(seed), 1))
        look = game.program.layout.pieces[piece].look
        assert game.program.layout.pieces[piece].name in session.observe("Ann").text()
        for cells in imagined(session, 0):
            looks = [game.program.layout.pieces[one].look for one in _hand(session, 1, cells)]
            assert look in looks
            known += 1
    assert known


def _hand(session: Session, player: int, cells: tuple[int, ...] | None = None) -> list[int]:
    game = session.game
    place = next(n for n, one in enumerate(game.program.layout.places) if one.name == f"{game.players[player]}'s Hand")
    at = (cells or session.state.cells)[game.sight.at :]
    return [piece for piece in range(len(game.program.layout.pieces)) if at[piece] == place]


def test_where_no_order_is_found_things_lie_in_any_and_not_in_the_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Threads, "_picked", lambda *_: None)
    session = load(KEPT / "left_a_row_by_its_rank.rules").game(players=2).start(seed=4)
    play_on(session, Random(1), 2)
    twins = [twin for number in range(20) if (twin := twin_of(session, 0, Random(number))) is not None]
    assert twins
    world = session.seat(0).imagine(Random(5)).state.cells
    assert world != session.state.cells
    assert all(twin.seat(0).imagine(Random(5)).state.cells == world for twin in twins)
