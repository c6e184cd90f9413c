"""How many, how much and what lies where, said in other words here: what is the matter, and what to write."""

from __future__ import annotations

from typing import Final

from rulelang.tree.other_forms import HEADER, SETUP, SHOWN, SWAPPED, Words, begun, either, form, told

_ASKED: Final = told(
    "`'s` or `its` asks what a thing shows or has.",
    "Write for example `if the Die's value is 6:`, or `there is no Die in the Cup where its value is 6`.",
)
_WHO_LOSES: Final = told(
    "Nobody loses the game by a sentence of its own: it says who wins.",
    "Write `nobody wins`, `the player leaves the game` or, of two players, `your opponent wins`.",
)
_EACH_AMOUNT: Final = told(
    "Each amount is a sentence of its own.", "Write for example `gain 2 Wood, then gain 1 Stone`."
)
_SEVERAL_WAYS: Final = told(
    "Several ways to do something are listed below `choose one:`.",
    "Write `choose one:`, and below it for example `Wood: pay 2 Wood` and `Stone: pay 1 Stone`.",
)

OTHER_AMOUNTS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    form(
        "What a number depends on is said by a rule of its own.",
        "Write at the left edge `a Die's Worth is 10 if its value is 1, otherwise 5`, and here `the Die's Worth`.",
        SETUP + "the Pot becomes (10 if it is Old, otherwise 5)",
    ),
    (
        begun(_WHO_LOSES, "lose loses", either(_WHO_LOSES, "lose loses")),
        (SETUP + "everybody loses", SETUP + "you lose"),
    ),
    form(
        "A number never leaves the range with which it was introduced: what is beyond it is not gained.",
        "Write `gain 3 Coal`, and at the left edge `each player has Coal from 0 to 6`.",
        SETUP + "gain 3 Coal up to 6",
    ),
    form(
        "In which row or column something lies is a number that its place has.",
        "Write for example `if your Pawn's Square's row is 6:`, or `there is a Pawn where its Square's row is 6`.",
        SETUP + "if your Pawn is on row 6: do nothing",
        SETUP + "if your Pawn is in column 6: do nothing",
    ),
    form(
        "An amount is a number, or is told behind `as`; how much somebody pays is chosen before.",
        "Write `choose a number from 0 to 3 as Price`, then `pay as many Coins as the Price`.",
        SETUP + "pay any number of Coins",
        SETUP + "pay up to 3 Coins",
        SETUP + "pay (the Price - 3) Coins",
    ),
    form(
        "Each player gets a value in turn, and a rule that is always true has a line at the left edge.",
        "Write `each player: your Coins become 5`, or as a rule `a player's Score is the player's Coins`.",
        SETUP + "each player's Score is 5",
        HEADER + "each player's Score is 5",
    ),
    form(
        "Numbers are added up with `plus`.",
        "Write for example `gain as many Points as your Coins plus your Fame`.",
        SETUP + "add your Coins and Points",
    ),
    (
        either(_SEVERAL_WAYS, "or", _EACH_AMOUNT),
        (
            SETUP + "gain 2 Wood and 1 Stone",
            SETUP + "pay 2 Wood and 1 Stone",
            SETUP + "gain 2 Wood, 1 Stone",
            SETUP + "pay 2 Wood, 1 Stone",
            SETUP + "pay 2 Wood or 1 Stone",
        ),
    ),
    form(
        "Something goes to a place, or to one that was chosen before.",
        "First write `choose an empty Field`, then `move the Pawn to it`.",
        SETUP + "move 1 Pawn to an empty Field",
    ),
    form(
        "What each player does comes below `each player`.",
        "Write for example `each player: draw 5 Cards from the Deck to your Hand`.",
        SETUP + "draw 5 Cards from the Deck for each player",
    ),
    form(
        "`where it has` asks what lies there or belongs to it.",
        "Write for example `for each Field where it has a Pawn:` or `choose a Field where it has no Pawn`.",
        SETUP + "for each Field with a Pawn: do nothing",
        SETUP + "choose a Field with no Pawn",
        SETUP + "choose a Field with 2 Pawns",
        SETUP + "choose a Field with at least 2 Pawns",
        SETUP + "choose a Field with fewer than 2 Pawns",
        SETUP + "choose a Field with less than 2 Pawns",
        SETUP + "choose a Field with more than 2 Pawns",
        SETUP + "choose a Field with your Pawn",
    ),
    form(
        "`there are` says how many things there are.",
        "Write for example `there are 2 Cards in Ann's Hand`.",
        HEADER + 'example "x":\n    given 2 Cards are in Ann\'s Hand',
    ),
    form(
        "What is drawn or moved comes before where it comes from.",
        "Write for example `draw 1 Card from the Deck to your Hand`.",
        SETUP + "draw from the Deck 1 Card to your Hand",
        SETUP + "move from the Deck 1 Card to your Hand",
    ),
    form(
        "What is gained comes first, and how much of it after `as`.",
        "Write for example `gain as many Coins as the Die's value`.",
        SETUP + "gain your Catch as Coins",
        SETUP + "pay your Catch as Coins",
    ),
    (
        begun(
            SWAPPED,
            "swap swaps",
            begun(SHOWN, "show", _ASKED),
        ),
        (
            SETUP + "show 2 Cards in your Hand to Ann",
            SETUP + "if it has a value of 6: do nothing",
            SETUP + "if the Die shows 6: do nothing",
            SETUP + "if no Die shows 6: do nothing",
        ),
    ),
    form(
        "A number is chosen from one bound to another.",
        "Write for example `choose a number from 1 to 20 where it is more than the Bid as Offer`.",
        SETUP + "choose a number more than the Bid",
        SETUP + "choose a number at least 3",
    ),
    form(
        "How many somebody has is said as a number.",
        "Write for example `if you have at least 1 Coin:`.",
        SETUP + "if you have any Coins: do nothing",
    ),
    form(
        "How many there are of which something is so, `there are` says.",
        "Write for example `if there are at least 2 players where it is Out:`.",
        SETUP + "if at least 2 players are Out: do nothing",
    ),
    form(
        "After `or` and `and` comes a whole condition.",
        "Write for example `if you are Old or you are Ready:`, or `if your Coins are one of 1, 2:`.",
        SETUP + "if you are Old or Ready: do nothing",
        SETUP + "if your Coins are 1 or 2: do nothing",
    ),
    form(
        "What is so of `a` thing, `there is` or `any` asks.",
        "Write for example `if any Card in the Row is Old:` or `if there is a Card in the Row where it is Old:`.",
        SETUP + "if a Card in the Row is Old: do nothing",
    ),
    form(
        "The contrary of `at least 3` is `less than 3`, and of `more than 3` it is `at most 3`.",
        "Write for example `if your Coins are less than 3:`.",
        SETUP + "if your Coins are not at least 3: do nothing",
        SETUP + "if your Coins are not more than 3: do nothing",
        SETUP + "if your Coins are not less than 3: do nothing",
    ),
    form(
        "Whether somebody can do something is asked without `not`.",
        "Write `if you can Act: do nothing`, and below it `otherwise:` with what happens.",
        SETUP + "if you can not Act: do nothing",
    ),
    form(
        "What lies first in a place is found in it.",
        "Write `the first Card in the Row`.",
        SETUP + "if the Row's first Card is Old: do nothing",
    ),
    form(
        "The highest and the lowest are looked for in all of them.",
        "Write for example `the highest Bid of players` or `the highest Bid of other players`.",
        SETUP + "gain as many Coins as the highest Bid of any player",
    ),
    form(
        "A rule cannot ask which round it is.",
        "Let a track count them: `the Month is a track from 1 to 12`, and `if the Month is 12:`.",
        SETUP + "if this is the last round: do nothing",
        SETUP + "if it is the last round: do nothing",
        SETUP + "if the round is 3: do nothing",
        SETUP + "gain as many Coins as the number of the round",
        SETUP + "gain as many Coins as the current round",
    ),
    form(
        "A heading comes between the rules, at the left edge.",
        "Move it there, or write a remark: `note: Harvest`.",
        SETUP + "# Harvest",
    ),
)
