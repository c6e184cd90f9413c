"""RL01xx: words that cannot stand where they stand, and the layout of lines, blocks and tables."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import (
    Help,
    Note,
    Wording,
    at,
    because,
    counted,
    joined,
    listed,
    quoted,
    say,
    write_instead,
)
from rulelang.source import Span

_MOST_LISTED = 5


@diagnostic("RL0100", title="something else is needed here")
def unexpected(span: Span, choices: Sequence[str]) -> Wording:
    """A sentence continues in a way that no sentence of the language does.

    The language has a fixed list of sentence forms. Where a form has said `from`, for example, only the name of a place
    can follow. The message lists what may come next.

    Wrong:

    ```rules
    to Restock:
        draw 3 Tiles from to the Market
    ```

    Right:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag to the Market
    ```
    """
    nexts = list(choices)
    help_text = f"These may come next: {joined(nexts)}." if nexts else "Nothing more may stand on this line."
    if len(nexts) > _MOST_LISTED:
        help_text = f"For example {joined(nexts[:_MOST_LISTED])} may come next."
    if len(nexts) == 1:
        help_text = f"Only {nexts[0]} may come next."
    found = span.text.strip()
    if not found:
        return say("The line ends before its sentence is complete.", at(span, "more is needed here"), Help(help_text))
    return say(f"I did not expect {quoted(found)} here.", at(span, "cannot stand here"), Help(help_text))


@diagnostic("RL0101", title="unknown word")
def unknown_word(span: Span, meant: str | None, certain: bool = False) -> Wording:
    """A word in lower case is not a word of the language.

    Words in lower case belong to the language, words with a capital are yours. So a lower-case word that the language
    does not have is either misspelt or a name of yours without its capital.

    Wrong:

    ```rules
    to Claim Square:
        chose an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    unknown = span.text.split()
    word, capital = " ".join(unknown), " ".join(one[:1].upper() + one[1:] for one in unknown)
    if meant is None:
        one = len(unknown) == 1
        words, they, capitals = ("word", "it is", "a capital") if one else ("words", "they are", "capitals")
        return say(
            f"I do not know the {words} {quoted(word)}.",
            at(span, f"not {'a word' if one else words} of the language"),
            Help("A name of yours begins with a letter.")
            if capital == word
            else Help(f"If {they} a name of yours, write it with {capitals}: {quoted(capital)}."),
            write_instead("write it as a name", span, capital) if capital != word else None,
        )
    return say(
        f"I do not know the word {quoted(word)}. Did you mean {quoted(meant)}?",
        at(span, "not a word of the language"),
        write_instead(f"write {quoted(meant)}", span, meant, safety="safe" if certain else "unsafe"),
    )


@diagnostic("RL0102", title="a colon is missing")
def missing_colon(opener: Span, block: Span | None = None) -> Wording:
    """A line opens a block, but it does not end in a colon.

    A colon at the end of a line says that the deeper lines below it belong to it. Without the colon a deeper line
    continues the sentence above it.

    Wrong:

    ```rules
    to Claim Square
        choose an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    below = block is not None and block.line > opener.line
    return say(
        "A colon is missing at the end of this line." if below or block is None else "A colon is missing here.",
        at(opener.after, "write `:` here"),
        because(
            block,
            "this should belong to what comes before" if not below else "this line should belong to the one above",
        )
        if block
        else None,
        write_instead("write the colon", opener.after, ":", safety="safe"),
    )


@diagnostic("RL0103", title="wrong indentation")
def wrong_indentation(line: Span, depths: Sequence[int], opener: Span | None = None) -> Wording:
    """A line does not start where the lines of its block start.

    All lines of a block start in the same column. A line that starts between two blocks could belong to either.

    Wrong:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag to the Market
      shuffle the Bag
    ```

    Right:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag to the Market
        shuffle the Bag
    ```
    """
    found = line.column - 1
    allowed = sorted(set(depths))
    indentation = line.source.span(line.start - found, line.start)
    return say(
        f"This line starts after {counted(found, 'space')}, where no block starts.",
        at(line, "starts in no block"),
        because(opener, "the nearest block starts here") if opener else None,
        Help(f"Start it after {joined([str(depth) for depth in allowed])} spaces."),
        *(
            write_instead(f"start the line after {counted(depth, 'space')}", indentation, " " * depth)
            for depth in allowed
        ),
    )


@diagnostic("RL0105", title="a row does not fit its table")
def row_length(row: Span, cells: int, header: Span, columns: Sequence[str]) -> Wording:
    """A row of a table has more or fewer cells than the table has columns.

    Every cell belongs to the column whose name stands above it. A cell may be empty, but its bars must be there.

    Wrong:

    ```rules
    there are 5 Cards:
        | Title | Rank | Copies |
        | Guard | 5    |
    ```

    Right:

    ```rules
    there are 5 Cards:
        | Title | Rank | Copies |
        | Guard | 1    | 5      |
    ```
    """
    if cells < len(columns):
        help_text = f"Add a cell for {listed(columns[cells:], 'and')}. Leave it empty if there is nothing to say."
    else:
        help_text = f"Take out {counted(cells - len(columns), 'cell')}, or name one more column in the first row."
    return say(
        f"This row has {counted(cells, 'cell')}, but the table has {counted(len(columns), 'column')}.",
        at(row, counted(cells, "cell")),
        because(header, counted(len(columns), "column")),
        Help(help_text),
    )


@diagnostic("RL0106", title="a name needs capitals")
def name_without_capitals(span: Span, language_word: bool) -> Wording:
    """A name is written in lower case.

    Every word of a name is written with a capital: `Dice Pool`. Words in lower case belong to the language. So a name
    can never clash with a word of the language, and every misspelt word can be found.

    Wrong:

    ```rules
    the pool is an open area of Dice
    ```

    Right:

    ```rules
    the Pool is an open area of Dice
    ```
    """
    name = span.text
    capitals = " ".join(word[:1].upper() + word[1:] for word in name.split())
    return say(
        f"{quoted(name)} cannot be a name, because it is written in lower case.",
        at(span, "a name is needed here"),
        Note(f"{quoted(name)} is a word of the language.") if language_word else None,
        Help(f"Write it with capitals: {quoted(capitals)}."),
        write_instead("write the name with capitals", span, capitals),
    )


@diagnostic("RL0108", title="the first line is missing")
def missing_heading(first: Span) -> Wording:
    """A file does not begin with the line that says what it is.

    The first line names the game and says how many can play it. A file of parts for several games begins with
    `library` and a name instead.

    Wrong:

    ```rules
    # Components
    ```

    Right:

    ```rules
    rulebook "Harbour" for 2 to 4 players

    # Components
    ```
    """
    empty = not first.source.text.strip()
    return say(
        "This file is empty." if empty else "The first line does not say which rulebook this is.",
        at(first, "" if empty else "the rulebook should be named above this"),
        Help('Begin the file with a line such as `rulebook "Name of the Game" for 2 to 4 players`.'),
        Note('A file of parts for several games begins with `library "Name"`.'),
    )


@diagnostic("RL0115", title="not a rulebook")
def no_rulebook(first: Span) -> Wording:
    """Nothing in a file reads like a rulebook: no first line names one, and hardly any line is a sentence.

    This is reported once, not line by line. Perhaps you meant another file.

    Wrong:

    ```rules
    Dear all,
    we meet on Friday evening at eight.
    Bring something to eat, and a friend!
    Yours sincerely, the club
    ```

    Right:

    ```rules
    rulebook "Friday" for 2 to 4 players

    each player has Snacks from 0 to 9
    play: each player: gain 1 Snack
    ```
    """
    return say(
        "This file is not a rulebook.",
        at(first, "the rulebook should be named here"),
        Help('A rulebook begins with a line such as `rulebook "Name of the Game" for 2 to 4 players`.'),
    )


@diagnostic("RL0111", title="nothing below the colon")
def empty_block(colon: Span) -> Wording:
    """A line ends in a colon, but no deeper line follows.

    The lines that belong to a line with a colon come below it and start further to the right.

    Wrong:

    ```rules
    to Claim Square:
    choose an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    return say(
        "There is nothing below this colon.",
        at(colon, "a deeper line should follow"),
        Help("Start the lines that belong here 4 spaces further to the right."),
    )
