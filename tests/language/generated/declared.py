"""What a made rulebook may declare: each is written only if something in the rulebook speaks of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Declared:
    """A declaration, the names it is there for, and how its pieces are laid out."""

    names: str
    """A pattern of the words that call for it."""
    text: str
    setup: str = ""
    """What the setup does for it."""


#: Stands for the cards, which the writer declares.
CARDS = "a Card is a card with a Suit"

DECLARED = (
    Declared("Suits?|Oaks?|Ash|Elms?|Trump|Trail", "a Suit is one of Oak, Ash, Elm"),
    Declared(
        "Goods?|Tea|Silk|Prices?",
        "a Good is a kind with a Price from 0 to 9:\n    | Good | Price |\n    | Tea | 2 |\n    | Silk | <0|3> |",
    ),
    Declared("Cards?|Ranks?|Bold", CARDS, "move all Cards to the <Deck|Deck|Deck|Row|Yard>"),
    Declared("Fit", "a Card is Fit if <card test><\na Card is <also|never> Fit if <card test>|>"),
    Declared(
        "Charms?|Lamp|Fan|Lens|Shrine|Cost|Effect",
        "a Charm is a card with a Cost in Suits:\n    | Title | Cost | Copies |\n    | Lamp | 1 Oak | 2 |\n"
        "    | Fan | 2 Ash, 1 Elm | 1 |\n    | Lens | | <1|2> |",
        "move all Charms to the <Shrine|Yard>",
    ),
    Declared("Shrine", "the Shrine is a< face-down|n open|> pile of Charms"),
    Declared(
        "Cost|(?:your|player's|Ann's|[a-z]+ \\d) (?:Oak|Ash|Elm|Suit)(?! Card)",
        "each player has every Suit from 0 to 3< starting at 1| out of 5|>",
    ),
    Declared("Chips?|Sack|Store", "a Chip is a token with a Suit"),
    Declared(
        "Chips?",
        "there are <3 Chips: 2 Oak, 1 Elm|2 Chips: Oak, Elm|1 Chips: 1 Oak|3 Chips: each Suit|6 Chips: 2 of each Suit|"
        "3 Chips:\n    1 Oak, 1 Ash\n    Elm>",
        "move all Chips to the <Sack|Sack|Yard>",
    ),
    Declared("Stones?|Hex|Hexes", "a Stone is a token", ""),
    Declared("Stones?", "there are 4 Stones", ""),
    Declared("Discs?", "a Disc is a token"),
    Declared("Discs?", "each player has <1|2> Discs", "each player: move all your Discs to <your Porch|the Yard>"),
    Declared("Pawns?|Cells?", "a Pawn is a figure"),
    Declared("Pawns?", "each player has <1|2> Pawns", ""),
    Declared("Carts?", "a Cart is a figure"),
    Declared("Carts?", "each player has 1 Cart", "each player: move your Cart to <Mill|Ford>"),
    Declared("Tiles?", "a Tile is a tile with Suit, Weight from 0 to 2, a Home as a Suit, perhaps Marked"),
    Declared(
        "Tiles?",
        "there are 3 Tiles:\n    | Suit | Weight | Home | Marked | Copies |\n"
        "    | Oak | 0 | Elm | | 1 |\n    | Ash | 2 | Oak | yes | 2 |",
        "move all Tiles to the Yard",
    ),
    Declared("Things?", "a Thing is either a Card or a Tile< or a Charm|>"),
    Declared("Die|Dice", "a Die is a die with faces <1, 2, 3|0, 1|2>"),
    Declared("Die|Dice", "there are <1|2> Dice"),
    Declared("Dice", "the plural of Die is Dice"),
    Declared("Deck", "the Deck is a< face-down| face-down|n open|> pile of Cards"),
    Declared("Row", "the Row is a row< of up to 1 Card| of up to 3 Cards|>"),
    Declared(
        "Yard", "the Yard is <an area|an area|an open area|an open area of Cards or Tiles or Charms or Chips or Discs>"
    ),
    Declared("Sack", "the Sack is a<| face-down| secret face-down> bag of Chips"),
    Declared("Hand", "each player has a Hand, a< secret| secret|n open| face-out> <area|area|row><room>"),
    Declared("Porch", "each player has a Porch, <a row<|| of up to 1 Card| of up to 2 Cards>|an area|an area>"),
    Declared("Store", "each player has a Store, <an area< of Chips| of up to 2 Chips|>|an open area>"),
    Declared(
        "Cells?",
        "a Cell is a<|n open> space of up to <1|2> Pawns on a square grid of <2 by 2|3 by 3|3 by 2><grid table>",
    ),
    Declared("Hex|Hexes", "a Hex is a space of up to <1|2> Stones on a hexagonal grid of <2 by 2|3 by 3>"),
    Declared("Hex|Hexes", "the plural of Hex is Hexes"),
    Declared(
        "Stops?|Mill|Ford|Carts?",
        "a Stop is a<|n open> space<| of up to 1 Cart> in a <ring|line> with a Toll from 0 to 3:\n"
        "    | Stop | Toll |\n    | Mill | 0 |\n    | Ford | 1 |\n    | Gate | 2 |",
    ),
    Declared(
        "Towns?|Roads?|Rome|Ulm",
        "a Town is a space with <|one-way >Roads to Towns:\n    | Town | Roads |\n    | Rome | Ulm |\n"
        "    | Ulm | <Bonn|Rome> |\n    | Bonn | |",
    ),
    Declared("Coins?", "each player has Coins from 0 to <1|5|9|9>< starting at 1|>"),
    Declared("Fame", "each player has Fame from <0|-2> to 9< starting at 2| starting at the Base|>< out of 9|>"),
    Declared("Base", "the Base is <1|2>"),
    Declared("Debt", "each player has a Debt from 0 to <2|5><| starting at 1>"),
    Declared("Age", "<each Card has|Cards have> <an open Age|Age> from 0 to 3< starting at 1|>"),
    Declared(
        "Crate",
        "each player has <a |>Crate, <an area of <Cards|up to 3 Cards|Cards or Tiles|up to 2 Cards or Tiles>"
        "|a secret area>",
    ),
    Declared(
        "Pull",
        "a Card's Pull for a player is <1|the Card's Rank> if <the player is Safe|the Card is Oak>, "
        "otherwise <2|the player's Coins>",
    ),
    Declared("Safe", "each player may be Safe"),
    Declared("Dry", "each Suit may be Dry"),
    Declared("Lit", "each Cell may be Lit"),
    Declared("Flames", "the Flames is a track from 0 to <1|4>"),
    Declared("Starter", "the Starter is a player"),
    Declared("Trump", "the Trump is a Suit"),
    Declared("Mood", "each player has a Mood as a Suit"),
    Declared("Hint", "each Card has an open Hint as a Suit"),
    Declared("Trail", "the Trail is a list of Suits"),
    Declared("Guests", "the Guests is a list of players"),
    Declared("Past", "the Past is a list of up to <1|3> positions"),
    Declared("Former", "the Former is a position"),
    Declared(
        "Leap",
        "a Cell is next to another Cell by Leap if <leap>"
        "<\na Cell is <also|never> next to another Cell by Leap if <leap>|>",
    ),
    Declared("Calm", "a Cell is Calm if <cell test>"),
)


def called_for(text: str, more: Iterable[str] = ()) -> list[Declared]:
    """What a text speaks of, and what that in turn speaks of, in the order of the list."""
    found: dict[Declared, None] = {}
    waiting = [*_spoken_of(" ".join((text, *more)))]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = None
            waiting += _further(one)
    return [one for one in DECLARED if one in found]


@cache
def _further(one: Declared) -> tuple[Declared, ...]:
    return _spoken_of(f"{one.text} {one.setup}")


def _spoken_of(words: str) -> tuple[Declared, ...]:
    return tuple(one for one, names in _NAMES if names.search(words))


_NAMES = [(one, re.compile(rf"\b(?:{one.names})\b")) for one in DECLARED]
