"""RL01xx: quotes, brackets and bars that are not closed, tabs, and signs that cannot be seen or read."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Edit, Fix
from rulelang.diagnostics.wording import (
    Help,
    Note,
    Wording,
    at,
    counted,
    say,
    write_instead,
)
from rulelang.source import Span


@diagnostic("RL0104", title="a quote is not closed")
def open_quote(quote: Span) -> Wording:
    """A text in quotes has no closing quote on its line.

    A text in quotes begins and ends on one line. Without the second quote the rest of the line would be part of it.

    Wrong:

    ```rules
    rulebook "Harbour for 2 players
    ```

    Right:

    ```rules
    rulebook "Harbour" for 2 players
    ```
    """
    return say(
        "This quote is not closed.",
        at(quote, "opened here"),
        Help('Write `"` after the last word of the text, on the same line.'),
    )


@diagnostic("RL0107", title="a tab at the start of a line")
def tab_in_indentation(tabs: Span, elsewhere: Sequence[Span] = ()) -> Wording:
    """A line starts with a tab.

    Editors show tabs in different widths, so nobody could see which lines form a block. Lines start with spaces.
    In the example `<tab>` stands for the tab.

    Wrong:

    ```rules
    to Claim Square:
    <tab>choose an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    edits = tuple(Edit(place, place.text.replace("\t", "    ")) for place in (tabs, *elsewhere))
    return say(
        "This line starts with a tab.",
        at(tabs, "a tab"),
        Note(f"So do {counted(len(elsewhere), 'more line')} below.") if elsewhere else None,
        Help("Start lines with spaces, 4 for each step."),
        Fix("write 4 spaces for each tab", edits, "safe"),
    )


@diagnostic("RL0109", title="a citation is not closed")
def open_citation(bracket: Span) -> Wording:
    """The bracket of a citation has no partner on its line.

    A citation is written in brackets and names the language and the words of the printed rulebook: `[de "Spielende"]`.
    It begins and ends on one line.

    Wrong:

    ```rules
    # Components [de "Spielmaterial"
    ```

    Right:

    ```rules
    # Components [de "Spielmaterial"]
    ```
    """
    line_end = bracket.source.line_span(bracket.line).after
    return say(
        "The bracket of this citation is not closed.",
        at(bracket, "opened here"),
        Help("Write `]` after the quoted text, on the same line."),
        write_instead("close the bracket at the end of the line", line_end, "]"),
    )


@diagnostic("RL0110", title="the file is not UTF-8")
def damaged_text(damaged: Span) -> Wording:
    """A file holds bytes that are not text in UTF-8.

    Rulebooks are saved as UTF-8, the usual way to save text in any language. Saved in other ways, a file shows
    different letters on different computers. This happens to letters such as `é` or `ü` when an old program has saved
    the file.

    Wrong:

    ```rules
    the Caf<damaged> is an open area of Cards
    ```

    Right:

    ```rules
    the Café is an open area of Cards
    ```
    """
    return say(
        "I cannot read this letter, because the file is not saved as UTF-8.",
        at(damaged, "damaged here"),
        Help("Save the file as UTF-8 in your editor, then write the letter again."),
    )


@diagnostic("RL0112", title="a row does not end in a bar")
def open_row(row: Span) -> Wording:
    """The last cell of a row is not closed.

    A row of a table begins and ends with a bar, and there is a bar between two cells.

    Wrong:

    ```rules
    there are 5 Cards:
        | Title | Copies |
        | Guard | 5
    ```

    Right:

    ```rules
    there are 5 Cards:
        | Title | Copies |
        | Guard | 5      |
    ```
    """
    return say(
        "This row does not end in a bar.",
        at(row.after, "write `|` here"),
        write_instead("close the row with a bar", row.after, " |", safety="safe"),
    )


@diagnostic("RL0113", title="a bracket is not closed")
def open_bracket(bracket: Span) -> Wording:
    """A round bracket has no partner.

    Round brackets hold a condition or a sum together. Every bracket that is opened has to be closed in the same
    sentence.

    Wrong:

    ```rules
    a Field is Open if (it is empty or it is Wild and the Bag is empty
    ```

    Right:

    ```rules
    a Field is Open if (it is empty or it is Wild) and the Bag is empty
    ```
    """
    return say(
        "This bracket is not closed.",
        at(bracket, "opened here"),
        Help("Write `)` at the end of the part that belongs together."),
    )


@diagnostic("RL0114", title="an invisible character")
def unseen_sign(sign: Span) -> Wording:
    """A text or a remark contains a character that is not shown.

    Such characters often come with text copied from elsewhere. Some change what a screen shows, so that others would
    read something other than what is written.

    Wrong:

    ```rules
    note: copied\x0bfrom a web page
    the Bag is a bag
    ```

    Right:

    ```rules
    note: copied from a web page
    the Bag is a bag
    ```
    """
    return say(
        "There is an invisible character here.",
        at(sign, "cannot be shown"),
        Help("Take it out: delete the words around it and write them again."),
        write_instead("take it out", sign, ""),
    )
