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


@diagnostic("RL0745", severity=Severity.WARNING, title="too much to work out")
def too_much_to_work_out(span: Span, count: int) -> Wording:
    """Something takes more steps to work out than anybody can wait for.

    A definition is worked out wherever it is used. One that uses another twice, which uses a third twice, makes four of
    the third; 30 of them in a row make a thousand million. What is asked of every space about every other space
    multiplies in the same way.

    Wrong:

    ```rules
    your Lot is (your Coins plus 1) divided by 2
    your Tier 1 is your Lot plus your Lot
    your Tier 2 is your Tier 1 plus your Tier 1
    your Tier 3 is your Tier 2 plus your Tier 2
    your Tier 4 is your Tier 3 plus your Tier 3
    your Tier 5 is your Tier 4 plus your Tier 4
    your Tier 6 is your Tier 5 plus your Tier 5
    your Tier 7 is your Tier 6 plus your Tier 6
    your Tier 8 is your Tier 7 plus your Tier 7
    your Tier 9 is your Tier 8 plus your Tier 8
    your Tier 10 is your Tier 9 plus your Tier 9
    your Tier 11 is your Tier 10 plus your Tier 10
    your Tier 12 is your Tier 11 plus your Tier 11
    your Tier 13 is your Tier 12 plus your Tier 12
    to Rest: gain as many Coins as your Tier 13
    ```

    Right:

    ```rules
    your Lot is (your Coins plus 1) divided by 2
    your Tier 13 is your Lot times 8192
    to Rest: gain as many Coins as your Tier 13
    ```
    """
    return say(
        f"Working this out may take {_told(count)} steps.",
        at(span, "too many to wait for"),
        Help(
            "Say `times 2` instead of using a definition twice, `remember` what is needed again, or ask less of each "
            "thing."
        ),
    )


@diagnostic("RL0747", severity=Severity.UNPROVED, title="perhaps too far to look ahead")
def perhaps_long_ahead(span: Span, count: int) -> Wording:
    """It is not proved that this move can be finished, and it has very many ways to begin.

    A move is only offered if it can be finished (6.5). Where what is asked at its end may fail, all ways to make the
    choices before it are tried, one after the other, until one of them will do. Three numbers from 0 to 900 make more
    than 700 million.

    Wrong:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Guess:
        choose up to 3 Cards in the Row as One
        move the One to the Box
        choose up to 3 Cards in the Row as Two
        move the Two to the Box
        choose up to 3 Cards in the Row as Three
        move the Three to the Box
        choose up to 3 Cards in the Row as Four
        move the Four to the Box
        only if your Coins are the number of Cards in the Row
    ```

    Right:

    ```rules
    a Card is a card with a Rank from 1 to 40
    there are 40 Cards: each Rank
    the Row is an area of Cards
    setup: move all Cards to the Row
    to Guess:
        only if your Coins are the number of Cards in the Row
        choose up to 3 Cards in the Row as One
        move the One to the Box
    ```
    """
    return say(
        f"Up to {_told(count)} ways may have to be tried to see whether this can be finished.",
        at(span, "a move of many choices, which may fail at its end"),
        Help("Ask before the choices, `only if`, let less be chosen at once, or let it be chosen in several moves."),
    )


def _told(count: int) -> str:
    """A number that can be read: of a long one only how long it is."""
    digits = len(str(count))
    return f"{count:,}" if digits <= _MOST_DIGITS else f"1{',000' * ((digits - 1) // 3)}"
