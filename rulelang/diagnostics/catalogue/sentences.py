"""RL11xx: things that every author may try to say, and the form in which the language says them."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Diagnostic
from rulelang.diagnostics.wording import Help, Note, Wording, at, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL1101", title="two sentences need `, then`")
def joined_sentences(span: Span, gap: Span) -> Wording:
    """Two sentences on one line are not joined by a comma and `then`.

    What happens first and what happens next has to be clear. So two sentences on one line are joined by `, then`. Or
    each has a line of its own.

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


@diagnostic("RL1102", title="a colon comes after a condition")
def colon_after_condition(span: Span, gap: Span) -> Wording:
    """There is no colon between a condition and what depends on it.

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
        "A colon comes before what happens.",
        at(span, "write `:`"),
        write_instead("write a colon", gap, ":", safety="safe"),
    )


@diagnostic("RL1103", title="`not` comes after `is`")
def not_in_front(span: Span) -> Wording:
    """A condition begins with `not`.

    The word `not` comes right after `is`, `are` or `becomes`. So there is no doubt about what it denies.

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


@diagnostic("RL1104", title="what must not be done")
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


@diagnostic("RL1105", title="a rule for a moment")
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
    )


@diagnostic("RL1106", title="how many?")
def missing_article(name: Span, one: str = "a") -> Wording:
    """A sentence does not say how many things are chosen or moved.

    The name of what is chosen has `a`, a number, `up to` and a number, or `any number of` in front of it.

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
    article = "an" if one == "a" and name.text[:1] in "AEIOUaeiou" else one
    several = name.text.endswith("s") and not name.text.endswith("ss")
    write = f"2 {name.text}" if several else f"{article} {name.text}"
    return say(
        f"How many? {quoted(name.text)} has no number{'' if one == '1' else f' and no {quoted(article)}'} before it.",
        at(name, "how many?"),
        Help(f"Write for example {quoted(write)} or {quoted(f'all {name.text}')}.")
        if several
        else Help(f"Write {quoted(write)}, or a number such as `2`."),
        None if several else write_instead(f"write {quoted(article)}", name.before, f"{article} "),
    )


@diagnostic("RL1107", title="one of several places")
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
        Help("Of what is printed on things: `a Card where its Suit is one of Hearts, Clubs`."),
    )


@diagnostic("RL1108", title="a sentence outside any part")
def sentence_outside(span: Span) -> Wording:
    """Something that happens in play is written between the rules.

    What happens belongs in a part of the game, such as `setup:` or `play:`, or in an action, such as `to Rest:`. There
    it has its time and its player.

    Wrong:

    ```rules
    shuffle the Deck
    ```

    Right:

    ```rules
    setup:
        shuffle the Deck
    ```
    """
    return say(
        "This happens in play, but it is outside any part of the game.",
        at(span, "cannot stand here"),
        Help("Put it below `setup:`, `play:` or an action such as `to Rest:`, 4 spaces further to the right."),
    )


@diagnostic("RL1109", title="what a kind of thing has")
def features_with(span: Span) -> Wording:
    """A sentence uses `has` to say what a kind of thing has.

    What every piece of a kind has, such as a number printed on it, is given by `with` where the kind is introduced.

    Wrong:

    ```rules
    a Tile is a tile
    a Tile has a Strength from 0 to 4
    ```

    Right:

    ```rules
    a Tile is a tile with a Strength from 0 to 4
    ```
    """
    return say(
        "What a kind of thing has is said where the kind is introduced.",
        at(span, "cannot stand here"),
        Help("Write for example `a Tile is a tile with a Strength from 0 to 4`."),
        Help("All pieces begin in the Box: `there are 20 Cards`, and in `setup:` `move all Cards to the Deck`."),
        Note("A rule begins in the same way with `is`: `a Tile is Strong if its Strength is 4`."),
    )


@diagnostic("RL1110", title="what each player has")
def what_each_has(span: Span) -> Wording:
    """It is not clear what each player has.

    A player can have a number, a place, pieces, or a thing to remember. Each has a form of its own. The name always
    comes first.

    Wrong:

    ```rules
    each player has a secret Hand
    ```

    Right:

    ```rules
    each player has a Hand, a secret area of Cards
    ```
    """
    return say(
        "This does not say what sort of thing each player has.",
        at(span, "cannot stand here" if span.text else "more is needed here"),
        Help("A place: `each player has a Hand, a secret area of Cards`."),
        Help("A number: `each player has Coins from 0 to 40 starting at 3`."),
        Help("Pieces: `each player has 20 Tiles`."),
        Help("Something to remember: `each player has a Target as a Square`."),
    )


@diagnostic("RL1111", title="how many are drawn?")
def number_for_article(span: Span) -> Wording:
    """The number of drawn pieces is not given as a number.

    What is drawn is not chosen, so it has a number and not `a`, which would introduce a chosen piece.

    Wrong:

    ```rules
    to Restock:
        draw a Card from the Deck to your Hand
    ```

    Right:

    ```rules
    to Restock:
        draw 1 Card from the Deck to your Hand
    ```
    """
    return say(
        f"A number is needed here, not {quoted(span.text)}.",
        at(span, "how many?"),
        write_instead("write `1`", span, "1"),
    )


@diagnostic("RL1112", title="doing something several times")
def loop_first(span: Span) -> Wording:
    """A sentence begins with `until` or `while`.

    What happens several times begins with `repeat`, followed by how long it goes on.

    Wrong:

    ```rules
    play:
        until the Bag is empty: each player draws 1 Tile from the Bag to the Market
    ```

    Right:

    ```rules
    play:
        repeat turns until the Bag is empty: draw 1 Tile from the Bag to the Market
    ```
    """
    return say(
        f"A sentence does not begin with {quoted(span.text)}.",
        at(span, "cannot stand here"),
        Help("Write for example `repeat turns until the Bag is empty:`."),
        Note("To do it a few times, write `repeat 3 times:` or `repeat at most 3 times while the Bag is not empty:`."),
    )


@diagnostic("RL1113", title="the condition comes first")
def condition_first(span: Span) -> Wording:
    """A condition comes after what depends on it.

    In this language the condition comes first, and ends in a colon. So the reader knows when a thing happens before
    reading what happens.

    Wrong:

    ```rules
    to Rest:
        gain 2 Coins if the Bag is empty
    ```

    Right:

    ```rules
    to Rest:
        if the Bag is empty: gain 2 Coins
    ```
    """
    return say(
        "The condition comes before what happens, not after it.",
        at(span, "this should come first"),
        Help("Write `if`, the condition and a colon, then what happens."),
        Note("Only `if possible` may stand at the end of a sentence."),
    )


@diagnostic("RL1114", title="one of several possibilities")
def choice_by_or(span: Span) -> Wording:
    """Two possibilities are joined by `or`.

    Where a player may choose what to do, the sentence is `choose one:`. Each possibility is below it, on a line of its
    own. It is an action, or a name of yours with a colon and what happens.

    Wrong:

    ```rules
    to Rest:
        gain 2 Coins
        or lose 1 Wood
    ```

    Right:

    ```rules
    to Rest:
        choose one:
            Earn: gain 2 Coins
            Burn: lose 1 Wood
    ```
    """
    return say(
        "`or` cannot join two things to do.",
        at(span, "cannot stand here"),
        Help("Write `choose one:` and below it each possibility on a line of its own."),
    )


@diagnostic("RL1115", title="the same in another form")
def other_form(
    span: Span, message: str, write: str, note: str | None = None, fix: tuple[Span, str] | None = None
) -> Wording:
    """A sentence says something for which the language has another form.

    Each thing is said in one form only, so that all rulebooks read alike. The message shows the form.

    Wrong:

    ```rules
    to Trade:
        pay the Price of the Contract
    ```

    Right:

    ```rules
    to Trade:
        pay the Contract's Price
    ```
    """
    return say(
        message,
        at(span, "cannot stand here" if span.text.strip() else "more is needed here"),
        Help(write),
        Note(note) if note else None,
        write_instead(f"write {quoted(fix[1].strip())}", *fix) if fix else None,
    )


def unnamed_number(span: Span) -> Diagnostic:
    """A number that was chosen is spoken of by the word `number`."""
    return other_form(
        span,
        "`number` alone does not say which.",
        "Write `the number of Cards in your Hand`. A number that was chosen has a name of yours: `choose a number from "
        "1 to 6 as Offer`, and from then on `the Offer`.",
    )


def first_of_them_has(span: Span, noun: str, what: str) -> Diagnostic:
    """`the first Card in the Row's Rank`"""
    message = "What a thing has comes after it, with `'s`, and the thing needs a name."
    write = f"Write a line `the Top is the first {noun} ...` of its own, and here `the Top's {what}`."
    return other_form(span, message, write)


def player_after_has(span: Span, what: str) -> Diagnostic:
    """`the Hand of the player after you`, `the player after you's Hand`"""
    message = "What a player has comes after the player, with `'s`, and this player needs a name."
    write = f"Write `remember the player after you as Next` before, and here `the Next's {what}`."
    return other_form(span, message, write)
