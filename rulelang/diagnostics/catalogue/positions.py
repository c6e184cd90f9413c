"""Positions that are remembered and compared, and the lists they stand in."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Wording, at, say
from rulelang.source import Span


@diagnostic("RL0249", title="no arrangement")
def no_arrangement(span: Span) -> Wording:
    """The pieces of an arrangement have to be known beforehand.

    `the arrangement of Stones` is what is compared when a position may not be repeated (4.18). It is made of pieces of
    one sort, perhaps only those of one side or value, or in certain places. Nothing else may narrow them.

    Wrong:

    ```rules
    a Point is a space of up to 1 Stone on a square grid of 3 by 3
    a Stone is a token
    there are 9 Stones
    the Past is a list of up to 100 positions
    to Lay:
        only if the arrangement of Stones next to a2 is not in the Past
    ```

    Right:

    ```rules
    a Point is a space of up to 1 Stone on a square grid of 3 by 3
    a Stone is a token
    there are 9 Stones
    the Past is a list of up to 100 positions
    to Lay:
        only if the arrangement of Stones on any Point is not in the Past
    ```
    """
    return say(
        "Which pieces these are, and where, is not known beforehand, so their arrangements cannot be compared.",
        at(span, "changes during the game, or is not a sort of piece"),
        Help("Write `the arrangement of White Stones`, or `the arrangement of Cards in the Row`."),
    )


@diagnostic("RL0247", title="positions are only compared")
def positions_are_compared(span: Span) -> Wording:
    """A position is treated like a thing that can be counted or chosen.

    A position can be remembered, added to a list, looked for in one, and compared with another position (4.18).

    Wrong:

    ```rules
    the Past is a list of up to 100 positions
    to Look Back:
        if there are at least 2 positions in the Past: nobody wins
    ```

    Right:

    ```rules
    the Past is a list of up to 100 positions
    to Look Back:
        if the position is in the Past: nobody wins
    ```
    """
    return say(
        "Positions cannot be counted, chosen or gone through one by one.",
        at(span, "not something on the table"),
        Help("Compare positions: `if the position is in the Past:`."),
    )


@diagnostic("RL0248", title="not for this list")
def not_for_this_list(span: Span, wanted: str, given: str) -> Wording:
    """Something is added to a list that is for other things.

    A list says what it is of: `the Trail is a list of Regions` takes regions only.

    Wrong:

    ```rules
    the Past is a list of up to 100 positions
    to Note: add 3 to the Past
    ```

    Right:

    ```rules
    the Past is a list of up to 100 positions
    to Note: add the position to the Past
    ```
    """
    return say(
        f"This list takes what is {wanted}, but this is {given}.",
        at(span, "does not belong there"),
        Help("Add only what the list is a list of."),
    )
