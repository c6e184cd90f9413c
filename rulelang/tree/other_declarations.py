"""Declarations, definitions and triggers that are said in other words here: what is the matter, and what to write."""

from __future__ import annotations

from typing import Final

from rulelang.diagnostics.catalogue import openings, sentences
from rulelang.diagnostics.model import Diagnostic
from rulelang.tree.other_forms import HEADER, ONE_NAMED, SETUP, Words, begun, either, form, told
from rulelang.tree.situation import Situation


def _who_wins(situation: Situation) -> Diagnostic:
    return openings.who_wins(situation.sentence)


def _of_each(situation: Situation) -> Diagnostic | None:
    if situation.tokens[0].text not in _HOOKS:
        return begun(_CHOSEN_FOR_EACH, "choose chooses", ONE_NAMED[0])(situation)
    return (_WHO_DOES_IT if "PLAYER" in {token.kind for token in situation.tokens} else _MOMENT)[0](situation)


_CHOSEN_FOR_EACH: Final = told(
    "What is done once for each of several is the block of a loop.",
    "Write `for each Hue:`, and below it `choose a Card in the Row where its Hue is the Hue, then move it to the Box`.",
)
_HOOKS: Final = frozenset({"before", "after", "instead"})
_WHO_DOES_IT: Final = form(
    "Whoever does it is `a player`, or `another player`.",
    "Write for example `after a player Digs:`, or `after another player Digs:`.",
    HEADER + "after any player Digs: do nothing",
)
_WHO_BEGINS: Final = told(
    "Who begins is said in the course of play.",
    "The first seat begins. For another player write `repeat turns starting with the Starter:`.",
)
_RANGE: Final = told(
    "A number that changes in play is a track; a number on a piece has a range.",
    "Write for example `the Month is a track from 1 to 12`, `a Card is a card with a Rank from 1 to 5`.",
)
_SECRET_AMOUNT: Final = form(
    "Everybody sees how much each player has of what is only counted.",
    "For a secret amount, use tokens: `a Coin is a token`, `each player has a Purse, a secret area of Coins`. What all "
    "bid at the same time is chosen below `each player secretly:`, and seen afterwards.",
    HEADER + "each player has secret Coins from 0 to 9",
    HEADER + "each player has hidden Coins from 0 to 9",
)
_A_LINE_EACH: Final = told(
    "Each thing that players have needs a line of its own.",
    "Write `each player has 1 Pawn`, and on another line `each player has Coins from 0 to 9 starting at 5`.",
)
_ROOM: Final = told(
    "How many a place has room for is said with `up to`, and what lies there first, in the setup.",
    "Write `the Market is a row of up to 5 Cards`, and below `setup:` `draw 5 Cards from the Deck to the Market`.",
)
_SPACES: Final = told(
    "How many spaces there are in a line or a ring, their table says.",
    "Write for example `a Cell is a space in a line:`, and below it a table that begins with `| Title |`.",
)
_MOMENT: Final = form(
    "A moment of the game is the start or the end of something.",
    "Write for example `at the end of each round:`. Play that goes on for 3 rounds is `repeat 3 rounds:`.",
    HEADER + "after the third round the player wins",
)

OTHER_DECLARATIONS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    form(
        "In a definition, the thing that is described is `it`, and the other one has its name.",
        "Write for example `a Card is Above for another Card if its Rank is more than the Card's Rank`.",
        HEADER + "a Card is Above for another Card if its Rank is more than the other Card's Rank",
    ),
    form(
        "Who may look at a place is said where it is introduced.",
        "Write for example `the Deck is a face-down pile of Cards`; a piece is turned with `turn the Card face down`.",
        HEADER + "the Deck is face down",
    ),
    form(
        "Whoever is the first to do something wins at once.",
        "Write for example `as soon as a player has 4 Pawns in the player's Home: the player wins`.",
        HEADER + "the winner is the first player with 4 Pawns",
    ),
    _SECRET_AMOUNT,
    (
        either(_SECRET_AMOUNT[0], "from", lambda situation: sentences.what_each_has(situation.span)),
        (HEADER + "each player has a secret Hand",),
    ),
    form(
        "What is true of something is said with `is`.",
        "Write for example `a Line is Open for a Stone if ...`; what somebody does is an action: `to Take Stone:`.",
        HEADER + "a Line Takes a Stone if the Bag is empty",
    ),
    form(
        "A sort of thing is introduced with `is`.",
        "Write for example `a Tile is a tile with a Strength from 0 to 4`.",
        HEADER + "a Tile: a tile with a Strength from 0 to 4",
    ),
    form(
        "What players are compared by has a name.",
        "Write `with the highest Wealth`, and a line `a player's Wealth is the number of Cards in the player's Hand`.",
        HEADER + "the winner is the player with the highest total Rank of Cards",
        HEADER + "the winner is the player with the highest number of Cards",
    ),
    _MOMENT,
    _WHO_DOES_IT,
    (
        _of_each,
        (
            HEADER + "after each round the player wins",
            SETUP + "choose 1 Card per Hue",
            SETUP + "choose a Card for each Hue",
        ),
    ),
    form(
        "A citation names the language of the printed rules and the heading there.",
        'Write for example `[de "Malen" page 5]`, or numbered statements: `[A1, A2]`.',
        HEADER + "the Deck is a pile [p. 5]",
        HEADER + "the Deck is a pile [page 5]",
        HEADER + 'the Deck is a pile ["Malen" page 5]',
        HEADER + "the Deck is a pile [5]",
    ),
    form(
        "A sentence about the end of a game begins with the player.",
        "Write `then Ann wins`, `then Ann and Ben share the win` or `then nobody wins`.",
        HEADER + 'example "x":\n    then the winner is Ann',
    ),
    form(
        "`comes` says which place somebody has at the end.",
        "Write `then Ann comes second`, or `then Ann would come second` while the game is not over.",
        HEADER + 'example "x":\n    then Ann is second',
        HEADER + 'example "x":\n    then Ann is the second',
    ),
    form(
        "An example asks whether the game is over.",
        "Write `then the game is over` or `then the game is not over`.",
        HEADER + 'example "x":\n    then the game ends',
        HEADER + 'example "x":\n    then the game has ended',
    ),
    form(
        "An example asks for the round with `it`.",
        "Write `then it is round 3`.",
        HEADER + 'example "x":\n    then the round is 3',
        HEADER + 'example "x":\n    given the round is 3',
    ),
    form(
        "`when anything happens` has to say how long it goes on.",
        "Write `when anything happens until the game is over`, or until something else is true.",
        HEADER + 'example "x":\n    when anything happens',
        HEADER + 'example "x":\n    when anything happens for 3 rounds',
    ),
    form(
        "An example has a title in quotes.",
        'Write `example "what it shows":`.',
        HEADER + "example:",
    ),
    form(
        "A line of an example begins with `given`, `when` or `then`.",
        "Write `given` for what is true at first, `when` for a choice, `then` for what must be true afterwards.",
        HEADER + 'example "x":\n    the Bag is empty',
        HEADER + 'example "x":\n    Bea has 1 Coin',
        HEADER + 'example "x":\n    if the Bag is empty',
    ),
    (
        begun(_SPACES, "line ring", begun(_ROOM, "row pile area bag space", _RANGE)),
        (
            HEADER + "the Month is a number from 1 to 12",
            HEADER + "the Month is a track of 12 Steps",
            HEADER + "a Card is a card with Rank 1 to 5",
        ),
    ),
    form(
        "A citation stands in front of the colon, or at the end of a sentence.",
        'Write for example `to Rest [de "Malen" page 5]:`, or `gain 1 Coin [de "Malen" page 5]`.',
        HEADER + 'to Rest: [de "Malen" page 5]\n    gain 1 Coin',
        HEADER + "variant Long: [A1]\n    the Bag is a bag of Tiles",
        HEADER + "there are 3 Tiles: [A1]\n    | Sea |",
    ),
    form(
        "What becomes of a tie is said with `, then` or with `, otherwise shared`.",
        "Write for example `the winner is the player with the highest Points, otherwise shared`.",
        HEADER + "the winner is the player with the highest Points, ties are shared",
    ),
    form(
        "What is the same for all pieces of a sort is a rule.",
        "Write `a Hero's Strength is 4`, or `with a Strength from 1 to 9` if it differs from piece to piece.",
        HEADER + "a Hero is a card with a Strength of 4",
    ),
    form(
        "What a thing has is introduced with `a`.",
        "Write for example `with a Cost in Goods`, and `with a Suit`.",
        HEADER + "a Card is a card with Cost in Goods",
    ),
    form(
        "The course of play has no such part in it; it stands before it.",
        "Start the line at the left edge: `setup:` for what happens first, `play:` for the course of play.",
        HEADER + "play:\n    setup:\n        do nothing",
        HEADER + "play:\n    scoring:\n        do nothing",
    ),
    form(
        "Everybody sees a variable. What is hidden is a piece in a place that not everybody looks into.",
        "Write for example `each player has a Lair, a secret row of up to 1 Card`, or leave out `secret`.",
        HEADER + "the Lair is a secret Place",
        HEADER + "the Lair is a hidden Place",
        HEADER + "each player has a Lair as a secret Place",
    ),
    (
        _A_LINE_EACH,
        (
            HEADER + "each player has 1 Pawn and 5 Coins",
            HEADER + "each player has 3 Workers, 5 Coins",
            HEADER + "each player has Wheat and Clay",
        ),
    ),
    (
        lambda situation: _A_LINE_EACH(situation) if situation.tokens[0].text == "each" else None,
        (HEADER + "each player has Wheat, Clay",),
    ),
    (
        either(_who_wins, "win wins", _WHO_BEGINS),
        (
            HEADER + "the first player is Ann",
            HEADER + "the starting player is Ann",
            HEADER + "the youngest player starts",
        ),
    ),
    form(
        "Whether somebody may choose something is said with `may`.",
        "Write `then Ann may choose Rest`.",
        HEADER + 'example "x":\n    then Ann can choose Rest',
    ),
    form(
        "What holds for so many players stands behind `with`.",
        "Write `with 2 players:`.",
        HEADER + "for 2 players: the Share is 3",
    ),
    form(
        "Nothing more may follow how many there are.",
        "What each player has is that player's own: `your Pawns`. What is printed follows `a Card is a card with`.",
        HEADER + "each player has 4 Pawns in their colour",
        HEADER + "each player has 4 Pawns of their colour",
    ),
)
