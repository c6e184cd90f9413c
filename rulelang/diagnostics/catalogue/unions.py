"""Several sorts of pieces, or of spaces, under one name."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Wording, at, quoted, say
from rulelang.source import Span


@diagnostic("RL0705", title="not pieces or spaces")
def not_a_class(span: Span, name: str) -> Wording:
    """Only pieces or spaces can be put together under one name.

    `either ... or` gives a common name to pieces, or to spaces, that are introduced elsewhere.

    Wrong:

    ```rules
    a Stop is either a Town or a Colour
    ```

    Right:

    ```rules
    a Stop is either a Town or a Station
    ```
    """
    return say(
        f"{quoted(name)} is not a sort of piece or space.",
        at(span, "this name"),
        Help("Name pieces or spaces that the rulebook introduces."),
    )


@diagnostic("RL0749", title="joins what cannot be one")
def joins_what_cannot_be_one(span: Span, name: str, space: str = "") -> Wording:
    """A name joins pieces with spaces, or is one of those that it joins.

    Pieces are moved, and spaces are where they lie, so no sentence could mean both. And what a name stands for must be
    said by other names.

    Wrong:

    ```rules
    a Stop is either a Town or a Cube
    ```

    Right:

    ```rules
    a Stop is either a Town or a Station
    ```
    """
    return say(
        f"{quoted(name)} is a sort of piece, and {quoted(space)} a sort of space: no name stands for both."
        if space
        else f"{quoted(name)} cannot be one of those that it joins itself.",
        at(span, "cannot be joined here"),
        Help("Give the pieces one name, and the spaces another." if space else "Name only what has a line of its own."),
    )
