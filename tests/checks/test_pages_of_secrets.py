"""The examples on the pages about hidden information: the wrong one is found, the right one is not."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics.render import render_text
from tests.checks.pages import findings, page

CARDS = """rulebook "Harbour Thieves" for 2 to 4 players
a Card is a card
there are 12 Cards:
    | Title | Copies |
    | Thief | 4      |
    | Guard | 8      |
the Deck is a face-down pile of Cards
each player has Points from 0 to 20 starting at 5
setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand
"""
BIDS = 'rulebook "Bidders" for 2 players\neach player has Points from 0 to 20\n'
WIN = "as soon as a player's Points are at least 20: the player wins\n"
TURNS = "play:\n    repeat turns:\n        choose one:\n            {}\n            Rest\nto Rest: gain 1 Point\n" + WIN
ROUNDS = "play:\n    repeat 3 rounds:\n        each player secretly: Choose Bid\n" + WIN

#: What stands around the example of a page so that it can be played.
AROUND = {
    "RL0601": (CARDS, TURNS.format("Accuse")),
    "RL0602": (CARDS, TURNS.format("Trick")),
    "RL0603": (CARDS.replace("2 to 4", "2"), TURNS.format("Ask")),
    "RL0604": (BIDS, ROUNDS),
    "RL0605": (BIDS, ROUNDS),
}


@pytest.mark.parametrize("code", AROUND)
def test_only_the_wrong_example_is_found(code: str, golden: SnapshotAssertion) -> None:
    assert findings(code, AROUND[code], page(code).right) == []
    [found] = findings(code, AROUND[code], page(code).wrong)
    assert found.severity is page(code).severity
    assert render_text([found]) == golden
