"""What several players do, and things that are asked of some of them, in the words of printed rules."""

from __future__ import annotations

from typing import Final

from rulelang.tree.other_forms import HEADER, REPEATED, SETUP, SWAPPED, Words, begun, either, form, told

_TAKES: Final = told(
    "Who takes a piece moves it, and who takes what is counted gains it.",
    "Write `move the Card to the player's Hand`, or `the player gains 2 Coins`.",
)
_JOINED: Final = told(
    "What is joined are sorts of things, each with `a`; a single place is none.",
    "List the place among the spaces of a sort, and write for example `a Stop is either a Town or a Station`.",
)
_COUNTED_IN_FRONT: Final = told(
    "`where` reaches to the end of the line, so it cannot stand between `as many` and `as`.",
    "Write for example `move as many Red Cards in the Row as 2 to the Box`, or `Cards of the Hue`.",
)
_COUNTED_AFTERWARDS: Final = told(
    "`where` reaches to the end of the line, so it cannot stand between `as many` and `as`.",
    "Write `choose any number of Cards in your Hand where it is Usable for the Site`, and on a line of its own "
    "`only if the number of the Cards is the Site's Price`.",
)
_THOSE_CHOSEN: Final = told(
    "Those that were chosen are gone through.",
    "Write `for each of the players:`, and below it `the player gains 1 Coin`.",
)
_GONE_THROUGH: Final = told(
    "What was chosen is gone through with `for each of` on a line of its own, or found with `among`.",
    "Write `for each of the players:`, and below it `the player gains 1 Coin`; elsewhere write for example "
    "`gain 1 Coin for each Pawn among the Pawns`, or `if any Pawn among the Pawns is Old:`.",
)
_COUNTED_OF_SOMEBODY: Final = told(
    "Things are counted without `of` in front of whose they are.",
    "Write for example `if you have at least 2 Pawns in the Yard:`, or `gain 1 Coin for each Pawn of you in the Yard`.",
)
_SITS_NEXT: Final = told(
    "Who sits next is `the player after you`.",
    "Write for example `the player after you gains 1 Coin`.",
)
_MOVED_TO: Final = told(
    "Behind a thing comes what happens to it; what goes somewhere is moved.",
    "Write for example `move your Pawn to the Yard`.",
)
_ONE_OF_THEM: Final = told(
    "One of those that were chosen is chosen in its turn.",
    "Write for example `choose a Card among the Cards, then move it to the Row`.",
)
_TO_THE_OWNERS: Final = told(
    "Where each of several goes is said of one of them.",
    "Write `for each of the Cards:`, and below it `move it to its owner's Hand`.",
)
_SEVERAL_ACTIONS: Final = told(
    "How often something is done is said with `repeat`.",
    "Write `each player takes a turn:`, below it `repeat 2 times: choose one:`, and below that the actions.",
)

_CAN_BE_DONE: Final = told(
    "Whether something can be done is asked of an action, or of what it needs.",
    "Write `to Buy: pay 2 Coins`, and here `if you can Buy:`, or `if your Coins are at least 2:`.",
)
_TIE_BROKEN: Final = told(
    "How a tie is broken is said where the winner is found.",
    "Write `the winner is the player with the highest Points, then the highest Coins, otherwise shared`.",
)

#: It is written without a word before it.
WHICH_PLAYER: Final = form(
    "Which player is meant is said before `player`.",
    "Write `the player`, `every player`, `any player` or, of whoever acts, `you are Out`.",
    SETUP + "if player is Out: do nothing",
    HEADER + 'example "Out":\n    then player is Out',
)

EVERYDAY_FORMS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    form(
        "What changes places is named, and what it changes places with stands behind `with`.",
        "Write for example `choose another player, then swap your Hand with the player's Hand`.",
        SETUP + "swap hands",
        SETUP + "swap Hands",
        SETUP + "swap your Hand and the player's Hand",
    ),
    WHICH_PLAYER,
    form(
        "What lies elsewhere is moved to a place before that is shuffled.",
        "Write for example `move all Cards in the Discard to the Deck, then shuffle the Deck`.",
        SETUP + "shuffle your Hand into the Deck",
        SETUP + "shuffle your Hand to the Deck",
    ),
    (begun(_CAN_BE_DONE, "can"), (SETUP + "if you can pay 2 Coins: do nothing",)),
    (either(_TIE_BROKEN, "tie"), (HEADER + "in case of a tie, nobody wins",)),
    (either(_TO_THE_OWNERS, "owners"), (SETUP + "move the Cards to their owners",)),
    form(
        "An action is done by its name.",
        "Write `Work`, or with what it is given `Work for the Field`; what a text does is `do the Card's Effect`.",
        SETUP + "do the action of the Field",
        SETUP + "do the effect of the Card",
        SETUP + "perform the action of the Field",
        SETUP + "resolve the Card",
    ),
    form(
        "Some of the players are gone through with `for each`.",
        "Write `for each player with the highest Coins: the player gains 1 Star`, or `the player takes a turn: Work`.",
        SETUP + "each player with the most Coins gains 1 Star",
        SETUP + "each player where it has 3 Coins gains 1 Star",
        SETUP + "each player who has 3 Coins gains 1 Star",
    ),
    form(
        "The name of a thing stands behind its number.",
        "Write `pay 2 Wood`, or for any Good that is known `pay 2 Good for the First`, `pay 2 Good for its Input`.",
        SETUP + "pay 2 of the first Good",
    ),
    form(
        "How many lie there is said with `at least`, or counted.",
        "Write `you have at least 8 Cards`, `your Coins are more than 7`, or `the number of Cards in your Hand ...`.",
        SETUP + "if you have more than 7 Cards: do nothing",
        SETUP + "if you have fewer than 7 Cards: do nothing",
        SETUP + "if you have less than 7 Cards: do nothing",
    ),
    form(
        "How many there are is said with `at least` or `at most`, and two numbers are compared with `is`.",
        "Write `there are at most 2 Cards in the Deck`, or `the number of Cards in the Row is more than your Coins`.",
        SETUP + "if there are more Cards in the Row than in your Hand: do nothing",
        SETUP + "if there are fewer Cards in the Row than in your Hand: do nothing",
        SETUP + "if there are less than 3 Cards in the Row: do nothing",
    ),
    (
        either(_SEVERAL_ACTIONS, "action actions turns", begun(_JOINED, "either", _TAKES)),
        (
            HEADER + "a Source is either a Tray or the Market",
            SETUP + "the player takes the Card",
            SETUP + "the player takes a Card",
            SETUP + "the player takes 2 Coins",
        ),
    ),
    form(
        "Who begins is found by chance, and begins where turns are repeated.",
        "Write `chance chooses a player, then the Starter becomes it`, then `repeat turns starting with the Starter:`, "
        "and at the left edge `the Starter is a player`.",
        SETUP + "choose a start player at random",
        SETUP + "choose a starting player",
        SETUP + "determine the start player",
    ),
    (either(_ONE_OF_THEM, "of"), (SETUP + "move one of them to the Row",)),
    form(
        "Those who do one thing after another are in one order; another order is a line of its own.",
        "Write `each player in turn order: Build`, and on the next line `each player in reverse turn order: Build`.",
        SETUP + "each player in turn order, then in reverse turn order: do nothing",
    ),
    form(
        "Players have an order below `each player`; things that are gone through have it at the end.",
        "Write `each player in random order:`, or `for each player, in order of the lowest Coins:`.",
        SETUP + "for each player in random order: do nothing",
        SETUP + "for each player in turn order: do nothing",
        SETUP + "for each player in order of the lowest Coins: do nothing",
    ),
    form(
        "What all decide at the same time stands below `each player secretly`.",
        "Write `each player secretly: Plan`, and `to Plan:` with what each of them chooses.",
        SETUP + "choose a Card secretly",
        SETUP + "each player at the same time: do nothing",
    ),
    form(
        "What happens first in a phase is the first thing in its block, and what happens last the last.",
        "Write it below `phase Planning:`; `at the start of each phase:` is about all of them.",
        HEADER + "at the start of the Planning phase: do nothing",
    ),
    (either(REPEATED, "rounds turns"), (SETUP + "there are 5 rounds",)),
    (
        REPEATED,
        (
            SETUP + "each round:\n        do nothing",
            SETUP + "each turn:\n        do nothing",
            HEADER + "there are 5 rounds",
        ),
    ),
    form(
        "What ends the game whenever it comes true is a rule of its own.",
        "Write at the left edge `as soon as the Deck is empty: the game ends now`; in an action, ask with `if`.",
        SETUP + "the game ends when the Deck is empty",
        SETUP + "the game ends if the Deck is empty",
    ),
    form(
        "So many are drawn or moved, or as many as a number that was chosen before.",
        "Write `draw 3 Cards from the Deck to your Hand if possible`, or `choose a number from 0 to 3 as Wanted`, "
        "then `draw as many Cards from the Deck as the Wanted to your Hand`.",
        SETUP + "draw up to 3 Cards from the Deck to your Hand",
        SETUP + "draw until you have 5 Cards",
    ),
    form(
        "For every so many, divide.",
        "Write for example `gain as many Points as your Coins divided by 3 rounded down`.",
        SETUP + "gain 1 Point for every 3 Coins",
    ),
    form(
        "`otherwise:` stands right below an `if` and its block, with a colon.",
        "Write `if your Coins are 3:` with a block, and then `otherwise:`.",
        SETUP + "otherwise, gain 1 Coin",
    ),
    form(
        "Sentences are obeyed from top to bottom.",
        "Leave it out, and write the sentence on the next line.",
        SETUP + "after that, gain 1 Coin",
        SETUP + "finally, gain 1 Coin",
        SETUP + "next, gain 1 Coin",
    ),
    form(
        "When something happens is asked before it.",
        "Write `if you are Out:`, and below it what happens. `only if` has a line of its own, and nothing of the move "
        "can be done without it.",
        SETUP + "gain 1 Coin only if you are Out",
    ),
    (either(_SITS_NEXT, "left right", _MOVED_TO), (SETUP + "the player to your left gains 1 Coin",)),
    form(
        "How many somebody may have is said where the place or the number is introduced.",
        "Write for example `each player has a Hand, a secret area of up to 5 Cards`, or `Coins from 0 to 9`.",
        HEADER + "a player may not have more than 5 Cards",
    ),
    form(
        "Where something is, says `in` or `on`.",
        "Write for example `where its Colour is the Colour`, or `where it is in your Hand`.",
        SETUP + "choose a Card where it is of the Colour",
    ),
    form(
        "`every` and `no` go through things without `of`.",
        "Write for example `if every Pawn of you is Old:`, `if no Pawn of you is in your Yard:`, or of those that were "
        "chosen `if every Pawn among the Pawns is Old:`.",
        SETUP + "if every one of your Pawns is Old: do nothing",
        SETUP + "if none of your Pawns is Old: do nothing",
    ),
    (
        either(_COUNTED_OF_SOMEBODY, "your", _GONE_THROUGH),
        (SETUP + "gain 1 Coin for each of the Pawns", SETUP + "if there are at least 2 of your Pawns: do nothing"),
    ),
    (either(_THOSE_CHOSEN, "the"), (SETUP + "each of the players gains 1 Coin",)),
    form(
        "What may be done in between is a window, which stands at the left edge.",
        "Write `once per turn, you may: Work`, and `to Work:` with what happens.",
        SETUP + "do this once per turn",
    ),
    form(
        "Which of them are meant is said with `where`.",
        "Write for example `choose a Good where your Good for it is at least 1`, or `choose a Card in your Hand`.",
        SETUP + "choose a Good you have",
    ),
    (SWAPPED, (SETUP + "swap a Card from your Hand with a Card from the Row",)),
    form(
        "What is so of another player, `there is` asks.",
        "Write for example `if there is no other player where its Coins are 3:`.",
        SETUP + "if no other player's Coins are 3: do nothing",
    ),
    form(
        "What may be true of somebody is introduced with `may be`.",
        "Write for example `each player may be Out`. At first nobody is.",
        HEADER + "each player is Out",
    ),
    form(
        "What players do is an action, which they are told to do in the course of play.",
        "Write `to Add:`, and below it what happens; below `play:` write `repeat turns: Add`.",
        HEADER + "a player may gain 2 Coins",
        HEADER + "a player may add 1 to the Height",
        HEADER + "a player may choose a Card",
        HEADER + "a player may move 1 Card to the Row",
        HEADER + "a player may draw 1 Card from the Deck to your Hand",
        HEADER + "a player may pay 2 Coins",
    ),
    form(
        "From a bag is drawn at random anyway; from elsewhere chance has to choose.",
        "Leave `at random` away, or write `chance chooses a Card in the Row, then the player moves it to your Hand`.",
        SETUP + "draw 5 Dice from the Bag at random",
    ),
    form(
        "On both sides of `and` and `or` stands a whole condition.",
        "Write for example `there is no Card in the Row and there is no Card in the Deck`.",
        SETUP + "if there is no Card in the Row and no Card in the Deck: do nothing",
    ),
    form(
        "What lies in a place is said of each piece.",
        "Write `given Card 1 is in Ann's Hand`, and a line for each, or `given there are 2 Cards in Ann's Hand`.",
        HEADER + 'example "x":\n    given Ann\'s Hand is Card 1, Card 2',
    ),
    form(
        "Each fact has a line of its own, or is about every player.",
        "Write `given every player's Coins are 3`, or a line for each of them.",
        HEADER + 'example "x":\n    given Ann and Ben have 3 Coins',
        HEADER + 'example "x":\n    then Ann and Ben have 3 Coins',
    ),
    form(
        "An example asks how things are afterwards.",
        "Write for example `then Ann's Coins are 4`.",
        HEADER + 'example "x":\n    then Ann gains 1 Coin',
        HEADER + 'example "x":\n    then Ann loses 1 Coin',
        HEADER + 'example "x":\n    then Ann pays 1 Coin',
        HEADER + 'example "x":\n    then nothing happens',
        HEADER + 'example "x":\n    then Ann\'s Coins are increased by 1',
    ),
    form(
        "A grid is made of a sort of space, and there is one of it.",
        "Write for example `a Square is a space of up to 1 Pawn on a square grid of 3 by 3`.",
        HEADER + "each player has a Board, a grid of 3 by 3 spaces",
        HEADER + "the Board is a grid of 3 by 3 spaces",
        HEADER + "the Board is a 3 by 3 grid",
    ),
    form(
        "Whoever moves what or as many as they want chooses first.",
        "Write for example `choose up to 2 Cards in your Hand, then move the Cards to the Row`; one is moved as `it`.",
        SETUP + "move up to 2 Cards in your Hand to the Row",
        SETUP + "move any number of Cards in your Hand to the Row",
        SETUP + "move 2 or more Cards in your Hand to the Row",
    ),
    form(
        "Who does it and what is done are two things; names next to each other are one.",
        "Write for example `before a player Digs:`, and in it `if the player is Ann:`.",
        HEADER + "before Ann Digs: do nothing",
    ),
    form(
        "`not` stands in a condition, and not before a thing.",
        "Write `choose a Square where it is not empty`; behind `through`, a word of yours: `a Square is Taken if it is "
        "not empty`.",
        SETUP + "choose a not empty Square",
        SETUP + "choose another not empty Square",
        SETUP + "choose 2 not empty Squares",
        SETUP + "choose all not empty Squares",
        SETUP + "choose a Square in line with the Pawn through not empty Squares",
        SETUP + "for each not empty Square: do nothing",
        SETUP + "if there is a not empty Square: do nothing",
        SETUP + "gain 1 Coin for each not empty Square",
    ),
    form(
        "Each further thing that is given has a word before it.",
        "Write for example `to Build for a Card at a Site`, and `Build for the Card at the Site`.",
        HEADER + "to Build for a Card, a Site: do nothing",
    ),
    (
        begun(_COUNTED_AFTERWARDS, "choose chooses", _COUNTED_IN_FRONT),
        (
            SETUP + "choose as many Cards in the Row where it is Red as 2",
            SETUP + "move as many Cards in the Row where it is Red as 2 to the Box",
        ),
    ),
    form(
        "What chance chooses is not chosen by anybody.",
        "Write for example `chance chooses a Card in your Hand`.",
        SETUP + "choose a Card at random",
        SETUP + "choose a Card in your Hand at random",
    ),
    form(
        "What several players do, or one who is looked for, comes below `each player` or `for each player`.",
        "Write for example `each player: gain 1 Coin` or `for each player with the highest Fame: the player wins`.",
        SETUP + "everybody gains 1 Coin",
        SETUP + "gain 1 Coin, then each player gains 1 Coin",
        SETUP + "both players gain 1 Coin",
        SETUP + "the highest bidder gains 1 Star",
        SETUP + "the player with the highest Coins gains 1 Star",
        SETUP + "the first player where it has 3 Coins gains 1 Star",
        SETUP + "the only player where it has 3 Coins gains 1 Star",
    ),
)
