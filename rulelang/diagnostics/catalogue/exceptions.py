"""RL04xx: rules with exceptions that clash, lack a base, or belong to nothing."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Wording, at, because, quoted, say
from rulelang.source import Span


@diagnostic("RL0401", title="no general rule")
def no_base(span: Span, name: str) -> Wording:
    """An exception is stated, but not the rule it changes.

    `1 more` and `instead` need a sentence that says what holds otherwise.

    Wrong:

    ```rules
    your Rent is 1 more
    ```

    Right:

    ```rules
    your Rent is 2
    your Rent is 1 more if you are Rich
    ```
    """
    return say(
        f"{quoted(name)} has exceptions, but no general rule.",
        at(span, "an exception to what?"),
        Help("Add a sentence that says what holds otherwise."),
    )


@diagnostic("RL0402", title="two general rules")
def two_bases(span: Span, name: str, first: Span) -> Wording:
    """Two sentences both say what holds in general.

    Only one of them can be the rule; the other is an exception or a slip.

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
        because(first, "the first stands here"),
        Help("Write `instead`, `more`, `less` or `also` to make one of them an exception."),
    )


@diagnostic("RL0403", title="not for conditions")
def not_for_conditions(span: Span) -> Wording:
    """A condition is changed like a number.

    A condition holds or not; exceptions to it are written with `also` and `never`.

    Wrong:

    ```rules
    a Stop is at least Open
    ```

    Right:

    ```rules
    a Stop is also Open if it is empty
    ```
    """
    return say(
        "A condition cannot be changed in this way.",
        at(span, "for numbers only"),
        Help("Write `is also ... if` or `is never ... if`."),
    )


@diagnostic("RL0404", title="values of different sorts")
def values_differ(span: Span, name: str, first: str, second: str) -> Wording:
    """A definition gives things of different sorts.

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
    """Two sentences replace the same value and may hold at once.

    Where both hold, nobody could say which one counts.

    Wrong:

    ```rules
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead if you are Poor
    ```

    Right:

    ```rules
    your Rent is 3 instead if you are Rich
    your Rent is 1 instead over Rich if you are Poor
    ```
    """
    return say(
        f"Two sentences replace {quoted(name)}, and both may hold at once.",
        at(span, other),
        because(first, one),
        Help(f"Say which one wins: `instead over {one}`."),
    )


@diagnostic("RL0406", title="text of nothing")
def text_of_nothing(span: Span, name: str) -> Wording:
    """A text stands under a name that is no card, tile, space or value.

    A text belongs to something the rulebook introduces.

    Wrong:

    ```rules
    Tofu Seler:
        to Skill: gain 1 Coin
    ```

    Right:

    ```rules
    Tofu Seller:
        to Skill: gain 1 Coin
    ```
    """
    return say(
        f"Nothing is called {quoted(name)}, so this text belongs to nothing.",
        at(span, "this name"),
        Help("Use the name of a card, tile, space or value."),
    )
