"""RL112x: sentences that stand between the rules in other rulebooks, and what this language says for them."""

from __future__ import annotations

import re

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Note, Wording, at, say
from rulelang.source import Span


@diagnostic("RL1121", title="when the game ends")
def game_ends(span: Span) -> Wording:
    """The end of the game is not written in the form that this language uses.

    An ending says first what has to happen, then how much more is played: the game ends now, after this turn, or after
    this round.

    Wrong:

    ```rules
    the game ends when the Bag is empty
    ```

    Right:

    ```rules
    as soon as the Bag is empty: the game ends after this round
    ```
    """
    asked = re.search(r"\b(?:when|if|as soon as) ((?:(?!, then)[^,:\n])+)", span.text)
    return say(
        "The end of the game is written in another way.",
        at(span, "what has to happen comes first"),
        Help("Rounds are counted in the course of play: `play:`, and below it `repeat 5 rounds:`.")
        if " rounds" in span.text
        else Help(f"Write `as soon as {asked[1] if asked else 'the Bag is empty'}: the game ends now`."),
        Note("Instead of `now` you may write `after this turn` or `after this round`."),
    )


@diagnostic("RL1122", title="who wins")
def who_wins(span: Span) -> Wording:
    """Who wins is not written in the form that this language uses.

    Either the game is decided at a certain moment, or the players are compared at the end.

    Wrong:

    ```rules
    the player with the most Points wins
    ```

    Right:

    ```rules
    the winner is the player with the highest Points, otherwise shared
    ```
    """
    return say(
        "Who wins is written in another way.",
        at(span, "cannot stand here"),
        Help("At the end: `the winner is the player with the highest Points, otherwise shared`."),
        Help("At once: `as soon as a player's Points are at least 10: the player wins`, or `nobody wins`."),
    )


@diagnostic("RL1123", title="whose turn it is")
def whose_turn(span: Span) -> Wording:
    """Turns are described outside the course of play.

    Below `play:` is what happens, one thing after another. There a sentence says that turns are taken, and what a
    player does in a turn.

    Wrong:

    ```rules
    players take turns
    ```

    Right:

    ```rules
    play:
        repeat turns: Take Turn
    ```
    """
    return say(
        "The course of play begins with `play:`.",
        at(span, "cannot stand here"),
        Help(
            "Write `play:`, and below it `repeat turns: Take Turn`. Then `to Take Turn:` says what a player does in it."
        ),
    )


@diagnostic("RL1124", title="what players begin with")
def starting_amount(span: Span) -> Wording:
    """Players begin with an amount, but nothing says how much they can have.

    The language needs to know the lowest and the highest amount. What players begin with comes after that.

    Wrong:

    ```rules
    each player starts with 5 Coins
    ```

    Right:

    ```rules
    each player has Coins from 0 to 40 starting at 5
    ```
    """
    return say(
        "An amount has to be introduced first.",
        at(span, "cannot stand here"),
        Help("Write `each player has Coins from 0 to 40 starting at 5`, with your name and your numbers."),
        Help("Cards need a place, `each player has a Hand, a secret area of Cards`, and are drawn to it in `setup:`."),
    )


@diagnostic("RL1125", title="what the board is made of")
def board_of(span: Span) -> Wording:
    """A board is announced, but not what it consists of.

    A rulebook introduces the spaces, and says what may be on one. The board is all of them.

    Wrong:

    ```rules
    there is a board of 3 by 3 squares
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Stone on a square grid of 3 by 3
    ```
    """
    return say(
        "The board is introduced by its spaces.",
        at(span, "cannot stand here"),
        Help("Write `a Square is a space of up to 1 Stone on a square grid of 3 by 3`, with your names and numbers."),
    )
