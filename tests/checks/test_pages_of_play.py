"""The examples on the pages about the course of play: the wrong one is found, the right one is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics.catalogue import all_entries
from rulelang.diagnostics.render import render_text
from tests.checks.pages import findings, page

HEAD = """rulebook "Harbour" for 2 players
a Card is a card
there are 8 Cards
the Deck is a pile of Cards
the Discard is a pile of Cards
setup: move all Cards to the Deck
"""
COINS = "each player has Coins from 0 to 9\n"
POINTS = "each player has Points from 0 to 20\n"
HAND = "each player has a Hand, an area of up to 8 Cards\n"
TURNS = "play:\n    repeat turns: {}\n"
WIN = "as soon as the Deck is empty: nobody wins\n"
DRAW = "choose a Card from the Deck, then move it to the Discard"
DEAL = "each player: draw 2 Cards from the Deck to your Hand"
CHOOSE = "choose a number from 1 to 2 as Step"
STARS = "each player has Stars from 0 to 9\n"
HEAT = "each player has Heat from 0 to 9\neach player has a Limit from 0 to 9\n"
REST = f"to Rest:\n    {CHOOSE}\n    "
THRICE = f"play:\n    repeat 3 turns:\n        {CHOOSE}\n        {{}}\n"
WORK = "to Work:\n    move 1 Card from the Deck to the Discard\n    the Sun becomes the Sun plus 1\n"

#: What stands around the example of a page so that it can be played.
AROUND = {
    "RL0509": (HEAD + COINS, WIN),
    "RL0510": (HEAD, f"to Place Disc: {DRAW}\nto Rest: do nothing\n" + WIN),
    "RL0511": (HEAD + POINTS + STARS, TURNS.format("Rest") + REST + "gain 1 Point\n" + WIN),
    "RL0512": (HEAD + HEAT, TURNS.format("Rest") + REST + "gain 1 Heat\n" + WIN),
    "RL0513": (HEAD, TURNS.format("Pay Toll") + WIN),
    "RL0514": (HEAD.replace("setup:", "setup:\n   ") + f"    {DEAL}\n" + HAND, TURNS.format("Take Turn") + WIN),
    "RL0515": (HEAD + COINS, f"play:\n    repeat turns:\n        {CHOOSE}\n        Rest\n" + WIN),
    "RL0516": (HEAD, TURNS.format("Rest") + "to Trade: pay 1 Coin\n" + WIN),
    "RL0517": (HEAD + POINTS, TURNS.format("you may Buy Palace") + WIN),
    "RL0518": (HEAD, f"play:\n    repeat turns:\n        {CHOOSE}\n        Collect Rent\n" + WIN),
    "RL0519": (HEAD, f"the Bank is an area of Cards\nto Build: {DRAW}\n" + WIN),
    "RL0520": (HEAD + POINTS, f"to Build:\n    {CHOOSE}\n    gain 1 Point\n"),
    "RL0521": (HEAD, WORK + WIN),
    "RL0525": (HEAD, THRICE.format("Raise Pot") + WIN),
    "RL0526": (HEAD, THRICE.format("Rest") + WIN),
    "RL0527": (HEAD, THRICE.format("Rest") + WIN),
    "RL0529": (HEAD + COINS, TURNS.format("Rest") + f"to Rest: {DRAW}\n" + WIN),
    "RL0530": (HEAD, TURNS.format("Rest") + f"to Rest: {DRAW}\n" + WIN),
}


@pytest.mark.parametrize("code", AROUND)
def test_the_wrong_example_is_found(code: str, golden: SnapshotAssertion) -> None:
    [found] = findings(code, AROUND[code], page(code).wrong)
    assert found.severity is page(code).severity
    assert render_text([found]) == golden


@pytest.mark.parametrize("code", AROUND)
def test_the_right_example_is_not(code: str) -> None:
    assert [one.message for one in findings(code, AROUND[code], page(code).right)] == []


def test_the_reference_lists_every_question() -> None:
    reference = (Path(__file__).parents[2] / "rulelang" / "reference" / "language.md").read_text(encoding="utf-8")
    asked = [one for one in all_entries() if one.module.endswith((".course", ".hidden"))]
    assert len(asked) >= 18
    assert [one.code for one in asked if one.code not in reference] == []
