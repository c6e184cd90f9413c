"""RL10xx: things that every author may try to say, and how the language says them."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Note, Wording, at, listed, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL1001", title="the language has another word for this")
def other_word(span: Span, meant: Sequence[str], certain: bool = False) -> Wording:
    """A word stands here for which the language uses another one.

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
        f"Here the language does not say {quoted(span.text)}.",
        at(span, "another word is needed here"),
        Help(f"Write {listed(meant)}."),
        write_instead(f"write {quoted(meant[0])}", span, meant[0], safety="safe" if certain else "unsafe")
        if len(meant) == 1
        else None,
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
def unknown_sign(span: Span, meant: Sequence[str], advice: str | None = None) -> Wording:
    """A sign stands here that the language does not use.

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
        at(span, "use words here"),
        Help(advice) if advice else Help(f"Write {listed(meant)}.") if meant else Help("Take it out."),
        write_instead(f"write {quoted(meant[0])}", span, meant[0]) if meant and not advice else None,
    )


@diagnostic("RL1004", title="a word of the language with a capital")
def word_with_capital(span: Span, word: str, certain: bool = False) -> Wording:
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
    """Something is missing in a sentence.

    Small words such as `to`, `from` and `of` say what belongs to what. No sentence can do without them.

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
    missing = words[0] if len(words) == 1 else f"one of {', '.join(words)}"
    return say(
        f"Something is missing {place}.",
        at(following, "something is missing before this" if found else "something is missing here"),
        Help(f"Perhaps {missing} is missing."),
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
        f"{quoted(span.text)} is too much here.",
        at(span, "cannot stand here"),
        Help("Take it out."),
        write_instead(f"take out {quoted(span.text)}", span, ""),
    )


@diagnostic("RL1007", title="two sentences need `, then`")
def joined_sentences(span: Span, gap: Span) -> Wording:
    """Two sentences on one line are not joined by a comma and `then`.

    What happens first and what happens next has to be clear. So two sentences on one line are joined by `, then`.
    Each may as well have a line of its own.

    Wrong:

    ```rules
    to Trade:
        pay 2 Coins and gain 1 Wood
    ```

    Right:

    ```rules
    to Trade:
        pay 2 Coins, then gain 1 Wood
    ```
    """
    return say(
        f"{quoted(span.text)} cannot join two sentences.",
        at(span, "write `, then`"),
        Help("Write `, then` between them, or give each a line of its own."),
        write_instead("write `, then`", gap, ", then", safety="safe"),
    )


@diagnostic("RL1008", title="a colon stands after a condition")
def colon_after_condition(span: Span, gap: Span) -> Wording:
    """What happens under a condition does not follow after a colon.

    The colon shows where the condition ends, and that what follows depends on it.

    Wrong:

    ```rules
    to Rest:
        if the Bag is empty, then gain 2 Coins
    ```

    Right:

    ```rules
    to Rest:
        if the Bag is empty: gain 2 Coins
    ```
    """
    return say(
        "After a condition stands a colon.",
        at(span, "write `:`"),
        write_instead("write a colon", gap, ":", safety="safe"),
    )


@diagnostic("RL1009", title="a text needs quotes")
def quotes_needed(span: Span) -> Wording:
    """A title, a file or a text for the reader stands without quotes.

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
        "A text in quotes should stand here.",
        at(span, "without quotes"),
        Help(f"Write {quoted(chr(34) + span.text + chr(34))}."),
        write_instead("put it in quotes", span, f'"{span.text}"'),
    )


@diagnostic("RL1010", title="`not` stands behind `is`")
def not_in_front(span: Span) -> Wording:
    """A condition begins with `not`.

    The word `not` stands directly behind `is`, `are` or `becomes`. So nobody can be in doubt about what it denies.

    Wrong:

    ```rules
    to Rest:
        only if not the Bag is empty
        gain 2 Coins
    ```

    Right:

    ```rules
    to Rest:
        only if the Bag is not empty
        gain 2 Coins
    ```
    """
    return say(
        "A condition cannot begin with `not`.",
        at(span, "`not` cannot stand here"),
        Help("Write `is not` or `are not` inside the condition, or `no` before a thing."),
    )


@diagnostic("RL1011", title="what must not be done")
def may_not(span: Span) -> Wording:
    """A rule forbids something with `may not`.

    In this language everything is forbidden that no rule allows. Instead of forbidding, say under which condition a
    thing may be done.

    Wrong:

    ```rules
    to Rest:
        you may not gain 2 Coins
    ```

    Right:

    ```rules
    to Rest:
        only if the Bag is not empty
        gain 2 Coins
    ```
    """
    return say(
        "A rule cannot say what somebody `may not` do.",
        at(span, "`not` cannot stand here"),
        Help("Write the condition under which it is allowed as the first line: `only if ...`."),
        Note("Whatever no rule allows is forbidden."),
    )


@diagnostic("RL1012", title="a rule for a moment")
def moment(span: Span) -> Wording:
    """A rule begins with a word such as `when`.

    A rule for a moment begins with `as soon as` and a condition, with `before`, `after` or `instead of` and what a
    player does, or with `at the start of each turn`.

    Wrong:

    ```rules
    when the Bag is empty: the game ends now
    ```

    Right:

    ```rules
    as soon as the Bag is empty: the game ends now
    ```
    """
    return say(
        f"A rule does not begin with {quoted(span.text)}.",
        at(span, "cannot stand here"),
        Help("Write `as soon as` before a condition."),
        Note("Write `before`, `after` or `instead of` before what a player does."),
        write_instead("write `as soon as`", span, "as soon as"),
    )


@diagnostic("RL1013", title="a range with a hyphen")
def hyphen(span: Span, number: str, between: str) -> Wording:
    """A hyphen stands between two numbers.

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
        Help(f"Write {quoted(f'{between} {number}')}."),
        write_instead(f"write {quoted(between)}", span, f" {between} {number}", safety="safe"),
    )


@diagnostic("RL1014", title="how many?")
def missing_article(name: Span) -> Wording:
    """A sentence does not say how many things are chosen or moved.

    Before the name of what is chosen stands `a`, a number, `up to` and a number, or `any number of`.

    Wrong:

    ```rules
    to Claim Square:
        choose Square
    ```

    Right:

    ```rules
    to Claim Square:
        choose a Square
    ```
    """
    article = "an" if name.text[:1] in "AEIOU" else "a"
    return say(
        f"How many? {quoted(name.text)} has no number and no {quoted(article)} before it.",
        at(name, "how many?"),
        Help(f"Write {quoted(f'{article} {name.text}')}, or a number such as `2`, or `up to 2`."),
        write_instead(f"write {quoted(article)}", name.before, f"{article} "),
    )


@diagnostic("RL1015", title="a remark begins with `note:`")
def remark_sign(span: Span) -> Wording:
    """A remark begins with a sign from programming.

    Remarks for readers begin with `note:`. They may have a line of their own or stand at the end of a line.

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
        Help(f"Write `note:` in place of {quoted(sign)}."),
        write_instead("write `note:`", span.source.span(span.start, span.start + len(sign)), "note:", safety="safe"),
    )


@diagnostic("RL1016", title="one of several places")
def either_place(span: Span) -> Wording:
    """Two places or things are joined by `or`.

    Between conditions `or` is clear. Between things it is not, so they are listed after `one of`, with commas.

    Wrong:

    ```rules
    to Claim:
        choose a Card from your Hand or the Market
    ```

    Right:

    ```rules
    to Claim:
        choose a Card from one of your Hand, the Market
    ```
    """
    return say(
        "`or` joins conditions, not things.",
        at(span, "cannot stand here"),
        Help("List the things after `one of`, with commas: `one of your Hand, the Market`."),
    )
