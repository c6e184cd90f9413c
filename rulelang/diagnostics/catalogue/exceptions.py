"""RL04xx: rules with exceptions that clash, lack a base, or belong to nothing."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, listed, quoted, say
from rulelang.source import Span


@diagnostic("RL0401", title="no general rule")
def no_base(span: Span, name: str, mark: str = "") -> Wording:
    """An exception is stated, but not the rule it changes.

    `1 more` and `instead` need a sentence that says what is normally true.

    Wrong:

    ```rules
    each player may be Rich
    your Toll is 1 more if you are Rich
    ```

    Right:

    ```rules
    each player may be Rich
    your Toll is 2
    your Toll is 1 more if you are Rich
    ```
    """
    return say(
        f"{quoted(name)} has exceptions, but no general rule.",
        at(span, "an exception to what?"),
        Help(
            f"A mark belongs to things of a sort: {quoted(f'each player may be {mark}')}. "
            "What is there once is a track: `the Alarm is a track from 0 to 1`."
            if mark
            else "Add a sentence that says what is normally true."
        ),
    )


@diagnostic("RL0402", title="two general rules")
def two_bases(span: Span, name: str, first: Span) -> Wording:
    """Two sentences both give the general rule.

    Only one of them can be the rule; the other is an exception or a mistake.

    Wrong:

    ```rules
    your Rent is 2
    your Rent is 3
    ```

    Right:

    ```rules
    your Rent is 2
    your Rent is 3 instead if you are Rich
    ```
    """
    return say(
        f"{quoted(name)} has two general rules.",
        at(span, "the second"),
        because(first, "the first is here"),
        Help("Write `instead`, `more` or `less` to make one of them an exception."),
    )


@diagnostic("RL0403", title="not for conditions")
def not_for_conditions(span: Span) -> Wording:
    """A condition is changed like a number.

    A condition holds or does not hold; exceptions to it are written with `also` and `never`.

    Wrong:

    ```rules
    a Stop is Open if it is empty
    a Stop is at least Open
    ```

    Right:

    ```rules
    a Stop is Open if it is empty
    a Stop is also Open if it has a Cube
    ```
    """
    return say(
        "A condition cannot be changed in this way.",
        at(span, "for numbers only"),
        Help("Write `is also ... if` or `is never ... if`."),
    )


@diagnostic("RL0404", title="values of different sorts")
def values_differ(span: Span, name: str, first: str, second: str) -> Wording:
    """A definition gives different sorts of things.

    A value that is sometimes a number and sometimes a player cannot be used anywhere.

    Wrong:

    ```rules
    your Guide is 3 if you are Lost, otherwise the Leader
    ```

    Right:

    ```rules
    your Guide is the Leader
    ```
    """
    return say(
        f"{quoted(name)} is {first} in one case and {second} in another.",
        at(span, "differs"),
        Help("Let all cases give the same sort of thing."),
    )


@diagnostic("RL0405", title="exceptions may clash")
def may_clash(span: Span, first: Span, name: str, one: str, other: str) -> Wording:
    """Two sentences replace the same value, or happen instead of the same action, and may hold at once.

    Where both hold, nobody could say which one counts. So one of them has to say what it beats: the card, the variant
    or a name in the condition of the other.

    Wrong:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead if you are Poor
    ```

    Right:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead over Rich if you are Poor
    ```
    """
    advice = f"Say which one wins: `over {one}` after the second, or " if one else "Say which one wins: "
    back = f"`over {other}` after the first." if other else "give the first a condition and name it with `over`."
    return say(
        f"Two sentences replace {quoted(name)}, and both may hold at once.",
        at(span, f"this one, of {quoted(other)}" if other else "this one"),
        because(first, f"and this one, of {quoted(one)}" if one else "and this one"),
        Help(advice + back),
    )


@diagnostic("RL0406", title="text of nothing")
def text_of_nothing(span: Span, name: str) -> Wording:
    """A text is given to a name that is not a card, tile, space or value.

    A text belongs to something the rulebook introduces.

    Wrong:

    ```rules
    the Tofu Seller is a card
    each player has Coins from 0 to 9
    Tofu Seler:
        once per turn, you may: gain 1 Coin
    ```

    Right:

    ```rules
    the Tofu Seller is a card
    each player has Coins from 0 to 9
    Tofu Seller:
        once per turn, you may: gain 1 Coin
    ```
    """
    return say(
        f"Nothing is called {quoted(name)}, so this text belongs to nothing.",
        at(span, "this name"),
        Help("Use the name of a card, tile, space or value."),
    )


@diagnostic("RL0407", title="bounds that cross")
def bounds_cross(least: Span, most: Span, name: str, low: int, high: int) -> Wording:
    """A value has a lower limit that is higher than its upper limit.

    No number satisfies both. Where both sentences hold, nobody could say which one counts.

    Wrong:

    ```rules
    your Rent is 2
    your Rent is at least 5
    your Rent is at most 3
    ```

    Right:

    ```rules
    your Rent is 2
    your Rent is at least 3
    your Rent is at most 5
    ```
    """
    return say(
        f"{quoted(name)} cannot be both at least {low} and at most {high}.",
        at(least, "at least"),
        because(most, "at most"),
        Help("Correct one of the numbers, or give the two sentences conditions that never hold together."),
    )


@diagnostic("RL0408", title="beats nothing")
def over_nothing(span: Span, over: str, name: str, known: Sequence[str]) -> Wording:
    """An exception says that it beats something, but no other exception has that name.

    After `over` comes what it beats: the card or the variant of the other exception, or a name in its condition.

    Wrong:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead over Noble if you are Poor
    ```

    Right:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead over Rich if you are Poor
    ```
    """
    return say(
        f"No other sentence that replaces {quoted(name)} goes by {quoted(over)}.",
        at(span, "beats nothing"),
        Help(f"Write {listed(known)} after `over`." if known else "Leave `over` and the name out."),
    )


@diagnostic("RL0409", title="beat each other")
def over_each_other(span: Span, name: str) -> Wording:
    """Exceptions beat each other in a circle.

    If each beats the other, neither of them does.

    Wrong:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead over Poor if you are Rich
    your Rent is 1 instead over Rich if you are Poor
    ```

    Right:

    ```rules
    each player may be Rich
    each player may be Poor
    your Rent is 2
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead over Rich if you are Poor
    ```
    """
    return say(
        f"The exceptions to {quoted(name)} beat each other in a circle.",
        at(span, "beats one that beats it"),
        Help("Leave out `over` in one of them."),
    )


@diagnostic("RL0410", severity=Severity.UNPROVED, title="bounds that may cross")
def bounds_may_cross(least: Span, most: Span, name: str) -> Wording:
    """The lower limit of a value may become higher than its upper limit, as far as could be worked out.

    Where that happens, no number fits both. The sentence that comes later in the file would count.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    your Rent is 2
    your Rent is at least your Coins
    your Rent is at most 3
    ```

    Right:

    ```rules
    each player has Coins from 0 to 3
    your Rent is 2
    your Rent is at least your Coins
    your Rent is at most 3
    ```
    """
    return say(
        f"I have not proved that the lower limit of {quoted(name)} never goes above its upper limit.",
        at(least, "at least"),
        because(most, "at most"),
        Help("Give the two sentences conditions that never hold together, or bounds that never cross."),
    )


@diagnostic("RL0411", title="defines nothing")
def defines_nothing(span: Span) -> Wording:
    """A sentence with `is` gives neither a value nor a condition a name.

    A value belongs to somebody or something and has a name: `your Rent is 2`, `a Card's Worth is 2`. A condition is a
    name of yours after `is`: `a Card is Playable if ...`.

    Wrong:

    ```rules
    a Card is 2 if its Price is 3
    ```

    Right:

    ```rules
    a Card's Worth is 2 if its Price is 3
    ```
    """
    return say(
        "This sentence gives nothing a name, so it defines nothing.",
        at(span, "what is defined?"),
        Help("Write for example `your Rent is 2`, `a Card's Worth is 2` or `a Card is Playable if ...`."),
    )


@diagnostic("RL0412", title="not for values")
def not_for_values(span: Span, word: str) -> Wording:
    """A value is changed like a condition.

    `also` and `never` belong to conditions, which hold or do not hold. What changes a value says what becomes of it.

    Wrong:

    ```rules
    each player may be Rich
    your Toll is 2
    your Toll is also 3 if you are Rich
    ```

    Right:

    ```rules
    each player may be Rich
    your Toll is 2
    your Toll is 3 instead if you are Rich
    ```
    """
    return say(
        f"A value cannot be changed with {quoted(word)}.",
        at(span, "for conditions only"),
        Help("Write `is ... instead`, `is ... more`, `is ... less`, `is at least ...` or `is at most ...`."),
    )
