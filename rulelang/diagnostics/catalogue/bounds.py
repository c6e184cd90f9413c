"""RL0740 and after: more than anybody can look through or wait for."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, say
from rulelang.source import Span

_MOST_DIGITS = 15


@diagnostic("RL0740", severity=Severity.WARNING, title="too many ways to choose")
def too_many_ways(span: Span, count: int) -> Wording:
    """Somebody may have more ways to choose than anybody can look through.

    A choice of several things has as many ways as there are sets of them: 10 different cards make 1,024, 40 make more
    than a million times a million. All of them have to be tried to see which are possible.

    Wrong:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Pick:
        choose any number of Cards in the Row as Heap
        move the Heap to the Box
    ```

    Right:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Pick:
        choose up to 3 Cards in the Row as Heap
        move the Heap to the Box
    ```
    """
    return say(
        f"There may be {_told(count)} ways to choose here.",
        at(span, "too many to look through"),
        Help("Say `choose up to 3 ...`, let fewer lie there (`of up to 10 Cards`), or choose one after the other."),
    )


@diagnostic("RL0741", severity=Severity.WARNING, title="too many passes")
def too_many_passes(span: Span, count: int) -> Wording:
    """Something may be repeated more often than anybody can wait for.

    The passes are made one after another; a billion of them would take hours.

    Wrong:

    ```rules
    to Dig:
        repeat as many times as (30000 times 30000): gain 1 Coin
    ```

    Right:

    ```rules
    to Dig:
        gain as many Coins as 30000
    ```
    """
    return say(
        f"There may be {_told(count)} passes here.",
        at(span, "too many to wait for"),
        Help("Say it all in one sentence, `gain as many Coins as ...`, or limit what is counted."),
    )


@diagnostic("RL0744", severity=Severity.WARNING, title="too many choices in one move")
def too_many_choices(span: Span, count: int) -> Wording:
    """Somebody may have to make more choices in one move than anybody can look ahead at.

    A move is only offered if it can be made to its end, so all choices in it are looked at before its first.

    Wrong:

    ```rules
    to Dig:
        repeat as many times as (30 times 40):
            choose a number from 1 to 2 as Depth
            gain as many Coins as the Depth
    ```

    Right:

    ```rules
    to Dig:
        repeat as many times as (3 times 4):
            choose a number from 1 to 2 as Depth
            gain as many Coins as the Depth
    ```
    """
    return say(
        f"There may be {_told(count)} choices in one move here.",
        at(span, "too many to look ahead at"),
        Help("Make each a turn or a move of its own: repeat in `play:`, not in an action."),
    )


@diagnostic("RL0742", severity=Severity.UNPROVED, title="perhaps too many ways to choose")
def perhaps_too_many_ways(span: Span, count: int) -> Wording:
    """It is not proved that somebody can look through all the ways to choose.

    A condition narrows what may be chosen; how far it does so was not worked out.

    Wrong:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Pick:
        choose any number of Cards in the Row where its Rank is not 7 as Heap
        move the Heap to the Box
    ```

    Right:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Pick:
        choose up to 3 Cards in the Row where its Rank is not 7 as Heap
        move the Heap to the Box
    ```
    """
    return say(
        f"I have not proved that there are fewer than {_told(count)} ways to choose here.",
        at(span, "perhaps too many to look through"),
        Help("Say `choose up to 3 ...`, or let fewer lie there (`of up to 10 Cards`)."),
    )


def _told(count: int) -> str:
    """A number that can be read: of a long one only how long it is."""
    digits = len(str(count))
    return f"{count:,}" if digits <= _MOST_DIGITS else f"1{',000' * ((digits - 1) // 3)}"
