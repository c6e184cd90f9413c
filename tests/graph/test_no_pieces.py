"""A sort of piece of which there is none yet is no reason to break down."""

from __future__ import annotations

import pytest

from interpreter import load

SHED = """
rulebook "Empty Shed" for 2 players
a Tool is a card
each player has a Shed, an open area of Tools
each player has Coins from 0 to 9
play:
    repeat 4 turns: choose one:
        Buy
        Wait: gain 1 Coin
to Buy:
    choose a Tool from the Box
    move the Tool to your Shed
the winner is the player with the highest Coins, otherwise shared
"""


@pytest.mark.parametrize("executor", ["python", "reference"])
def test_a_class_without_pieces_can_be_spoken_of(executor: str) -> None:
    session = load(SHED).game(2, (), executor).start(seed=1)
    while session.decision is not None:
        assert [option.name for option in session.decision.options] == ["Wait"]
        session.apply(session.decision.options[0])
    assert session.is_over
