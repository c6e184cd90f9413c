"""RL05xx: play that does not start, end or go on."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, listed, quoted, say
from rulelang.source import Span


@diagnostic("RL0501", title="nothing is played")
def no_play(span: Span) -> Wording:
    """The rulebook does not say what is played.

    `play:` says how the game goes from turn to turn.

    Wrong:

    ```rules
    setup: shuffle the Deck
    ```

    Right:

    ```rules
    setup: shuffle the Deck
    play:
        repeat turns: Play Card
    ```
    """
    return say(
        "There is no `play:` in this rulebook.",
        at(span, "this rulebook"),
        Help("Add `play:` with `repeat turns: ...` or `repeat rounds: ...`."),
    )


@diagnostic("RL0502", title="action described twice")
def action_twice(span: Span, name: str, first: Span) -> Wording:
    """One action is described in two places.

    Only one description can count.

    Wrong:

    ```rules
    to Build: gain 1 Coin
    to Build: gain 2 Coins
    ```

    Right:

    ```rules
    to Build: gain 1 Coin
    to Build Big: gain 2 Coins
    ```
    """
    return say(
        f"{quoted(name)} is described twice.",
        at(span, "the second time"),
        because(first, "the first time"),
        Help("Rename one of them, or write `instead of you ...`."),
    )


@diagnostic("RL0540", title="winner described twice")
def winner_twice(span: Span, first: Span) -> Wording:
    """Two sentences say how the winner is found.

    Only one can count. A variant, or a number of players, may have a sentence of its own, which then comes before the
    one for all games.

    Wrong:

    ```rules
    the winner is the player with the highest Points, otherwise shared
    the winner is the player with the lowest Coins, otherwise shared
    ```

    Right:

    ```rules
    the winner is the player with the highest Points, then the lowest Coins, otherwise shared
    ```
    """
    return say(
        "A second sentence says how the winner is found.",
        at(span, "the second one"),
        because(first, "the first one"),
        Help("Take one of them out, or join them with `, then`."),
    )


@diagnostic("RL0503", title="calls itself")
def calls_itself(span: Span, name: str) -> Wording:
    """An action leads back to itself.

    An action that does itself never comes to an end.

    Wrong:

    ```rules
    to Build: Build
    ```

    Right:

    ```rules
    to Build: gain 1 Coin
    ```
    """
    return say(f"{quoted(name)} does itself.", at(span, "here"), Help("Use `repeat ... times` instead."))


@diagnostic("RL0532", title="a window within itself")
def window_in_itself(span: Span, turn: Span) -> Wording:
    """In a window somebody has a turn, in which the window is open again.

    Using a window is a move. In the turn of another player within it that player may use the window, too, and it would
    begin before it has come to its end.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    once per turn, you may: Invite
    to Invite: each other player takes a turn: gain 1 Coin
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    once per turn, you may: Invite
    to Invite: each other player: gain 1 Coin
    ```
    """
    return say(
        "In this window somebody has a turn, in which it could be used again before it is over.",
        at(span, "begins within itself"),
        because(turn, "the turn"),
        Help(
            "Write `each other player:` or `the player does Act`, which are no turns, so that no window opens in them."
        ),
    )


@diagnostic("RL0504", title="nothing to end")
def nothing_to_leave(span: Span, what: str) -> Wording:
    """A turn, round or phase is ended where it cannot be ended.

    `end the turn` can only stand inside a turn.

    Wrong:

    ```rules
    setup: end the turn
    ```

    Right:

    ```rules
    play:
        repeat 9 turns: end the turn
    ```
    """
    if what == "game":
        help_ = Help("Write `the game ends now`, or say who wins: `you win`.")
    else:
        help_ = Help(f"Write it inside a {what}.")
    return say(f"There is no {what} to end here.", at(span, "here"), help_)


@diagnostic("RL0505", title="no faces")
def no_faces(span: Span, name: str) -> Wording:
    """Something is rolled that has no faces.

    A die is introduced with its faces: `the Die is a die with faces 1, 2, 3, 4, 5, 6`.

    Wrong:

    ```rules
    choose a Card from your Hand
    roll the Card
    ```

    Right:

    ```rules
    roll the Die
    ```
    """
    return say(
        f"A {name} has no faces to roll.",
        at(span, "cannot be rolled"),
        Help("A die is introduced with its faces: `a Die is a die with faces 1, 2, 3, 4, 5, 6`."),
    )


@diagnostic("RL0523", title="chance chooses several")
def chance_chooses_one(span: Span) -> Wording:
    """Chance is asked to choose several things at once.

    `chance chooses a S` chooses one thing, everything in the set being equally likely. To choose several, choose them
    one by one.

    Wrong:

    ```rules
    to Deal Out: chance chooses 2 Cards from the Deck
    ```

    Right:

    ```rules
    to Deal Out: repeat 2 times: chance chooses a Card from the Deck, then move it to your Hand
    ```
    """
    return say(
        "Chance chooses one thing at a time.",
        at(span, "several at once"),
        Help("Let it choose one, `chance chooses a ...`, in a `repeat 2 times:`."),
    )


@diagnostic("RL0506", severity=Severity.NOTE, title="may end in a tie")
def may_tie(span: Span, names: Sequence[str]) -> Wording:
    """The ranking does not say what happens if two players are equal in everything it compares.

    Whether that can really happen was not worked out. If it can, the game would end without saying who won.

    Wrong:

    ```rules
    the winner is the player with the highest Points
    ```

    Right:

    ```rules
    the winner is the player with the highest Points, otherwise shared
    ```
    """
    return say(
        f"Two players may be equal in {listed(names, 'and')}; I have not proved that they cannot.",
        at(span, "what if they are?"),
        Help("Add `, otherwise shared`, or compare something else with `, then the highest ...`."),
    )


@diagnostic("RL0541", severity=Severity.NOTE, title="nobody can win")
def nobody_can_win(span: Span) -> Wording:
    """No sentence says who wins.

    However the game goes, nobody wins it. If that is meant, because only the fun counts, `nobody wins` as the last
    sentence of `play:` says so.

    Wrong:

    ```rules
    each player has Points from 0 to 9
    play: repeat 3 rounds: each player: gain 1 Point
    ```

    Right:

    ```rules
    each player has Points from 0 to 9
    play: repeat 3 rounds: each player: gain 1 Point
    the winner is the player with the highest Points, otherwise shared
    ```
    """
    return say(
        "Nobody can win this game, because no sentence says who wins.",
        at(span, "is won by nobody"),
        Help("For example `the winner is the player with the highest Points, otherwise shared`."),
        Help("Or at once: `you win`, `the player wins`, `everybody wins`; `nobody wins` if that is meant."),
    )


@diagnostic("RL0507", severity=Severity.WARNING, title="action that is never done")
def never_done(span: Span, name: str) -> Wording:
    """An action is described, but no sentence of the rulebook does it.

    Players can only do what the course of play leads to. Perhaps an option is missing.

    Wrong:

    ```rules
    play:
        repeat 9 turns: Build
    to Build: gain 1 Coin
    to Trade: pay 1 Coin
    ```

    Right:

    ```rules
    play:
        repeat 9 turns:
            choose one:
                Build
                Trade
    to Build: gain 1 Coin
    to Trade: pay 1 Coin
    ```
    """
    return say(
        f"Nothing in this rulebook leads to {quoted(name)}.",
        at(span, "never done"),
        Help(f"Write {quoted(name)} where it happens, or take the action out."),
    )


@diagnostic("RL0508", severity=Severity.WARNING, title="can never come true")
def never_true(span: Span) -> Wording:
    """An `as soon as` waits for something that the bounds of a number rule out.

    A number never leaves the bounds it was introduced with, so what follows would never happen.

    Wrong:

    ```rules
    each player has Points from 0 to 12
    as soon as a player's Points are 15: the player wins
    ```

    Right:

    ```rules
    each player has Points from 0 to 15
    as soon as a player's Points are 15: the player wins
    ```
    """
    return say(
        "This can never come true.",
        at(span, "cannot happen"),
        Help("Compare with a number within the bounds, or widen the bounds `from ... to ...`."),
    )


@diagnostic("RL0522", severity=Severity.WARNING, title="offered twice")
def offered_twice(span: Span, name: str, first: Span) -> Wording:
    """The same option is listed twice in one choice.

    Players would see it twice, and bots that choose by chance would choose it twice as often. Probably one of the two
    should be something else.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Busk: gain 1 Coin
    to Beg: gain 2 Coins
    play:
        repeat 3 rounds:
            each player takes a turn:
                choose one:
                    Busk
                    Busk
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Busk: gain 1 Coin
    to Beg: gain 2 Coins
    play:
        repeat 3 rounds:
            each player takes a turn:
                choose one:
                    Busk
                    Beg
    ```
    """
    return say(
        f"{quoted(name)} is offered twice.",
        at(span, "the same again"),
        at(first, "already offered here"),
        Help("Take one of them out, or write the option that was meant."),
    )
