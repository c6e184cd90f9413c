"""RL10xx: words and signs that authors bring along from elsewhere, and what the language says."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Fix, Safety
from rulelang.diagnostics.wording import Help, Wording, at, joined, listed, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL1001", title="the language has another word for this")
def other_word(span: Span, meant: Sequence[str], advice: str | None = None, fix: Safety | None = None) -> Wording:
    """The language uses another word for this.

    There is one word for each thing, so that all rulebooks read alike and every reader knows what is meant.

    Wrong:

    ```rules
    to Claim Square:
        select an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    return say(
        f"The language does not use {quoted(span.text)} here.",
        at(span, "another word is needed here"),
        Help(advice or f"Write {listed(meant)}."),
        write_instead(f"write {quoted(meant[0])}", span, meant[0], safety=fix) if fix else None,
    )


@diagnostic("RL1002", title="a number in words")
def number_in_words(span: Span, number: int) -> Wording:
    """A number is written as a word.

    Numbers are written in digits, so that they can be found at a glance.

    Wrong:

    ```rules
    to Rest:
        gain two Coins
    ```

    Right:

    ```rules
    to Rest:
        gain 2 Coins
    ```
    """
    return say(
        "Numbers are written in digits.",
        at(span, "a number in words"),
        write_instead(f"write {quoted(str(number))}", span, str(number), safety="safe"),
    )


@diagnostic("RL1003", title="a sign the language does not have")
def unknown_sign(span: Span, meant: Sequence[str], fix: Safety | None = None, advice: str | None = None) -> Wording:
    """The language does not use this sign.

    Rules are written in words. The only signs are comma, colon, apostrophe, quotes, brackets and the bars of tables.

    Wrong:

    ```rules
    to Rest:
        only if your Coins < 3
        gain 2 Coins
    ```

    Right:

    ```rules
    to Rest:
        only if your Coins are less than 3
        gain 2 Coins
    ```
    """
    return say(
        f"{quoted(span.text)} is not a sign of the language.",
        at(span, "cannot stand here"),
        Help(advice or (f"Write {listed(meant)}." if meant else "Take it out.")),
        _instead(span, meant, fix) if fix else None,
    )


def _instead(span: Span, meant: Sequence[str], safety: Safety) -> Fix:
    if not meant:
        return write_instead("take it out", span, "", safety)
    # Words need a space on either side, where it cannot be ended yet; signs need none.
    text, whole = meant[0], span.source.text
    if text[0].isalpha():
        before = "" if whole[span.start - 1 : span.start].isspace() else " "
        after = "" if whole[span.end : span.end + 1].isspace() else " "
        text = f"{before}{text}{after}"
    return write_instead(f"write {quoted(meant[0])}", span, text, safety)


@diagnostic("RL1004", title="a word of the language with a capital")
def word_with_capital(span: Span, word: str, certain: bool) -> Wording:
    """A word of the language is written with a capital.

    Words with a capital are names of yours. Words of the language are written in lower case, even where a sentence
    begins.

    Wrong:

    ```rules
    to Claim Square:
        Choose an empty Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose an empty Square
    ```
    """
    return say(
        f"{quoted(span.text)} has a capital, so it is read as a name of yours.",
        at(span, "read as a name"),
        Help(f"Write {quoted(word)}."),
        write_instead(f"write {quoted(word)}", span, word, safety="safe" if certain else "unsafe"),
    )


@diagnostic("RL1005", title="a word is missing")
def missing_word(following: Span, words: Sequence[str], fix: str | None = None) -> Wording:
    """A sentence lacks a word.

    Small words such as `to`, `from` and `of` say what belongs to what. Every sentence needs them.

    Wrong:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag the Market
    ```

    Right:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag to the Market
    ```
    """
    found = following.text.strip()
    place = f"before {quoted(found)}" if found else "at the end of this line"
    return say(
        f"Something is missing {place}.",
        at(following, "something is missing before this" if found else "something is missing here"),
        Help(f"Perhaps {joined(words)} is missing."),
        write_instead(f"write {quoted(fix)}", following.before, f"{fix} " if found else f" {fix}") if fix else None,
    )


@diagnostic("RL1006", title="a word too many")
def needless_word(span: Span) -> Wording:
    """A word stands in a sentence that is complete without it.

    Every form of a sentence is fixed, and it has no room for words of mere politeness or emphasis.

    Wrong:

    ```rules
    to Restock:
        draw 3 Tiles from the the Bag to the Market
    ```

    Right:

    ```rules
    to Restock:
        draw 3 Tiles from the Bag to the Market
    ```
    """
    return say(
        f"{quoted(span.text)} is one word too many here.",
        at(span, "cannot stand here"),
        Help("Take it out."),
        write_instead(f"take out {quoted(span.text)}", _with_space(span), ""),
    )


def _with_space(span: Span) -> Span:
    """With the blank behind it, unless what stands around it would grow together: `30, starting`."""
    text = span.source.text
    stands_alone = text[span.end : span.end + 1] == " " and (span.start == 0 or text[span.start - 1].isspace())
    return span.source.span(span.start, span.end + stands_alone)


@diagnostic("RL1007", title="a text needs quotes")
def quotes_needed(span: Span) -> Wording:
    """A title, a file or a text for the reader is written without quotes.

    Quotes show where a text begins and ends. Any words may stand between them.

    Wrong:

    ```rules
    rulebook Harbour for 2 players
    ```

    Right:

    ```rules
    rulebook "Harbour" for 2 players
    ```
    """
    return say(
        "A text in quotes is needed here.",
        at(span, "without quotes"),
        Help(f"Write {quoted(chr(34) + span.text + chr(34))}."),
        write_instead("put it in quotes", span, f'"{span.text}"'),
    )


@diagnostic("RL1008", title="a range with a hyphen")
def hyphen(span: Span, number: str, between: str | None) -> Wording:
    """There is a hyphen between two numbers.

    A hyphen could mean a range or a subtraction. Write `to` for a range and `minus` for a subtraction.

    Wrong:

    ```rules
    rulebook "Harbour" for 2-4 players
    ```

    Right:

    ```rules
    rulebook "Harbour" for 2 to 4 players
    ```
    """
    return say(
        "A hyphen cannot stand between two numbers.",
        at(span, "a hyphen"),
        Help(
            f"Write {quoted(f'{between} {number}')}." if between else f"Write for example {quoted(f'up to {number}')}."
        ),
        write_instead(f"write {quoted(between)}", span, f" {between} {number}", safety="safe") if between else None,
    )


@diagnostic("RL1009", title="a remark begins with `note:`")
def remark_sign(span: Span) -> Wording:
    """A remark begins with a sign from programming.

    Remarks for readers begin with `note:`. They may have a line of their own or come at the end of a line.

    Wrong:

    ```rules
    to Rest:
        gain 2 Coins // stand-in
    ```

    Right:

    ```rules
    to Rest:
        gain 2 Coins note: stand-in
    ```
    """
    sign = span.text[: len(span.text) - len(span.text.lstrip("#/-"))]
    return say(
        "A remark begins with `note:`.",
        at(span, "a remark?"),
        Help(f"Write `note:` instead of {quoted(sign)}."),
        write_instead("write `note:`", span.source.span(span.start, span.start + len(sign)), "note:", safety="safe"),
    )
