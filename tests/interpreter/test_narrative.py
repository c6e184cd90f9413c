"""What came of a move by itself is told below it: to each player what that player may know."""

from __future__ import annotations

import json
from random import Random

import pytest

from interpreter import load
from interpreter.api.session import Session
from interpreter.bots import bot, play
from interpreter.cli.replay import _record
from tests.interpreter.every_output import server_example
from tests.interpreter.games import game

TRICKS = """rulebook "Three Tricks" for 2 players
a Card is a card with a Rank from 1 to 6
there are 6 Cards:
    | Rank |
    | 1    |
    | 2    |
    | 3    |
    | 4    |
    | 5    |
    | 6    |
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has a Slot, an open area of up to 1 Card
each player has a Stack, a face-down area of Cards
each player has Tricks from 0 to 3
the Leader is a player

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 3 Cards from the Deck to your Hand
    the Leader becomes the first player

play:
    repeat 3 rounds:
        each player in turn order starting with the Leader: Play Card
        phase Trick:
            the Leader becomes the only player with the highest Strength
            the Leader gains 1 Trick
            each player: move all Cards in your Slot to the Leader's Stack

to Play Card:
    choose a Card in your Hand
    move the Card to your Slot

a player's Strength is the total Rank of Cards in the player's Slot
the winner is the player with the highest Tricks
"""


def tricks() -> Session:
    session = load(TRICKS).game().start(seed=1)
    assert session.decision is not None
    session.apply(session.decision.options[0])
    assert session.decision is not None
    session.apply(session.decision.options[0])
    return session


def test_what_follows_by_itself_is_told_below_the_move_with_the_name_of_its_part() -> None:
    session = tricks()
    first, second = session.narrative()[-2:]
    assert [effect.partition(": ")[2] for effect in first.effects()] == ["Ann's Hand → Ann's Slot"]
    own, line = second.effects()
    assert own.endswith(": Ben's Hand → Ben's Slot")
    assert line.startswith("Trick: ")
    assert "Tricks: " in line
    assert "0 → 1" in line
    assert session.transcript().splitlines()[-1] == f"  {line}"


def test_a_card_that_lay_open_only_for_a_moment_was_seen() -> None:
    session = tricks()
    other = 1 - session.history[-1].seat
    assert session.events(other)[-1].text() == session.events()[-1].text()
    assert "Card in" not in session.events(other)[-1].text()
    assert not session.can_undo


def test_who_saw_a_card_put_away_knows_where_it_is() -> None:
    session = tricks()
    other = 1 - session.history[-1].seat
    piece = next(value for value in session.history[-1].move[1:] if isinstance(value, int))
    place = session.history[-1].after[session.game.sight.at + piece]
    worlds = [session.seat(other).imagine(Random(number)).state.cells for number in range(20)]
    assert {world[session.game.sight.at + piece] for world in worlds} == {place}


@pytest.mark.parametrize(("name", "players"), [("sealed_letter", 3), ("leduc_poker", 2)])
def test_a_card_dealt_to_others_is_not_named(name: str, players: int) -> None:
    session = game(name, players).start(seed=4)
    play(session, [bot("random", seat) for seat in range(players)])
    seats = session.game.players
    cards = {piece.name for piece in session.game.program.layout.pieces}
    for viewer in range(players):
        told = [line for passage in session.narrative(viewer) for line in passage.effects()]
        hands = [f"Deck → {seat}'s Hand" for number, seat in enumerate(seats) if number != viewer]
        dealt = [part for line in told for part in line.split("; ") if part.endswith(tuple(hands))]
        assert not [part for part in dealt if any(card in part for card in cards)]
        assert dealt or name == "leduc_poker"


def test_exchanged_tokens_are_told_as_one_change() -> None:
    session = game("othello").start()
    assert session.decision is not None
    session.apply(session.decision.options[0])
    (line,) = session.narrative()[-1].effects()
    assert line.startswith("White Disc → Black Disc: ")


def test_effects_are_told_in_the_language_asked_for() -> None:
    session = game("pig").start(seed=1)
    play(session, [bot("random", seat) for seat in range(2)])
    german = [line for passage in session.narrative() for line in passage.effects("de")]
    assert german
    assert not any(line.startswith("Score") for line in german)


ONCE_OR_TWICE = """rulebook "Once or Twice" for 2 players

each player has Coins from 0 to 9 starting at 3

play: each player secretly: Pick

to Pick:
    choose one:
        Bid:
            choose a number from 1 to 2 as Sum
            your opponent gains 1 Coin
            choose a number from 1 to 3 as Tip
            gain as many Coins as the Tip
        Hold: gain 1 Coin
"""


def test_how_often_somebody_chooses_in_secret_is_told_to_nobody() -> None:
    """It tells what was chosen: neither steps nor messages of a server may be counted."""
    server, game = server_example(), load(ONCE_OR_TWICE).game()
    found = []
    for moves in (["Hold"], ["Bid, 1", "2"]):
        session, messages = game.start(1), 0
        for move in moves:
            session, told = server["answered"](session, "Ann", server["Message"](secret="", move=move))
            assert "Ann" in told
            messages += "Ben" in told
        assert session.decision is not None
        assert session.decision.player == "Ben"
        record = _record(session, 1, "en", positions=True)
        found.append((messages, [passage.lines() for passage in session.narrative("Ben")], record))
    assert found[0] == found[1]
    assert found[0][0] == 1
    session, told = server["answered"](session, "Ben", server["Message"](secret="", move="Hold"))
    assert json.loads(told["Ben"])["happened"][:2] == ["Ann: Bid: 1", "  Coins: Ben 3 → 4"]


TURNED = """rulebook "Turned" for 2 players
a Card is a card
there are 2 Cards:
    | Title |
    | Sun   |
    | Moon  |
each player has a Hand, a secret area of Cards
the Table is an open area of Cards
setup: Ann moves all Cards to Ann's Hand
play: repeat 5 turns: Act
to Act: choose one:
    Turn: choose a Card in Ann's Hand, then turn it face down
    Lay: choose a Card in Ann's Hand, then move it to the Table
    Rest: do nothing
the sides are Ann, Ben
"""


@pytest.mark.parametrize("first", ["Sun", "Moon"])
def test_nobody_else_hears_which_way_up_a_card_lies_in_a_hand(first: str) -> None:
    """Nor whether turning one changed anything; once it lies on the table, everybody sees it."""
    told = []
    for turned in ("Sun", "Moon"):
        session = load(TURNED).game(2).start(1)
        for move in (f"Turn, {first}", "Rest", f"Turn, {turned}"):
            assert session.apply(move), move
        told.append(session.transcript("Ben"))
        assert "face down" in session.transcript("Ann")
    assert told[0] == told[1]
    assert "face down" not in told[0]
    assert session.apply("Rest")
    assert session.apply(f"Lay, {first}")
    assert session.transcript("Ben").splitlines()[-1].strip() == "Card: Ann's Hand → Table; Card face down"
