"""RL05xx: what could be taken out without changing the game; and variants that are not, or cannot be, seen together."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, listed, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0525", severity=Severity.WARNING, title="changes nothing")
def changes_nothing(span: Span, *, turned: bool = False) -> Wording:
    """A sentence is obeyed, and afterwards everything is as it was.

    It gains or loses nothing, sets something to what it is anyway, or goes through a set in which there is never
    anything. Or it turns pieces face up that no sentence ever turns face down: in a secret place nobody else sees them
    for all that, so move them to an open one.

    Wrong:

    ```rules
    the Pot is a track from 0 to 9
    to Raise Pot: the Pot becomes the Pot
    ```

    Right:

    ```rules
    the Pot is a track from 0 to 9
    to Raise Pot: the Pot becomes the Pot plus 1
    ```
    """
    return say(
        "This never changes anything, for any number of players.",
        at(span, "afterwards everything is as it was"),
        Help("What lies in a `face-down` or `secret` place is seen when it is moved to an open one, or with `show`.")
        if turned
        else Help("Write what should change, or take the sentence out."),
    )


@diagnostic("RL0526", severity=Severity.WARNING, title="always true")
def always_so(span: Span) -> Wording:
    """An `if` or an `only if` asks for something that cannot be otherwise.

    What depends on it always happens, and an `otherwise` never does. The bounds of numbers and the tables of components
    say so.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        if your Coins are at least 0: gain 1 Coin
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        if your Coins are at least 1: gain 1 Coin
    ```
    """
    return say(
        "This is always true, for any number of players.",
        at(span, "can never be otherwise"),
        Help("Ask for something that may be otherwise, or take the condition out."),
    )


@diagnostic("RL0527", severity=Severity.WARNING, title="remembered but never used")
def kept_for_nothing(span: Span, name: str) -> Wording:
    """A value is remembered under a name that no sentence uses.

    Probably the sentence that uses it is missing, or asks for something else with nearly the same name.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        remember your Coins as Sum
        gain 1 Coin
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        remember your Coins as Sum
        gain 1 Coin
        gain as many Coins as the Sum
    ```
    """
    return say(
        f"{quoted(name)} is remembered, but no sentence uses it.",
        at(span, "remembered for nothing"),
        Help(f"Write the sentence that uses `the {name}`, or take this out."),
    )


@diagnostic("RL0528", severity=Severity.WARNING, title="over anyway")
def over_anyway(span: Span, scope: str) -> Wording:
    """The turn, round, phase or game is to end where nothing of it is left to skip.

    What happens at its end happens all the same. The game is over when `play:` has been obeyed to its end (13.1).

    Wrong:

    ```rules
    play:
        repeat 3 turns:
            gain 1 Coin
            end the turn
    ```

    Right:

    ```rules
    play:
        repeat 3 turns: gain 1 Coin
    ```
    """
    return say(
        f"This does nothing: the {scope} is over here anyway.",
        at(span, f"nothing of the {scope} is left"),
        Help("Take it out, or write `do nothing` where an option needs a sentence."),
    )


@diagnostic("RL0531", severity=Severity.WARNING, title="jumped over")
def jumped_over(literal: Span, fact: Span, number: int, up: bool, by: Span | None) -> Wording:
    """Something ends when a number is just so large, and the number changes by more than 1 at a time.

    `is 50` is true of 50 alone. What gains 2 Coins at a time may have 49, then 51, and it goes on.

    Wrong:

    ```rules
    to Earn: gain 2 Coins
    to Save: gain 1 Coin
    as soon as a player's Coins are 7: the player wins
    play: repeat turns: choose one:
        Earn
        Save
    ```

    Right:

    ```rules
    to Earn: gain 2 Coins
    to Save: gain 1 Coin
    as soon as a player's Coins are at least 7: the player wins
    play: repeat turns: choose one:
        Earn
        Save
    ```
    """
    bound = f"at {'least' if up else 'most'} {number}"
    return say(
        f"{quoted(fact.text)} asks for just {number}, which may be jumped over.",
        at(literal, f"{number} and no {'more' if up else 'less'}"),
        because(by, "by more than 1 at a time") if by is not None else None,
        Help(f"Write `{bound}`."),
        write_instead(f"ask for {bound}", literal, bound),
    )


@diagnostic("RL0529", severity=Severity.UNPROVED, title="variants not looked at together")
def not_together(span: Span, variants: Sequence[str], upto: int) -> Wording:
    """There are so many variants that not every combination of them was looked at.

    A game with several variants is a game of its own: each of them may be right by itself, and both together wrong.
    Every combination of those that speak of the same things is looked at where that is a matter of seconds; otherwise
    each alone, or two by two, and all together.

    Wrong:

    ```rules
    variant Fog: after you Rest: gain 1 Coin
    variant Frost: before you Rest: gain 1 Coin
    variant Flood: after you Rest: gain 2 Coins
    variant Fire: before you Rest: gain 2 Coins
    variant Feast: after you Rest: gain 3 Coins
    variant Famine: before you Rest: lose 1 Coin
    variant Frenzy: before you Rest: gain 3 Coins
    ```

    Right:

    ```rules
    variant Fog: after you Rest: gain 1 Coin
    variant Frost: before you Rest: gain 1 Coin
    variant Flood: after you Rest: gain 2 Coins
    ```
    """
    looked = "each of them alone" if upto == 1 else f"up to {upto} of them together"
    return say(
        f"I have not looked at every combination of {listed(variants, 'and')}: only at {looked}, and at all.",
        at(span, f"with {quoted(variants[0])}, for example" if upto == 1 else "with some of the others"),
        Help("Say in one variant what belongs together, or play such games with `rulelang sim --variant ...`."),
    )


@diagnostic("RL0530", severity=Severity.UNPROVED, title="variants that exclude each other")
def never_together(span: Span, variants: Sequence[str], why: str) -> Wording:
    """Each of these variants can be played, but not both in one game.

    Whoever asks for both is told why there is no such game. Where they are meant as alternatives, nothing is wrong.

    Wrong:

    ```rules
    variant Fog: the Tide is a track from 0 to 5
    variant Frost: the Tide is a track from 0 to 9
    ```

    Right:

    ```rules
    variant Fog: the Tide is a track from 0 to 5
    variant Frost: the Ice is a track from 0 to 9
    ```
    """
    return say(
        f"{listed(variants, 'and')} cannot be played together: {why}",
        at(span, "only one of them at a time"),
        Help("If they are alternatives, leave it so. Otherwise let each go without what the other one needs."),
    )
