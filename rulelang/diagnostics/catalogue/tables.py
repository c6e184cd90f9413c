"""Tables of pieces: their columns and what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, joined, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0708", title="unknown column")
def unknown_column(
    span: Span, name: str, noun: str, known: Sequence[str], *, first: bool = False, feature: str = ""
) -> Wording:
    """A table has a column that its pieces or spaces do not have.

    The columns of a table are the attributes in the sentence above it, in any order.

    Wrong:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price | Cost |
        | Silk | 3     | 2    |
    ```

    Right:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | 3     |
    ```
    """
    meant = closest(name, ("Title", noun, *known) if first else known)
    return say(
        f"A {noun} has no {quoted(name)}.",
        at(span, "this column"),
        Help(f"The first line of a table says what stands below it: `| Title |` or `| {noun} |` for the names.")
        if first
        else None,
        Help(f"Its attributes are {joined([quoted(word) for word in known])}.") if known else None,
        Help(f"Introduce it together with the {noun}: `a {noun} is ... with {feature}`.")
        if meant is None and name.isalpha() and not first
        else None,
        write_instead("use the attribute that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0727", title="values that cannot be listed")
def no_values(span: Span, name: str, noun: str, known: Sequence[str]) -> Wording:
    """A list goes through the values of something that is not an attribute of the piece, or has no fixed values.

    `each Suit with each Rank` stands for one piece of every combination. This works for a kind, and for a number from
    one bound to another; marks, bundles and spaces need a table.

    Wrong:

    ```rules
    a Suit is one of Oak, Reed
    a Card is a card with a Suit, a Rank from 1 to 4
    there are 8 Cards: each Colour with each Rank
    ```

    Right:

    ```rules
    a Suit is one of Oak, Reed
    a Card is a card with a Suit, a Rank from 1 to 4
    there are 8 Cards: each Suit with each Rank
    ```
    """
    meant = closest(name, known)
    return say(
        f"A {noun} has no {quoted(name)} whose values could be listed.",
        at(span, "each of what?"),
        Help(f"It has {joined([quoted(word) for word in known])}.")
        if known
        else Help("Kinds and numbers can be counted through; list the others in a table below `there are 8 Cards:`."),
        write_instead("use the attribute that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0709", title="missing column")
def missing_column(span: Span, name: str, noun: str) -> Wording:
    """A table leaves out an attribute.

    Every piece or space in the table needs a value for every attribute that is not a mark.

    Wrong:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile |
        | Silk |
    ```

    Right:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | 3     |
    ```
    """
    return say(
        f"The table says nothing about {quoted(name)}.",
        at(span, "the columns"),
        Help(f"Add a column {quoted(name)}, or remove it where the {noun} is introduced."),
    )


@diagnostic("RL0711", title="cell is not a number")
def cell_not_a_number(span: Span, column: str) -> Wording:
    """A cell under a number column holds something else.

    The attribute is a number within bounds, so each cell of its column is one number.

    Wrong:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | Dear  |
    ```

    Right:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | 3     |
    ```
    """
    return say(f"{quoted(column)} is a number.", at(span, "not a number"), Help("Write one number here."))


@diagnostic("RL0712", title="number out of bounds")
def cell_out_of_range(span: Span, column: str, value: int, low: int, high: int) -> Wording:
    """A number in a table lies outside the bounds of its attribute.

    Bounds are there to catch typing mistakes.

    Wrong:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | 33    |
    ```

    Right:

    ```rules
    a Tile is a tile with a Price from 1 to 5
    there are 1 Tiles:
        | Tile | Price |
        | Silk | 3     |
    ```
    """
    return say(
        f"{quoted(column)} goes from {low} to {high}, but this is {value}.",
        at(span, "out of bounds"),
        Help("Correct the number, or widen the bounds."),
    )


@diagnostic("RL0713", title="not one of its kind")
def cell_not_a_member(span: Span, name: str, kind: str, known: Sequence[str]) -> Wording:
    """A cell names something that its column cannot hold.

    The column holds members of one kind; this name is not among them.

    Wrong:

    ```rules
    a Colour is one of Red, Blue
    a Tile is a tile with a Colour
    there are 1 Tiles:
        | Tile | Colour |
        | Silk | Rde    |
    ```

    Right:

    ```rules
    a Colour is one of Red, Blue
    a Tile is a tile with a Colour
    there are 1 Tiles:
        | Tile | Colour |
        | Silk | Red    |
    ```
    """
    meant = closest(name, known)
    return say(
        f"{quoted(name)} is not a {kind}.",
        at(span, "this name"),
        Help(f"Did you mean {quoted(meant)}?") if meant else None,
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0751", title="not a spot")
def no_spot(span: Span) -> Wording:
    """Something else than two numbers says where a picture has a place.

    A spot is two numbers: how far to the right, and how far down.

    Wrong:

    ```rules
    picture 1000 by 600:
        | Place | at  |
        | Bag   | 500 |
    ```

    Right:

    ```rules
    picture 1000 by 600:
        | Place | at     |
        | Bag   | 500 80 |
    ```
    """
    return say(
        "This does not say where it is.",
        at(span, "two numbers are needed"),
        Help("Write how far to the right it is, and how far down: `500 80`."),
    )


@diagnostic("RL0752", severity=Severity.WARNING, title="beside the picture")
def beside_the_picture(span: Span, width: int, height: int) -> Wording:
    """A place lies outside the picture.

    Nobody would see it there. The numbers behind `picture` say how large it is.

    Wrong:

    ```rules
    picture 1000 by 600:
        | Place | at      |
        | Bag   | 1500 80 |
    ```

    Right:

    ```rules
    picture 1000 by 600:
        | Place | at     |
        | Bag   | 500 80 |
    ```
    """
    return say(
        f"This lies outside the picture, which is {width} by {height}.",
        at(span, "not in the picture"),
        Help("Move it, or make the picture larger."),
    )
