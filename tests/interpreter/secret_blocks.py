"""Games in which chance acts while all choose secretly."""

from __future__ import annotations

CARDS = """
a Card is a card with a Rank from 1 to 12
there are 12 Cards:
    | Title | Rank |
    | One   | 1    |
    | Two   | 2    |
    | Three | 3    |
    | Four  | 4    |
    | Five  | 5    |
    | Six   | 6    |
    | Seven | 7    |
    | Eight | 8    |
    | Nine  | 9    |
    | Ten   | 10   |
    | Elf   | 11   |
    | Dozen | 12   |

each player has a Hand, a secret area of Cards
each player has a Front, an open area of Cards
each player has a Slot, a face-down area of Cards
"""

PICKING = """
to Pick:
    draw 1 Card from the Deck to your Hand
    choose a Card in your Hand
    move it to your Slot

the winner is the player with the highest Sum, otherwise shared
a player's Sum is the total Rank of Cards in the player's Front
"""

#: A card is drawn out of a bag before each choice: chance decides which.
BAG = f"""rulebook "Out of a Bag" for 2 to 3 players
{CARDS}
the Deck is a bag of Cards

setup:
    move all Cards from the Box to the Deck

play:
    repeat 2 rounds:
        each player secretly: Pick
        each player: move all Cards from your Slot to your Front
{PICKING}"""

#: The same from a shuffled pile: the order is known to nobody, and chance has no part any more.
PILE = (
    BAG.replace("Out of a Bag", "From a Pile")
    .replace("is a bag of", "is a face-down pile of")
    .replace("to the Deck\n\n", "to the Deck\n    shuffle the Deck\n\n")
)

#: What the first draws besides, the second does not get: it depends on a choice.
MORE = (
    PILE.replace("From a Pile", "One More").replace(
        "    choose a Card in your Hand\n",
        """    choose one:
        Take
        Leave
    choose a Card in your Hand
""",
    )
    + """
to Take:
    draw 1 Card from the Deck to your Hand

to Leave:
    you become Modest

each player may be Modest
"""
)

#: Out of a bag nobody gets less for what another takes.
MORE_BAG = (
    MORE.replace("One More", "One More from the Bag")
    .replace("a face-down pile of", "a bag of")
    .replace("    shuffle the Deck\n", "")
)

#: The same action, in secret and in the open.
BOTH = BAG.replace("Out of a Bag", "Open and Secret").replace(
    "        each player secretly: Pick\n", "        each player: Pick\n        each player secretly: Pick\n"
)

DICE = """rulebook "Cups" for 2 to 3 players

a Die is a die with faces 1, 2, 3, 4, 5, 6
the plural of Die is Dice
each player has 1 Die
each player has a Cup, a secret area of Dice
each player has a Bid from 0 to 9
each player has Points from 0 to 99

setup:
    each player: move 1 of your Dice from the Box to your Cup

play:
    repeat 3 rounds:
        each player secretly:
            roll all Dice in your Cup
            choose a number from 0 to 9 as Offer
            your Bid becomes the Offer
        each player: gain as many Points as your Bid

the winner is the player with the highest Points, otherwise shared
"""
