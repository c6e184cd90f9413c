"""What is checked without a question gets stuck with no number of players: every fork, choice and decider together."""

from __future__ import annotations

from itertools import product

import pytest

from tests.language.generated.trial import Plan, tried

GAME = """rulebook "Crowd" for {players} players
each player has Coins from 0 to 5
each player may be Safe
a Card is a card with a Rank from 1 to 4
there are 4 Cards: each Rank
the Deck is an open area of Cards
each player has a Hand, an open area of Cards
setup: move all Cards from the Box to the Deck
play:
    {who}
        {fork}
            {choice}
        gain 1 Coin
"""
FORKS = (
    "if your Coins are less than 9:", "if there are at most 2 players:", "if there are at least 3 players:",
    "if the player after Ann is you:", "if any other player is not Safe:", "if no player is not Safe:",
    "if there is a Card in the Deck:", "repeat as many times as (the number of players minus 1):",
)  # fmt: skip
CHOICES = (
    "choose another player", "choose a player where it is not Safe, then the player becomes Safe", "choose 2 players",
    "choose 2 other players", "choose a number from 2 to the number of players", "choose a number from your Coins to 3",
    "choose a Card in the Deck, then move it to your Hand", "choose a number from 1 to 4 where it is at least 3",
    "choose a player where its Coins are less than the number of players", "choose another player where it is not Safe",
    "choose as many Cards in the Deck as the number of players", "the player after you chooses another player",
)  # fmt: skip


@pytest.mark.parametrize(("players", "who"), [("1 to 3", "each player:"), ("2 to 4", "each player secretly:")])
def test_without_a_question_nothing_gets_stuck(players: str, who: str) -> None:
    sure = broke = 0
    for fork, choice in product(FORKS, CHOICES):
        text = GAME.format(players=players, who=who, fork=fork, choice=choice)
        outcome = tried(text, plan=Plan(executors=("reference",)))
        assert outcome.failure is None, f"{outcome.failure}\n{text}"
        sure, broke = sure + outcome.sure, broke + outcome.broke
    assert sure > 20, "hardly anything is proved"
    assert broke, "nothing could get stuck"
