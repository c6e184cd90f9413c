"""Every classical example is compared with OpenSpiel, or it is said why it cannot be."""

from __future__ import annotations

from tests.oracle import pairs, test_card_games, test_dice_games
from tests.rulebooks.library import BIG, NAMES

#: Compared in modules of their own.
ELSEWHERE = {"backgammon", "rock_paper_scissors"}

ALONE = {
    "beacons": "a game of our own: OpenSpiel has nothing like it (Hanabi hides one's own cards instead)",
    "sealed_letter": "OpenSpiel has no game of this family, and nobody has published counts for it",
}


def test_every_example_is_compared_or_has_a_reason() -> None:
    compared = {
        *(pair.name for pair in pairs.PAIRS),
        *(tree.name for tree in test_card_games.TREES),
        *(pair.name for pair in test_dice_games.PAIRS),
        *ELSEWHERE,
    }
    assert compared.isdisjoint(ALONE)
    assert compared | ALONE.keys() == set(NAMES) - set(BIG)
