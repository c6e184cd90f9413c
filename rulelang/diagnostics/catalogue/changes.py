"""RL02xx, continued: what `becomes` cannot do."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, joined, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0233", title="cannot become anything")
def cannot_become(span: Span, name: str, turned: str | None = None) -> Wording:
    """Something that cannot be changed is changed.

    Counters, marks, dice and what the rulebook remembers change; what is printed or defined does not.

    Wrong:

    ```rules
    the Tile's Price becomes 3
    ```

    Right:

    ```rules
    the Month becomes 3
    ```
    """
    return say(
        f"{quoted(name)} cannot be changed by `becomes`.",
        at(span, "does not change"),
        Help(f"What changes comes first: write {quoted(turned)}.")
        if turned
        else Help("Only counters, marks, dice and what the rulebook remembers change; move a piece with `move`."),
    )


@diagnostic("RL0246", title="not a mark")
def not_a_mark(span: Span, name: str, known: Sequence[str]) -> Wording:
    """A player becomes something that no player can be.

    A mark is introduced with `each player may be ...`; then it is given with `you become Ready` and taken away with
    `you become not Ready`.

    Wrong:

    ```rules
    each player may be Ready
    to Rest: you become Redy
    ```

    Right:

    ```rules
    each player may be Ready
    to Rest: you become Ready
    ```
    """
    meant = closest(name, known)
    return say(
        f"A player cannot be {quoted(name)}.",
        at(span, "not something a player may become"),
        Help(f"A player may be {joined([quoted(word) for word in known])}.")
        if known
        else Help(f"Introduce it: `each player may be {name}`."),
        write_instead("use the mark that exists", span, meant) if meant else None,
    )


@diagnostic("RL0234", title="cannot become that")
def cannot_become_that(span: Span, wanted: str, given: str) -> Wording:
    """Something is set to what it can never be.

    What holds a player cannot hold a card.

    Wrong:

    ```rules
    choose a Card from your Hand
    the Leader becomes the Card
    ```

    Right:

    ```rules
    the Leader becomes you
    ```
    """
    return say(f"It holds {wanted}, but this is {given}.", at(span, "does not fit"), Help(f"Give it {wanted}."))
