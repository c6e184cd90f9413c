"""RL03xx: numbers, their bounds, and things of different sorts."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, joined, opening, quoted, say
from rulelang.source import Span


@diagnostic("RL0301", title="not a number")
def not_a_number(span: Span, sort: str, *, behind_where: bool = False) -> Wording:
    """A number is needed, and this is not one.

    Only numbers can be added, compared by size or counted with.

    Wrong:

    ```rules
    gain as many Coins as your Hand
    ```

    Right:

    ```rules
    gain as many Coins as the number of Cards in your Hand
    ```
    """
    return say(
        f"This is {sort}, not a number.",
        at(span, "a number is needed"),
        Help("Write a number, a counter, or `the number of ...`."),
        Help("`where` reaches to the end of the line: put what has the `where` in brackets if something follows it.")
        if behind_where
        else None,
    )


@diagnostic("RL0302", severity=Severity.UNPROVED, title="may divide by zero")
def may_divide_by_zero(span: Span) -> Wording:
    """Something is divided by what may be 0, as far as could be worked out.

    Nothing can be shared among nobody. If this happens in a game, the result is 0.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    your Share is 10 divided by your Coins
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    your Share is 10 divided by your Coins if your Coins are at least 1, otherwise 0
    ```
    """
    return say(
        "I have not proved that this is never 0, and nothing can be divided by 0.",
        at(span, "may be 0"),
        Help("First ask whether it is at least 1, or divide by a number whose bounds begin at 1."),
    )


@diagnostic("RL0303", severity=Severity.NOTE, title="beyond the list")
def beyond_the_list(span: Span, low: int, high: int, entries: int) -> Wording:
    """A value may lie beyond the end of the list it is looked up in.

    The last entry counts for everything beyond it, which may not be what you mean.

    Wrong:

    ```rules
    your Prize is your Coins looked up in 0, 1, 3
    ```

    Right:

    ```rules
    each player has Coins from 0 to 2
    your Prize is your Coins looked up in 0, 1, 3
    ```
    """
    return say(
        f"This goes from {low} to {high}, but the list has {entries} entries (the first is for 0).",
        at(span, "may lie beyond the list"),
        Help("Add entries, or narrow the bounds."),
    )


@diagnostic("RL0304", title="can never be equal")
def cannot_be_equal(span: Span, left: str, right: str, bearer: str = "") -> Wording:
    """Two things of different sorts are compared.

    A card is never a colour, and a number never a player.

    Wrong:

    ```rules
    if the Leader is 3: nobody wins
    ```

    Right:

    ```rules
    if the Leader is you: nobody wins
    ```
    """
    return say(
        f"{opening(left)} is never {right}.",
        at(span, "another sort of thing"),
        Help(f"If the {bearer} is meant, name it: `the {bearer} is {span.text}`.") if bearer else None,
        Help(f"Compare with {left}."),
    )


@diagnostic("RL0305", title="beyond its bounds")
def out_of_range(span: Span, name: str, low: int, high: int, least: int, most: int) -> Wording:
    """A number is set to something that its bounds rule out.

    A number never leaves the bounds it was introduced with. A game that reached this sentence would stop with an error.

    Wrong:

    ```rules
    each player has Steam from 0 to 5
    to Stoke: your Steam becomes 6
    ```

    Right:

    ```rules
    each player has Steam from 0 to 5
    to Stoke: your Steam becomes 5
    ```
    """
    value = str(least) if least == most else f"at least {least}" if least > high else f"at most {most}"
    return say(
        f"{quoted(name)} goes from {low} to {high}, and this makes it {value}.",
        at(span, "beyond its bounds"),
        Help("Set it to a number within its bounds, or widen the bounds `from ... to ...`."),
    )


@diagnostic("RL0306", severity=Severity.UNPROVED, title="may leave its bounds")
def may_leave_range(span: Span, name: str, low: int, high: int, least: int | None, most: int | None) -> Wording:
    """A number may be set to something beyond its bounds, as far as could be worked out.

    A game in which that happens would stop with an error. What is asked before the sentence, with `only if` or `if`,
    and what may be chosen were taken into account.

    Wrong:

    ```rules
    each player has Steam from 0 to 5
    to Stoke: your Steam becomes your Steam plus 1
    ```

    Right:

    ```rules
    each player has Steam from 0 to 5
    to Stoke:
        only if your Steam is less than 5
        your Steam becomes your Steam plus 1
    ```
    """
    ends = ["I see no upper limit" if most is None else f"{most} is more than {high}"]
    if most is not None and most <= high:
        ends = []
    if least is None or least < low:
        ends.append("I see no lower limit" if least is None else f"{least} is less than {low}")
    return say(
        f"I have not proved that {quoted(name)} stays between {low} and {high} here: {joined(ends, 'and')}.",
        at(span, "may go beyond its bounds"),
        Help("Ask first, with `only if` or `if`, or write `gain` or `lose`, which stop at the bounds."),
    )


@diagnostic("RL0307", title="divides by zero")
def divides_by_zero(span: Span) -> Wording:
    """Something is divided by what is always 0.

    Nothing can be shared among nobody.

    Wrong:

    ```rules
    your Share is 10 divided by 0
    ```

    Right:

    ```rules
    your Share is 10 divided by 2
    ```
    """
    return say(
        "This is always 0, and nothing can be divided by 0.",
        at(span, "always 0"),
        Help("Divide by a number that is at least 1."),
    )


@diagnostic("RL0308", title="can never be paid")
def never_paid(span: Span, name: str, most: int, amount: int) -> Wording:
    """Somebody has to pay more than anybody can ever have.

    `pay` needs the whole amount. If nobody can ever have it, the sentence can never be obeyed.

    Wrong:

    ```rules
    each player has Coins from 0 to 10
    to Bribe: pay 12 Coins
    ```

    Right:

    ```rules
    each player has Coins from 0 to 10
    to Bribe: pay 10 Coins
    ```
    """
    return say(
        f"There are never more than {most} {quoted(name)} to pay, and this takes {amount}.",
        at(span, "can never be paid"),
        Help("Take less, or widen the bounds `from ... to ...`."),
    )


@diagnostic("RL0309", severity=Severity.WARNING, title="more than there is room for")
def never_whole(span: Span, name: str, most: int, amount: int) -> Wording:
    """More is gained or lost than fits between the bounds of a number.

    `gain` and `lose` stop at the bounds, so a part of this amount is always left over. Perhaps the bounds are too
    narrow.

    Wrong:

    ```rules
    each player has Coins from 0 to 10
    to Inherit: gain 12 Coins
    ```

    Right:

    ```rules
    each player has Coins from 0 to 20
    to Inherit: gain 12 Coins
    ```
    """
    return say(
        f"The bounds of {quoted(name)} leave room for {most}, so {amount} can never be gained or lost in full.",
        at(span, "never in full"),
        Help("Widen the bounds `from ... to ...`, or take a smaller number."),
    )


@diagnostic("RL0310", title="less than nothing")
def less_than_nothing(span: Span, most: int) -> Wording:
    """An amount to gain, lose or pay is less than nothing.

    To pay less than nothing would be to gain something. Say it with the other word.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Rest: gain as many Coins as 2 minus 3
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Rest: lose 1 Coin
    ```
    """
    return say(
        f"This is {most} or less, and less than nothing cannot be gained, lost or paid.",
        at(span, "less than nothing"),
        Help("Say it with the other word: `gain` instead of `lose`, or `lose` instead of `gain`."),
    )


@diagnostic("RL0311", severity=Severity.UNPROVED, title="may be less than nothing")
def may_be_less_than_nothing(span: Span, least: int | None) -> Wording:
    """An amount to gain, lose or pay may be less than nothing, as far as could be worked out.

    Less than nothing counts as nothing. If you mean that, say it in a sentence of its own.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    each player has Favours from 0 to 9
    to Travel: pay as many Coins as 3 minus your Favours
    to Serve: gain 1 Favour
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    each player has Favours from 0 to 9
    to Travel: pay as many Coins as your Fare
    your Fare is 3 minus your Favours
    your Fare is at least 0
    to Serve: gain 1 Favour
    ```
    """
    found = "I see no lower limit" if least is None else f"it can be as low as {least}"
    return say(
        f"I have not proved that this is never less than 0: {found}.",
        at(span, "may be less than nothing"),
        Help("Give it a name with a sentence of its own, and add `... is at least 0`; or ask first with `if`."),
    )


@diagnostic("RL0312", severity=Severity.NOTE, title="may leave a remainder")
def may_be_uneven(span: Span, divisor: Span) -> Wording:
    """A division may leave a remainder, and the rule does not say what happens to it.

    If nothing is said, the result is rounded down. Printed rules usually say so, because players ask.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    each player has Points from 0 to 9
    to Count: gain as many Points as your Coins divided by 2
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    each player has Points from 0 to 9
    to Count: gain as many Points as your Coins divided by 2 rounded down
    ```
    """
    is_open = " where " in divisor.text and not span.text.endswith(")")
    first = "Put what follows `divided by` in brackets, and write" if is_open else "Write"
    return say(
        "This division may leave a remainder; then it is rounded down.",
        at(span, "rounded up or down?"),
        Help(f"{first} `rounded down` or `rounded up` after it."),
    )


@diagnostic("RL0313", severity=Severity.NOTE, title="only the best are asked")
def where_of_the_best(span: Span) -> Wording:
    """What stands behind `with the highest ...` is asked of the highest only.

    If it does not hold of them, nothing is left, even if it holds of others. Mostly the highest of those is meant for
    which something holds: then a word of yours says so, and stands in front. Only whether the highest is high enough
    makes no difference: `with the highest Wear where its Wear is at least 1`.

    Wrong:

    ```rules
    each Card has Wear from 0 to 9
    to Throw Away:
        choose a Card in your Hand with the highest Wear where its Wear is less than 5
        move the Card to the Bag
    ```

    Right:

    ```rules
    each Card has Wear from 0 to 9
    a Card is Fresh if its Wear is less than 5
    to Throw Away:
        choose a Fresh Card in your Hand with the highest Wear
        move the Card to the Bag
    ```
    """
    return say(
        "Only the best of all are asked this, and if it is not so, nothing is left.",
        at(span, "asked of the best"),
        Help(
            "For the best of those for which it is so, put a word in front: `a Card is Low if ...`, `a Low Card with`."
        ),
    )
