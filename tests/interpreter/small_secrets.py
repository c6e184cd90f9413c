"""Small games that hide things in every way the language has. Small enough that everything that can happen in the first
moves of one can be listed."""

from __future__ import annotations

from typing import Final

from tests.interpreter.small_marks import (
    BIDS,
    COPIES,
    HANDFULS,
    KEPT,
    LEGAL,
    LISTED,
    MARKS,
    ON_THE_WAY,
    ONE_OF_TWO,
    READ_OFF,
    SHOWN,
    cards,
)
from tests.interpreter.small_sorts import BY_PLACE, LAID, POINTING, SORTS
from tests.interpreter.small_turns import SMALL_TURNS

#: The top of the pile is looked at by one player and laid back on top, or below.
PEEK: Final = f"""rulebook "Peek" for 2 players
{cards(1, 2, 3)}
the Deck is a face-down pile of Cards
the Table is an open area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck

play:
    each player: Look
    each player: draw 1 Card from the Deck to your Hand
    each player: move all Cards from your Hand to the Table

to Look:
    show the last Card in the Deck to you
    choose one:
        Bury
        Leave

to Bury: move the last Card in the Deck to the bottom of the Deck
to Leave: lose 0 Patience

each player has Patience from 0 to 1

the winner is the player with the highest Patience, otherwise shared
"""

#: Two cards are drawn, one goes back on top of the pile, and the next player draws it.
PUT_BACK: Final = f"""rulebook "Put Back" for 2 to 3 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck

play:
    each player: Take

to Take:
    draw 2 Cards from the Deck to your Hand
    choose a Card in your Hand
    move the Card to the Deck

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: A card goes from hand to hand, and whoever had it knows where it went.
PASS_ON: Final = f"""rulebook "Pass On" for 3 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand
    draw 1 Card from the Deck to Ann's Hand

play:
    each player: Pass On
    each player: Pass On

to Pass On:
    choose a Card in your Hand
    remember the player after you as Neighbour
    move the Card to the Neighbour's Hand

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: Hands change owners, and who swapped knows both.
SWAP: Final = f"""rulebook "Swap" for 3 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player: Swap Hands
    each player: Swap Hands

to Swap Hands:
    choose another player
    swap your Hand with the player's Hand

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: Cards are moved unseen, shelf to shelf; now and then somebody is shown one shelf.
BLIND: Final = f"""rulebook "Blind" for 2 players
{cards(1, 2, 3, 4)}
the Market is a face-down area of Cards
each player has a Stash, a face-down area of Cards
the plural of Stash is Stashes

setup:
    move all Cards to the Market
    shuffle the Market

play:
    repeat 2 rounds:
        each player: Take Unseen
        each player: Act

to Take Unseen:
    choose a Card in the Market
    move it to your Stash

to Act:
    choose one:
        Peek
        Trade

to Peek: show your Stash to you
to Trade:
    choose a Card in your Stash as Mine
    choose a Card in your opponent's Stash as Theirs
    swap the Mine with the Theirs

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Stash
"""

#: Tokens come out of a bag, hide, go to a vault and come to light.
TOKENS: Final = """rulebook "Pouches" for 2 players

a Colour is one of Red, Blue, Green
a Gem is a token with a Colour
there are 4 Gems: 2 Red, 1 Blue, 1 Green
the Sack is a bag of Gems
the Vault is a face-down area of Gems
the Tray is an open area of Gems
each player has a Pouch, a secret area of Gems
the plural of Pouch is Pouches

setup:
    move all Gems from the Box to the Sack

play:
    each player: Draw Gem
    each player: Act
    each player: Draw Gem
    each player: Act

to Draw Gem: draw 1 Gem from the Sack to your Pouch

to Act:
    choose one:
        Hide
        Give
        Display
        Return

to Hide:
    choose a Gem in your Pouch
    move it to the Vault

to Give:
    choose a Gem in your Pouch
    move it to your opponent's Pouch

to Display:
    choose a Gem in your Pouch
    move it to the Tray

to Return:
    choose a Gem in your Pouch
    move it to the Sack

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Gems in the player's Pouch
"""

#: Dice below cups; who lifts a cup sees it, until it is rolled again; cups are exchanged.
CUPS: Final = """rulebook "Two Cups" for 2 players

a Die is a die with faces 1, 2, 3
the plural of Die is Dice
each player has 1 Die
each player has a Cup, a secret area of Dice
the Table is an open area of Dice

setup:
    each player: move 1 of your Dice from the Box to your Cup

play:
    repeat 2 rounds:
        each player: roll all Dice in your Cup
        each player: Act

to Act:
    choose one:
        Lift
        Exchange
        Roll Again

to Lift: show your Cup to your opponent
to Exchange: swap your Cup with your opponent's Cup
to Roll Again: roll all Dice in your Cup

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Dice in the player's Cup
"""

#: What was discarded in the open is shuffled back under what is left.
BACK_IN: Final = f"""rulebook "Back In" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Discard is an open area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    repeat 2 rounds:
        each player: Throw
        if the Deck is empty: Mix

to Throw:
    draw 1 Card from the Deck to your Hand
    choose a Card in your Hand
    move it to the Discard

to Mix:
    move all Cards from the Discard to the Deck
    shuffle the Deck

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Hand
"""

#: Hidden roles; who is accused shows theirs, and somebody may ask to see another's in private.
ROLES: Final = """rulebook "Roles" for 3 players

a Role is a card with Guilt from 0 to 1
there are 4 Roles:
    | Title   | Guilt | Copies |
    | Citizen | 0     | 2      |
    | Thief   | 1     | 1      |
    | Joker   | 0     | 1      |
the Deck is a face-down pile of Roles
each player has a Secret, a secret area of up to 1 Role
each player has a Face, an open area of up to 1 Role

setup:
    move all Roles to the Deck
    shuffle the Deck
    each player: draw 1 Role from the Deck to your Secret

play:
    each player: Ask
    each player: Accuse

to Ask:
    choose another player
    show the player's Secret to you

to Accuse:
    choose another player
    move all Roles in the player's Secret to the player's Face

the winner is the player with the highest Guilt, otherwise shared
a player's Guilt is the total Guilt of Roles in the player's Face
"""

#: Pieces of two backs in one pile, and pieces of different owners.
BACKS: Final = """rulebook "Backs" for 2 players

a Spell is a card with a Might from 1 to 2
there are 2 Spells:
    | Title | Might |
    | Frost | 1     |
    | Flame | 2     |
a Beast is a card with a Might from 1 to 2
there are 2 Beasts:
    | Title | Might |
    | Wolf  | 1     |
    | Bear  | 2     |
a Thing is either a Spell or a Beast
the Deck is a face-down pile of Things
each player has a Lair, a secret area of Things
each player has a Den, a face-down area of Things

setup:
    move all Spells to the Deck
    move all Beasts to the Deck
    shuffle the Deck

play:
    each player: Take
    each player: Take

to Take:
    draw 1 Thing from the Deck to your Lair
    choose a Thing in your Lair
    move it to your Den

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Things in the player's Den
"""

#: Cards in the open are turned face down, wander, and are turned up again.
FACES: Final = f"""rulebook "Faces" for 2 players
{cards(1, 2, 3)}
the Row is an open row of Cards
each player has a Corner, an open area of Cards

setup:
    move all Cards to the Row
    turn all Cards face down
    shuffle the Row

play:
    repeat 3 rounds:
        each player: Act

to Act:
    choose one:
        Turn Up
        Turn Down
        Carry Off
        Look

to Turn Up:
    choose a face-down Card in the Row
    turn it face up

to Turn Down:
    choose a face-up Card in the Row
    turn it face down

to Carry Off:
    choose a Card in the Row
    move it to your Corner face down

to Look:
    choose a Card in your Corner
    show it to you

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Corner
"""

SMALL_SECRETS: Final = {
    "sorts": SORTS,
    "pointing": POINTING,
    "by place": BY_PLACE,
    "laid": LAID,
    "peek": PEEK,
    "put back": PUT_BACK,
    "pass on": PASS_ON,
    "swap": SWAP,
    "blind": BLIND,
    "tokens": TOKENS,
    "cups": CUPS,
    "back in": BACK_IN,
    "roles": ROLES,
    "backs": BACKS,
    "faces": FACES,
    "marks": MARKS,
    "legal": LEGAL,
    "copies": COPIES,
    "on the way": ON_THE_WAY,
    "handfuls": HANDFULS,
    "bids": BIDS,
    "kept": KEPT,
    "read off": READ_OFF,
    "listed": LISTED,
    "shown": SHOWN,
    "one of two": ONE_OF_TWO,
    **SMALL_TURNS,
}
