"""RL02xx, continued: directions, lines and ways from one space to the next."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Wording, at, joined, quoted, say
from rulelang.source import Span


@diagnostic("RL0213", title="no directions")
def no_directions(span: Span) -> Wording:
    """Directions are used, but no board has any.

    Only grids have directions.

    Wrong:

    ```rules
    a Square is a space
    to Turn: choose a direction
    ```

    Right:

    ```rules
    a Square is a space on a square grid of 8 by 8
    to Turn: choose a direction
    ```
    """
    return say(
        "There are no directions without a grid.",
        at(span, "direction"),
        Help("Put the spaces `on a square grid of ... by ...`."),
    )


@diagnostic("RL0214", title="no grid")
def no_grid(span: Span, line: str) -> Wording:
    """Rows or columns are used, but no board has any.

    Only grids have rows and columns.

    Wrong:

    ```rules
    a Stop is a space
    to Look:
        choose a Stop
        if its row is 1: you win
    ```

    Right:

    ```rules
    a Stop is a space on a square grid of 8 by 8
    to Look:
        choose a Stop
        if its row is 1: you win
    ```
    """
    return say(
        f"There is no {line} without a grid.", at(span, line), Help("Put the spaces `on a square grid of ... by ...`.")
    )


@diagnostic("RL0220", title="which neighbourhood")
def which_relation(span: Span, known: Sequence[str]) -> Wording:
    """Spaces are linked in several ways, and the sentence does not say which way is meant.

    `next to` needs `by ...` where there is more than one kind of link.

    Wrong:

    ```rules
    choose a Stop next to your Wagon
    ```

    Right:

    ```rules
    choose a Stop next to your Wagon by Road
    ```
    """
    return say(
        "In which way is it next to it?",
        at(span, "by what?"),
        Help(f"Add `by` and one of {joined([quoted(name) for name in known])}."),
    )


@diagnostic("RL0238", title="nothing comes after")
def not_in_order(span: Span, name: str) -> Wording:
    """The form `the ... after ...` is used for spaces that have no order.

    Only spaces in a ring or in a line follow one another.

    Wrong:

    ```rules
    a Month is a space:
        | Month |
        | May   |
        | June  |
    to Wander: move your Wagon to the Month after May
    ```

    Right:

    ```rules
    a Month is a space in a ring:
        | Month |
        | May   |
        | June  |
    to Wander: move your Wagon to the Month after May
    ```
    """
    return say(
        f"{quoted(name)} spaces have no order, so no space comes after another.",
        at(span, "after?"),
        Help("Put them `in a ring` or `in a line` where they are introduced."),
    )


@diagnostic("RL0239", title="no straight lines here")
def no_straight_lines(span: Span) -> Wording:
    """Straight lines are asked for, but no space of the game lies on a grid.

    Only the spaces of a grid have directions, so only there can things be in line with one another.

    Wrong:

    ```rules
    a Square is a space of up to 1 Pawn
    to Aim: choose a Square in line with your Camp
    each player has a Camp as a Square
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    to Aim: choose a Square in line with your Camp
    each player has a Camp as a Square
    ```
    """
    return say(
        "No space of this game lies on a grid, so nothing is in line with anything.",
        at(span, "in line?"),
        Help("Put the spaces `on a square grid of 8 by 8` or `on a hexagonal grid of 8 by 8`."),
    )


@diagnostic("RL0240", title="a link that changes")
def link_changes(span: Span, name: str) -> Wording:
    """A sentence with `connected to` follows links that change during play.

    What is next to what may be defined with a condition. `connected to` needs a condition that never changes: it may
    mention rows, columns and what is printed on spaces, but not pieces or counters. Those belong after `through`.

    Wrong:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Square is next to another Square by Ferry if it is empty
    to Sail:
        choose a Square
        choose another Square connected to the Square by Ferry
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Square is next to another Square by Ferry if its row is the Square's row
    to Sail:
        choose a Square
        choose another Square connected to the Square by Ferry through empty Squares
    ```
    """
    return say(
        f"What is next by {quoted(name)} changes during play, so `connected to` cannot follow it.",
        at(span, "changes"),
        Help("Keep only what never changes in its definition, and put the rest after `through`."),
    )


@diagnostic("RL0245", title="never the only one")
def never_only(span: Span, name: str, count: int) -> Wording:
    """A place is called the only one of its sort, but there are always several.

    After `in`, `on` or `from` a description ends with its noun. What follows belongs to the things that lie there. Give
    the place a name first, then use that name.

    Wrong:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Pawn is a token
    each player has 8 Pawns
    to Take:
        choose a Square
        move all Pawns on the only Square next to the Square toward North to the Box
    ```

    Right:

    ```rules
    a Square is a space of up to 1 Pawn on a square grid of 8 by 8
    a Pawn is a token
    each player has 8 Pawns
    to Take:
        choose a Square
        remember the only Square next to the Square toward North as Target
        move all Pawns on the Target to the Box
    ```
    """
    return say(
        f"There are {count} of these, so {quoted(name)} is never the only one.",
        at(span, "which of them?"),
        Help("First give the one you mean a name in a sentence of its own: `remember the only ... as Target`."),
    )


@diagnostic("RL0255", title="which of the two does it apply to")
def where_of_which(span: Span, outer: Span, inner: Span) -> Wording:
    """A `where` comes after `through`, so it could apply to two sets.

    It could apply to what is reached, or to what lies on the way there. Give one of the two a name of its own, or use
    `sharing` to say what the places on the way have in common with the starting place.

    Wrong:

    ```rules
    a Plot is a space on a square grid of 5 by 5 with a Colour
    a Plot's Reach is the number of Plots connected to it by Side through Plots where its Colour is Red
    ```

    Right:

    ```rules
    a Plot is a space on a square grid of 5 by 5 with a Colour
    a Plot's Reach is the number of Plots connected to it by Side through Plots sharing its Colour
    ```
    """
    return say(
        f"This `where` could apply to {quoted(outer.text)}, or to {quoted(inner.text)} after `through`.",
        at(span, "to which of the two?"),
        Help("For what lies on the way: write `through ... sharing its ...`, or define a word for it."),
        Help("For what is reached: put the condition first, `... where ... and it is connected to ...`."),
    )


@diagnostic("RL0256", title="nothing to share")
def shares_nothing(span: Span) -> Wording:
    """After `sharing` comes a thing, not something that a thing has.

    `sharing its Colour` keeps to places of the same Colour. Say what is shared: `its Colour`, `the Plot's Colour`.

    Wrong:

    ```rules
    a Plot is a space on a square grid of 5 by 5 with a Colour
    a Plot's Reach is the number of Plots connected to it by Side through Plots sharing it
    ```

    Right:

    ```rules
    a Plot is a space on a square grid of 5 by 5 with a Colour
    a Plot's Reach is the number of Plots connected to it by Side through Plots sharing its Colour
    ```
    """
    return say(
        f"{quoted(span.text)} does not say what should be the same.",
        at(span, "which part of it?"),
        Help("Name something that both have: `sharing its ...`."),
    )
