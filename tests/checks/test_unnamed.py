"""Everything introduced has a part in the game."""

from __future__ import annotations

import pytest

from tests.checks.finding import GAME, found


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("a Stone is a token\nthere are 3 Stones", "Stone"),
        ("a Colour is one of Crimson, Azure", "Colour"),
        ("the Shed is an open area", "Shed"),
        ("each player has a Shelf, an open area", "Shelf"),
        ("a Field is a space on a square grid of 2 by 2", "Field"),
    ],
)
def test_what_no_sentence_names_is_found(line: str, name: str) -> None:
    [(_, message)] = found("RL0717", GAME + line + "\n")
    assert message == f"No sentence of this rulebook mentions `{name}`."


@pytest.mark.parametrize(
    "lines",
    [
        "a Stone is a token\nthere are 3 Stones\nat the end of each round: move all Stones from the Box to the Pond",
        "a Colour is one of Crimson, Azure\nthe Mood is a Colour\nat the end of each round: the Mood becomes Azure",
        "the Shed is an open area\nat the end of each round: move all Fireflies from the Shed to the Pond",
        "each player has a Shelf, an open area\nas soon as Ann's Shelf is not empty: nobody wins",
    ],
)
def test_what_a_sentence_names_is_fine(lines: str) -> None:
    text = GAME.replace("open area of Fireflies", "open area") + lines + "\n"
    assert found("RL0717", text) == []


def test_a_part_of_several_sorts_is_named_by_their_common_name() -> None:
    lines = "a Stone is a token\nthere are 3 Stones\na Thing is either a Stone or a Firefly\n"
    rule = "at the end of each round: move all Things from the Box to the Pond\n"
    text = GAME.replace("open area of Fireflies", "open area")
    assert found("RL0717", text + lines + rule) == []


def test_the_names_in_a_table_of_cards_need_no_sentence() -> None:
    lines = """a Card is a card with a Rank from 1 to 9
there are 2 Cards:
    | Title | Rank |
    | Guard | 5    |
    | Baron | 3    |
the Deck is a face-down pile of Cards
at the end of each turn: shuffle the Deck
"""
    assert found("RL0717", GAME + lines) == []
