"""A mutant belongs to the statements cited where it changes something, or above it."""

from __future__ import annotations

from rulelang.mutation.mutants import mutants_of
from rulelang.mutation.statements import Homes
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

TOLL = """rulebook "Toll" for 2 players
statements K1 to K4

each player has Coins from 0 to 9
a Card is a card
there are 2 Cards:
    | Card  |
    | Ferry |
    | Gate  |
each player has a Hand, an open area of Cards
a Card works for a player if it is in the player's Hand

# Pay day [K1]

play:
    each player:
        gain 1 Coin
        gain 2 Coins [K2]

Ferry [K3]:
    after you Rest: gain 3 Coins

to Rest: gain 4 Coins

variant Rich [K4]:
    instead of you Rest: gain 5 Coins

# The winner

the winner is the player with the highest Coins, otherwise shared
"""


def test_sentence_card_variant_or_heading() -> None:
    rulebook, found = load(source_from_text("toll.rules", TOLL))
    assert found == ()
    homes = Homes(rulebook)
    near = {mutant.edits[0].text: homes.nearest(mutant) for mutant in mutants_of(rulebook, ["number-up"])}
    assert near == {"2": ("K1",), "3": ("K2",), "4": ("K3",), "5": ("K1",), "6": ("K4",)}
    around = {mutant.edits[0].text: homes.around(mutant) for mutant in mutants_of(rulebook, ["number-up"])}
    assert around["3"] == ("K2", "K1")
    ending = [mutant for mutant in mutants_of(rulebook, ["highest-lowest"]) if mutant.edits]
    assert [homes.around(mutant) for mutant in ending] == [()]
