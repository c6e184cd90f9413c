"""Small games in which hidden cards are marked, remembered, told about, alike, bid or shown."""

from __future__ import annotations

from typing import Final


def cards(*ranks: int) -> str:
    names = {1: "One", 2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
    rows = "".join(f"    | {names[rank]} | {rank} |\n" for rank in ranks)
    return (
        f"a Card is a card with a Rank from 1 to 6\nthere are {len(ranks)} Cards:\n    | Title | Rank |\n{rows}"
        "each player has a Hand, a secret area of Cards\n"
    )


#: Cards bear marks that only those see who see the card, and go to a hidden place with them.
MARKS: Final = f"""rulebook "Marks" for 2 players
{cards(1, 2, 3, 4)}
each Card may be Blessed
each Card has Age from 0 to 3
the Deck is a face-down pile of Cards
the Grave is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    each player: Bless
    each player: Bury
    each player: Reveal

to Bless:
    choose a Card in your Hand
    the Card becomes Blessed
    the Card's Age becomes 2

to Bury:
    choose a Card in your Hand
    move it to the Grave

to Reveal: show the Grave to you

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: What may be played tells something about what is held.
LEGAL: Final = f"""rulebook "Low and High" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
each player has a Slot, a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 2 Cards from the Deck to your Hand

play:
    each player: Act
    each player: Act

to Act:
    choose one:
        Play Low
        Play High

to Play Low:
    choose a Card in your Hand where its Rank is at most 2
    move it to your Slot

to Play High:
    choose a Card in your Hand where its Rank is at least 3
    move it to your Slot

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: Cards of one name: two that are seen and one that is not may look alike.
COPIES: Final = """rulebook "Copies" for 2 players

a Card is a card with a Rank from 1 to 2
there are 4 Cards:
    | Title | Rank | Copies |
    | Ace   | 1    | 2      |
    | King  | 2    | 2      |
each player has a Hand, a secret area of Cards
the Deck is a face-down pile of Cards
the Row is a face-down area of Cards
the Heap is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand
    draw 2 Cards from the Deck to the Row

play:
    each player: Act
    each player: Act if possible

to Act:
    choose a Card from one of your Hand, the Row
    move it to the Heap

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: Cards are seen on their way to where nobody sees them: their look, which a copy may have, too.
ON_THE_WAY: Final = """rulebook "On the Way" for 2 players
a Card is a card with a Rank from 1 to 2
there are 4 Cards:
    | Title | Rank | Copies |
    | Ace   | 1    | 2      |
    | King  | 2    | 1      |
    | Jack  | 2    | 1      |
each player has a Hand, a secret area of Cards
the Deck is a face-down pile of Cards
the Heap is a face-down area of Cards
the Discard is an open pile of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play: each player: Act

to Act:
    choose one:
        Flash
        Bury

to Flash:
    draw 1 Card from the Deck to the Discard
    move the last Card in the Discard to your opponent's Hand

to Bury:
    choose a Card in your Hand
    move it to the Heap

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: Both bid a card in secret, after having drawn one; the higher bid wins both, in secret.
BIDS: Final = f"""rulebook "Bids" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
each player has a Bid, a face-down area of Cards
each player has a Front, an open area of Cards
each player has a Stake from 0 to 1

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player secretly: Offer
    each player: move all Cards from your Bid to your Front
    each player: Comment

to Offer:
    draw 1 Card from the Deck to your Hand
    choose a Card in your Hand
    move it to your Bid
    choose a number from 0 to 1 as Risk
    your Stake becomes the Risk

to Comment:
    choose one:
        Sigh
        Laugh

to Sigh: lose 1 Stake
to Laugh: gain 1 Stake

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Front
"""

#: A value is remembered of a hidden card, and somebody else decides meanwhile.
KEPT: Final = f"""rulebook "Kept in Mind" for 2 players
{cards(1, 2, 3)}
the Deck is a face-down pile of Cards
each player has Coins from 0 to 9

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player: Bet

to Bet:
    choose a Card in your Hand
    remember its Rank as Kept
    move it to the Deck
    your opponent does Guess
    if the Kept is 2: gain 1 Coin
    draw 1 Card from the Deck to your Hand

to Guess:
    choose one:
        Dare
        Pass

to Dare: lose 1 Coin
to Pass: gain 1 Coin

the winner is the player with the highest Coins, otherwise shared
"""

#: What is remembered of another hand, of the own one, and of a pile, before one decides.
READ_OFF: Final = f"""rulebook "Read Off" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
each player has Coins from 0 to 9

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player: Tip

to Tip:
    remember the highest Rank of Cards in your opponent's Hand as Theirs
    remember the highest Rank of Cards in your Hand as Own
    remember the highest Rank of Cards in the Deck as Top
    choose a number from 0 to 2 as Stake
    gain as many Coins as the Stake
    if the Theirs is less than the Own: gain 1 Coin
    if the Top is less than the Own: gain 1 Coin

the winner is the player with the highest Coins, otherwise shared
"""

#: A list and a variable that speak of cards nobody or only some see.
LISTED: Final = f"""rulebook "Listed" for 2 players
{cards(1, 2, 3)}
the Deck is a face-down pile of Cards
the Trail is a list of Cards
each player has a Pet as a Card

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player: Note
    each player: Put Away
    each player: Note

to Note:
    choose a Card in your Hand
    if it is not among the Trail: add it to the Trail
    your Pet becomes the Card

to Put Away:
    choose a Card in your Hand
    move it to the Deck
    draw 1 Card from the Deck to your Hand

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: A card is shown to one of three players, who alone remembers it.
SHOWN: Final = f"""rulebook "Shown" for 3 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Heap is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand

play:
    each player: Show
    each player: Throw

to Show:
    choose another player
    choose a Card in your Hand
    show it to the player

to Throw:
    choose a Card in your Hand
    move it to the Heap

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: Several shelves get cards out of one hand; who knew the hand knows that one of two lies there.
ONE_OF_TWO: Final = f"""rulebook "One of Two" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Shelf is a face-down area of Cards
the plural of Shelf is Shelves

setup:
    move all Cards to the Deck
    shuffle the Deck
    draw 2 Cards from the Deck to Ben's Hand
    show Ben's Hand to Ann

play:
    repeat 2 rounds:
        Ben does Hide
        draw 1 Card from the Deck to Ben's Hand

to Hide:
    choose a Card in your Hand
    move it to the Shelf

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""

#: Two cards are taken at once, out of those that are seen and those that are not.
HANDFULS: Final = f"""rulebook "Handfuls" for 2 players
{cards(1, 2, 3, 4)}
the Deck is a face-down pile of Cards
the Row is a face-down area of Cards
the Heap is a face-down area of Cards

setup:
    move all Cards to the Deck
    shuffle the Deck
    each player: draw 1 Card from the Deck to your Hand
    draw 2 Cards from the Deck to the Row

play: each player: Act if possible

to Act:
    choose 2 Cards from one of your Hand, the Row
    move the Cards to the Heap

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the number of Cards in the player's Hand
"""
