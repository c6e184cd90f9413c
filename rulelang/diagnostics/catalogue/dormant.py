"""What is kept, asked for or drawn from, and stays as it was at the beginning; and what is never mentioned."""

from __future__ import annotations

from typing import Literal

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, quoted, say
from rulelang.source import Span

_FIRST_VALUES = {
    "number": "it keeps its first value",
    "mark": "nobody and nothing ever has it",
    "named": "it is always nothing",
}
_SENTENCES = {
    "number": "`gain 2 {0}` or `the {0} becomes ...`",
    "mark": "`... becomes {0}`",
    "named": "`the {0} becomes ...`",
}


@diagnostic("RL0731", severity=Severity.WARNING, title="never changes")
def never_changes(
    span: Span, name: str, sort: Literal["number", "mark", "named"], in_vain: Span | None = None
) -> Wording:
    """A number, a mark or a name such as `the Starter` is used, but no sentence ever changes it.

    So it always has the same value. Probably the sentence that counts it up, gives it or sets it is missing, or changes
    something else with nearly the same name. Or that sentence can never be obeyed: what is paid has to be gained first,
    and who becomes something only `if` they are it never becomes it. What an example sets with `given` does not count.

    Wrong:

    ```rules
    the Night is a track from 0 to 9
    as soon as the Night is 6: nobody wins
    ```

    Right:

    ```rules
    the Night is a track from 0 to 9
    at the end of each round: the Night becomes the Night plus 1
    as soon as the Night is 6: nobody wins
    ```
    """
    return say(
        f"{quoted(name)} is used, but no sentence {'ever ' if in_vain else ''}changes it: {_FIRST_VALUES[sort]}.",
        at(span, "stays as it was at the beginning"),
        because(in_vain, "never happens, or leaves it as it is") if in_vain is not None else None,
        Help(f"Write the sentence that changes it, such as {_SENTENCES[sort].format(name)}."),
        Help("If it never changes, say so with a definition: `the Limit is 6`.") if sort == "number" else None,
    )


@diagnostic("RL0732", severity=Severity.WARNING, title="nothing ever goes there")
def nothing_comes(span: Span, name: str) -> Wording:
    """Sentences mention a place that nothing is ever put into.

    All pieces begin in the Box. A place that no sentence moves anything to stays empty, and whatever looks for pieces
    in it, or draws from it, finds nothing.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup: each player: draw 3 Cards from the Deck to your Hand if possible
    ```

    Right:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        shuffle the Deck
        each player: draw 3 Cards from the Deck to your Hand
    ```
    """
    return say(
        f"No sentence puts anything into {quoted(name)}: it is always empty.",
        at(span, "nothing ever goes here"),
        Help("Write the sentence that fills it, such as `move all Cards from the Box to the Deck`."),
    )


@diagnostic("RL0733", severity=Severity.WARNING, title="never shuffled")
def never_shuffled(span: Span, name: str) -> Wording:
    """Pieces go from the Box into a face-down pile and are drawn from it, but nothing shuffles it.

    A pile is not mixed unless a sentence says so: its pieces lie in the order of their table, and anybody who knows the
    table knows what is drawn next.

    Wrong:

    ```rules
    a Card is a card with a Rank from 1 to 9
    there are 2 Cards:
        | Rank |
        | 1    |
        | 2    |
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        draw 1 Card from the Deck to Ann's Hand
    ```

    Right:

    ```rules
    a Card is a card with a Rank from 1 to 9
    there are 2 Cards:
        | Rank |
        | 1    |
        | 2    |
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        shuffle the Deck
        draw 1 Card from the Deck to Ann's Hand
    ```
    """
    return say(
        f"{quoted(name)} is filled in the order of the table, but never shuffled.",
        at(span, "lies in a known order from here on"),
        Help(f"Write `shuffle the {name}` below, if nobody should know what is drawn."),
    )


@diagnostic("RL0734", severity=Severity.WARNING, title="only set up")
def only_set_up(span: Span, name: str) -> Wording:
    """The setup puts pieces somewhere, but no sentence mentions them or that place again.

    They lie on the table and make no difference. Perhaps the sentence that moves them on, or looks at them, is missing.

    Wrong:

    ```rules
    a Flag is a token
    there are 3 Flags
    the Mast is an open area of Flags
    setup: move 3 Flags from the Box to the Mast
    ```

    Right:

    ```rules
    a Flag is a token
    there are 3 Flags
    the Mast is an open area of Flags
    setup: move 3 Flags from the Box to the Mast
    at the end of each round: move 1 Flag from the Mast to the Box if possible
    as soon as the Mast is empty: nobody wins
    ```
    """
    return say(
        f"{quoted(name)} is put somewhere in the setup, but no sentence mentions it again.",
        at(span, "makes no difference"),
        Help("Write the rule that uses it, or take it out here and in the setup."),
    )


@diagnostic("RL0717", severity=Severity.WARNING, title="never mentioned")
def never_named(span: Span, name: str) -> Wording:
    """A sort of piece, a kind or a place is introduced, but no sentence of the rulebook mentions it.

    What no sentence mentions plays no part in the game. Perhaps a rule is missing, or a name was changed in one place
    only.

    Wrong:

    ```rules
    the Deck is a face-down pile of Cards
    the Discard is a face-up pile of Cards
    setup: shuffle the Deck
    ```

    Right:

    ```rules
    the Deck is a face-down pile of Cards
    the Discard is a face-up pile of Cards
    setup:
        shuffle the Deck
        draw 1 Card from the Deck to the Discard
    ```
    """
    return say(
        f"No sentence of this rulebook mentions {quoted(name)}.",
        at(span, "introduced and never used"),
        Help("Write the rule that uses it, or take this line out."),
    )
