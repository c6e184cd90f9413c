"""Why a move was refused, and what the rules did: told with the rulebook's sentences and the values of their parts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Refusal, Session, load
from tests.interpreter.games import ALL_GAMES, game, played

pytestmark = pytest.mark.slow


def refused(session: Session, move: str) -> Refusal:
    """The refusal of a move."""
    refusal = session.why_not(move)
    assert refusal is not None
    assert refusal == session.apply(move)
    return refusal


def test_a_condition_that_fails_is_shown_with_its_values() -> None:
    session = game("liars_dice").start(seed=1)
    refusal = refused(session, "Challenge")
    assert refusal.step == "guard"
    assert refusal.clauses[0].text == "the Quantity is less than 1"
    assert refusal.clauses[0].drawing == "the Quantity: 0"
    assert refusal.clauses[0].values == (("the Quantity", "0"),)
    assert "liars_dice.rules" in refusal.clauses[0].where


def test_a_choice_that_fails_its_condition_says_which() -> None:
    session = game("liars_dice").start(seed=1)
    session.apply("Bid, 1, 5")
    clause = refused(session, "Bid, 1, 4").clauses[0]
    assert clause.text == "1 is at most the Quantity and 4 is at most the Face"
    assert dict(clause.values) == {"the Quantity": "1", "the Face": "5"}


def test_a_definition_is_followed_to_the_sentence_that_says_no() -> None:
    clauses = refused(game("breakthrough").start(), "c2, d5").clauses
    assert clauses[0].values == (("d5 is Open for White Pawn on c2", "no"),)
    assert clauses[1].quote.startswith("a Square is Open")


def test_the_citation_of_the_clause_is_told() -> None:
    assert refused(game("othello").start(), "a1").clauses[0].cite == 'en "Play"'


@pytest.mark.parametrize("move", ["fly to the moon", "", ",,,", "a1, a1, a1", "💥", "Advance", "-1", "9" * 50])
def test_any_text_gets_an_answer(move: str) -> None:
    refusal = game("breakthrough").start().apply(move)
    assert isinstance(refusal, Refusal)
    assert str(refusal)


@pytest.mark.parametrize("move", [(), (9,), (0,), (0, -5), (0, 1, 2, 3), (0, 10**9, 3), (0, (1, 2), 3), ((1,), 2)])
def test_any_numbers_get_an_answer(move: tuple[int, ...]) -> None:
    refusal = game("breakthrough").start().apply(move)
    assert isinstance(refusal, Refusal)
    assert str(refusal)


def test_a_misspelt_move_is_answered_with_what_it_may_have_been() -> None:
    refusal = refused(game("kuhn_poker").start(seed=1), "Chekc")
    assert refusal.step == "unknown"
    assert refusal.suggestions == ("Check",)


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    session = played("tic_tac_toe", 1, 9)
    assert session.is_over
    assert refused(session, "a1").step == "over"


FLIPPING = """
rulebook "Flipping" for 2 players
a Disc is a token
each player has 9 Discs
a Square is a space of up to 1 Disc on a square grid of 3 by 3
play: repeat 6 turns: choose one:
    Place
    Flip
to Place:
    choose an empty Square
    move 1 of your Discs from the Box to the Square
to Flip:
    for each Square:
        for each Disc on the Square:
            if the Disc's owner is you: the Disc's owner becomes your opponent
            otherwise: the Disc's owner becomes you
"""


def test_why_tells_of_tokens_that_were_gone_through() -> None:
    session = load(FLIPPING).game(2).start(seed=1)
    for move in ("Place, a1", "Place, c3", "Flip"):
        assert session.apply(move)
    told = str(session.why())
    assert "1 Ben Disc: Box -> a1" in told
    assert "1 Ann Disc: Box -> c3" in told


def test_why_tells_what_was_needed_and_written() -> None:
    session = game("kuhn_poker").start(seed=3)
    for move in ("Bet", "Call"):
        session.apply(move)
    told = str(session.why())
    assert "Ben's Stake: 1 -> 2" in told
    assert "needed: Ben's Chips are at least " in told
    assert "Ben's Chips = 2" in told
    assert "kuhn_poker.rules:" in told


@settings(max_examples=25)
@given(st.sampled_from(ALL_GAMES), st.integers(0, 50), st.integers(1, 20))
def test_every_step_of_every_game_can_be_explained(name: str, seed: int, moves: int) -> None:
    session = played(name, seed, moves)
    for number in range(len(session.history)):
        trace = session.why(number)
        assert str(trace).strip()
        assert all(fired.text for fired in trace.fired)


HANDS = """rulebook "Hands" for 2 players
a Suit is one of Red, Blue
a Card is a card with a Suit, a Rank from 1 to 3
there are 6 Cards: each Suit with each Rank
the Row is an open row of Cards
each player has a Hand, a secret area of Cards
setup: each player: move 2 Cards from the Box to your Hand
play:
    repeat 2 rounds: each player takes a turn: choose one:
        Play
        Rest: do nothing
to Play:
    choose a Card from your Hand
    move the Card to the Row
"""


@pytest.mark.parametrize("move", ["Play, Red 3", "Play: Red 3", "Play Red 3", "Red 3"])
def test_what_lies_in_another_hand_is_refused_by_the_sentence_that_chooses(move: str) -> None:
    clause = refused(load(HANDS).game(2).start(seed=1), move).clauses[0]
    assert clause.text == "Red 3 is not among what can be chosen: Red 1, Red 2"
    assert clause.origin is not None
    assert clause.origin.span is not None
    assert clause.origin.span.text == "choose a Card from your Hand"


def test_what_lies_in_the_open_is_refused_by_where_it_is() -> None:
    refusal = refused(load(HANDS.replace("a secret area", "an open area")).game(2).start(seed=1), "Play Red 3")
    assert refusal.clauses[0].text.startswith("Red 3 is in Ben's Hand: it is not a Card in Ann's Hand")


def test_the_comma_behind_the_name_of_an_option_may_be_left_out() -> None:
    session = load(HANDS).game(2).start(seed=1)
    assert session.decision is not None
    assert [option.notation for option in session.decision.read("play red 2")] == ["Play, Red 2"]
    assert session.apply("play red 2")
