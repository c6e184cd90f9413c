"""Every classical example is compared with OpenSpiel, or it is said why it cannot be."""

from __future__ import annotations

from tests.oracle.comparisons import COMPARISONS
from tests.rulebooks.library import BIG, NAMES

#: A table is compared, not random games: `test_matrix_games`.
ELSEWHERE = {"rock_paper_scissors"}

ALONE = {
    "beacons": "a game of our own: OpenSpiel has nothing like it (Hanabi hides one's own cards instead)",
    "blind_garden": "a game of our own: the hints are those of Hanabi, the rules and the end are not",
    "lantern_market": "a game of our own: OpenSpiel's auctions are sealed, or sell one thing",
    "cloister_garden": "a game of our own: OpenSpiel has no game of walking round and filling orders",
    "drowned_stair": "a game of our own: OpenSpiel has no game of staying or leaving at the same time",
    "picnic_baskets": "a game of our own: OpenSpiel has no game in which hands are handed on",
    "lock_keepers": "a game of our own: OpenSpiel's trick-taking games have other bids and other trumps",
    "sealed_letter": "OpenSpiel has no game of this family, and nobody has published counts for it",
}


def test_every_example_is_compared_or_has_a_reason() -> None:
    compared = {*(comparison.rulebook for comparison in COMPARISONS), *ELSEWHERE}
    assert compared.isdisjoint(ALONE)
    assert compared | ALONE.keys() == set(NAMES) - set(BIG)
