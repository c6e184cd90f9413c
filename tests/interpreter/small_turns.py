"""Small games of hints, thieves, bets, reactions and roles: who knows what changes with nearly every move."""

from __future__ import annotations

from typing import Final

from tests.interpreter.small_marks import cards

#: All see every hand but their own; a hint marks what it is about, cards are played and dropped unseen.
HINTS: Final = """rulebook "Hints" for 2 players
a Colour is one of Red, Blue
a Lamp is a card with a Colour
there are 4 Lamps: 2 Red, 2 Blue
each Lamp has an open Told Colour as a Colour
the Deck is a face-down pile of Lamps
the Table is an open area of Lamps
the Dark is a face-down area of Lamps
each player has a Rack, a face-out row of up to 1 Lamp

setup:
    move all Lamps to the Deck
    shuffle the Deck
    each player: draw 1 Lamp from the Deck to your Rack

play:
    repeat turns until the Deck is empty: Act

to Act:
    choose one:
        Hint
        Light
        Drop

to Hint:
    choose another player
    choose a Colour where there is a Lamp of the Colour in the player's Rack
    for each Lamp in the player's Rack of the Colour: the Lamp's Told Colour becomes the Colour

to Light:
    choose a Lamp in your Rack
    move it to the Table
    draw 1 Lamp from the Deck to your Rack if possible

to Drop:
    choose a Lamp in your Rack
    move it to the Dark
    draw 1 Lamp from the Deck to your Rack if possible

as soon as the number of Red Lamps in the Table is 2: everybody wins
"""

#: Chance takes a card out of somebody's hand, into another or below a mat.
THIEF: Final = f"""rulebook "Thief" for 3 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Mat is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand
    draw 1 Card from the Deck to Ann's Hand

play:
    each player: Act

to Act:
    choose one:
        Steal
        Spill

to Steal:
    choose another player
    chance chooses a Card in the player's Hand
    move the Card to your Hand

to Spill:
    chance chooses a Card in your Hand
    move the Card to the Mat

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: All lay a card out at the same time, and the neighbour takes it up.
PASSED_LEFT: Final = f"""rulebook "Pass Left" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
each player has a Tray, a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    repeat 2 rounds:
        each player secretly: Put Out
        each player: Take Up

to Put Out:
    choose a Card in your Hand
    move it to your Tray

to Take Up:
    remember the player after you as Neighbour
    move all Cards from your Tray to the Neighbour's Hand

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: A card is drawn and laid in the place of one that its owner may never have seen.
GOLF: Final = """rulebook "Golf" for 2 players
a Card is a card with a Rank from 1 to 4
there are 5 Cards:
    | Title | Rank | Copies |
    | One   | 1    | 3      |
    | Two   | 2    | 2      |
the Deck is a face-down pile of Cards
the Discard is an open pile of Cards
each player has a Row, a face-down row of up to 2 Cards
each player has a Pick, a secret area of up to 1 Card

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Row

play:
    each player: show the first Card in your Row to you
    each player: Act if possible
    each player: Act if possible

to Act:
    draw 1 Card from the Deck to your Pick
    choose one:
        Exchange
        Toss

to Exchange:
    choose a Card in your Row
    swap the Card with the only Card in your Pick
    move the only Card in your Pick to the Discard

to Toss: move the only Card in your Pick to the Discard

the winner is the player with the lowest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Row
"""

#: Being hit asks the other for an answer; a window is open to whoever holds the right card.
REACTION: Final = f"""rulebook "React" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Heap is an open area of Cards
each player has Lives from 0 to 2 starting at 2

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    repeat 4 turns: Hit

to Hit:
    choose one:
        Strike
        Wait: do nothing

to Strike:
    choose a Card in your Hand
    move it to the Heap
    your opponent does Parry

to Parry:
    choose one:
        Block
        Suffer: lose 1 Life

to Block:
    choose a Card in your Hand where its Rank is at least 3
    move it to the Heap

at any time, you may: Swap In

to Swap In:
    choose a Card in your Hand where its Rank is 1
    move it to the bottom of the Deck
    draw 1 Card from the Deck to your Hand

the plural of Life is Lives
the winner is the player with the highest Lives, otherwise shared
"""

#: All bet on a colour at the same time; a card that chance chooses decides.
BETS: Final = """rulebook "Guess" for 2 players
a Colour is one of Red, Blue
a Card is a card with a Colour
there are 4 Cards: 2 Red, 2 Blue
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has a Guess as a Colour
each player has Coins from 0 to 9
each player has a Front, an open row of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    each player secretly: Bet
    each player: Turn

to Bet:
    choose a Colour
    your Guess becomes the Colour

to Turn:
    chance chooses a Card in your opponent's Hand
    move the Card to your opponent's Front
    if the Card's Colour is your Guess: gain 2 Coins
    otherwise: lose 1 Coin

the winner is the player with the highest Coins, otherwise shared
"""

#: Tokens that everybody but their owner sees are kept, given and buried.
POCKETS: Final = """rulebook "Pockets" for 2 players
a Colour is one of Red, Blue
a Gem is a token with a Colour
there are 4 Gems: 2 Red, 2 Blue
the Sack is a bag of Gems
each player has a Pocket, a face-out area of Gems
each player has a Purse, a secret area of Gems
the Pit is a face-down area of Gems

setup:
    move all Gems to the Sack
    each player: draw 1 Gem from the Sack to your Pocket
    each player: draw 1 Gem from the Sack to your Purse

play:
    each player: Act
    each player: Act

to Act:
    choose one:
        Keep
        Give
        Bury

to Keep: draw 1 Gem from your Pocket to your Purse
to Give:
    choose a Gem in your opponent's Pocket
    move it to your opponent's Purse
to Bury:
    choose a Gem in your Purse
    move it to the Pit

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Red Gems in the player's Purse
"""

#: A role that its owner alone knows opens a window, and lets its owner look.
TEXTS: Final = """rulebook "Texts" for 2 players
a Role is a card
there are 3 Roles:
    | Title |
    | Miser |
    | Baker |
    | Spy   |
the Deck is a face-down pile of Roles
each player has a Secret, a secret area of up to 1 Role
each player has Coins from 0 to 5 starting at 1
a Role works for a player if it is in the player's Secret

Miser:
    at any time, you may: Hoard
Spy:
    to Effect:
        show your opponent's Secret to you

to Hoard: gain 1 Coin

to Use:
    choose one:
        Look
        Rest: do nothing

to Look:
    only if there is a Spy Role in your Secret
    show your opponent's Secret to you

setup:
    move all Roles to the Deck
    shuffle the Deck
    each player: draw 1 Role from the Deck to your Secret

play: repeat 4 turns: Use

the winner is the player with the highest Coins, otherwise shared
"""

#: Piles that nobody looks into: the top is looked at, laid below, exchanged.
STACKS: Final = """rulebook "Under" for 2 players
a Card is a card with a Rank from 1 to 4
there are 4 Cards: each Rank
the Deck is a face-down pile of Cards
each player has a Stack, a face-down pile of Cards
the Aside is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Stack

play:
    each player: Act
    each player: Act

to Act:
    choose one:
        Look
        Under
        Trade
        Lay Away

to Look: show the first Card in your Stack to you
to Under: move the first Card in your Stack to the bottom of your Stack
to Trade: swap the first Card in your Stack with the first Card in your opponent's Stack
to Lay Away: move the first Card in your Stack to the Aside

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Stack
"""

#: A card is pulled out of a fan whose order its owner may change meanwhile.
OLD_MAID: Final = """rulebook "Old Maid" for 2 players
a Card is a card with a Rank from 1 to 3
there are 4 Cards:
    | Title | Rank | Copies |
    | One   | 1    | 2      |
    | Two   | 2    | 1      |
    | Maid  | 3    | 1      |
the Deck is a face-down pile of Cards
each player has a Fan, a secret row of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Fan

play:
    each player: Pull if possible
    each player: Sort
    each player: Pull if possible

to Pull:
    choose a Card in your opponent's Fan
    move the Card to your Fan

to Sort:
    choose one:
        Mix: shuffle your Fan
        Turn Over: swap the first Card in your Fan with the last Card in your Fan
        Leave: do nothing

the winner is the player with the lowest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Fan
"""

SMALL_TURNS: Final = {
    "hints": HINTS,
    "thief": THIEF,
    "passed left": PASSED_LEFT,
    "golf": GOLF,
    "reaction": REACTION,
    "bets": BETS,
    "pockets": POCKETS,
    "texts": TEXTS,
    "stacks": STACKS,
    "old maid": OLD_MAID,
}
