"""Small games in which hidden pieces are of several sorts, or point at other things."""

from __future__ import annotations

from typing import Final

#: Two sorts of cards in one deck: their backs are those of a card, and a mark goes with the card.
SORTS: Final = """rulebook "Sorts" for 2 players
a Wager is a card
there are 2 Wagers
a Number is a card
there are 2 Numbers
a Card is either a Wager or a Number
each Card may be Bent
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has a Front, an open area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    each player: Bend
    each player: Play Card

to Bend:
    choose a Card from your Hand
    the Card becomes Bent

to Play Card written "{Card}":
    choose a Card from your Hand
    move the Card to your Front

the winner is the player with the highest Wealth, otherwise shared
a player's Wealth is the number of Wagers in the player's Front
"""

#: What a card points at is seen by those who see the card; it may itself be a piece, or a piece that is not seen.
POINTING: Final = """rulebook "Pointing" for 2 players
a Colour is one of Red, Blue
a Mirror is a card with a Colour
there are 3 Mirrors:
    | Mirror | Colour |
    | Fire   | Red    |
    | Sea    | Blue   |
    | Rose   | Red    |
a Stand is a tile
there are 2 Stands:
    | Stand |
    | North |
    | South |
each Mirror has a Holder as a Stand
each Mirror has a Twin as a Mirror
the Deck is a face-down pile of Mirrors
the Rack is an open area of Stands
each player has a View, a secret area of Mirrors

setup:
    move all Stands to the Rack
    move all Mirrors to the Deck
    shuffle the Deck
    each player: draw 1 Mirror from the Deck to your View

play:
    each player: Point
    each player: Tell

to Point:
    choose a Stand from the Rack
    choose a Mirror from your View
    the Mirror's Holder becomes the Stand
    the Mirror's Twin becomes the first Mirror in the Deck

to Tell:
    choose a Colour
    if there is a Mirror of the Colour in your View: you win
"""

#: A row that nobody sees into: each card of it may be chosen by where it stands.
BY_PLACE: Final = """rulebook "By Place" for 2 players
a Card is a card with a Rank from 1 to 3
there are 4 Cards:
    | Title | Rank | Copies |
    | One   | 1    | 2      |
    | Two   | 2    | 1      |
    | Three | 3    | 1      |
the Deck is a face-down pile of Cards
the Discard is an open row of Cards
each player has a Rack, a face-down row of up to 2 Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Rack

play:
    each player: Peek
    each player: Throw

to Peek:
    choose a Card from your Rack
    show the Card to you

to Throw written "{Card}":
    choose a Card from your Rack
    move the Card to the Discard

the winner is the player with the highest Score, otherwise shared
a player's Score is the total Rank of Cards in the player's Rack
"""

#: What is laid face down in the open is seen by nobody; who takes it into the hand looks at it.
LAID: Final = """rulebook "Laid Face Down" for 2 players
a Card is a card with a Rank from 1 to 4
there are 4 Cards: each Rank
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has a Discard, an open pile of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    each player: Throw
    each player: Take Back

to Throw written "{Card}":
    choose a Card from your Hand
    move the Card to your Discard face down

to Take Back:
    choose another player
    move all Cards from the player's Discard to your Hand

the winner is the player with the highest Total, otherwise shared
a player's Total is the total Rank of Cards in the player's Hand
"""
