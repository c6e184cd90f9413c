"""RL03xx: numbers, their bounds, and things of different sorts."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, say
from rulelang.source import Span


@diagnostic("RL0301", title="not a number")
def not_a_number(span: Span, sort: str) -> Wording:
    """A number is needed, and this is not one.

    Only numbers can be added, compared by size or counted with.

    Wrong:

    ```rules
    gain as many Coins as your Hand
    ```

    Right:

    ```rules
    gain as many Coins as the number of Cards in your Hand
    ```
    """
    return say(
        f"This is {sort}, not a number.",
        at(span, "a number is needed"),
        Help("Write a number, a counter, or `the number of ...`."),
    )


@diagnostic("RL0302", severity=Severity.WARNING, title="may divide by zero")
def may_divide_by_zero(span: Span) -> Wording:
    """A division by something that may be 0.

    Nothing can be shared out among nobody.

    Wrong:

    ```rules
    your Share is 10 divided by your Coins
    ```

    Right:

    ```rules
    your Share is 10 divided by 2
    ```
    """
    return say(
        "This may be 0, and nothing can be divided by 0.",
        at(span, "may be 0"),
        Help("Divide by a number that is at least 1, for example with `is at least 1` in its definition."),
    )


@diagnostic("RL0303", severity=Severity.NOTE, title="beyond the list")
def beyond_the_list(span: Span, low: int, high: int, entries: int) -> Wording:
    """A value may lie beyond the end of the list it is looked up in.

    The last entry counts for everything beyond it, which may not be what is meant.

    Wrong:

    ```rules
    your Points are your Coins looked up in 0, 1, 3
    ```

    Right:

    ```rules
    each player has Coins from 0 to 2
    ```
    """
    return say(
        f"This goes from {low} to {high}, the list has {entries} entries (the first is for 0).",
        at(span, "may lie beyond the list"),
        Help("Add entries, or narrow the bounds."),
    )


@diagnostic("RL0304", title="can never be equal")
def cannot_be_equal(span: Span, left: str, right: str) -> Wording:
    """Two things of different sorts are compared.

    A card is never a colour, and a number never a player.

    Wrong:

    ```rules
    if the Leader is 3: nobody wins
    ```

    Right:

    ```rules
    if the Leader is you: nobody wins
    ```
    """
    return say(f"{left} is never {right}.", at(span, "another sort of thing"), Help(f"Compare with {left}."))
