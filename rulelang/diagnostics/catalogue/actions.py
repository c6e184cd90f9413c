"""RL02xx, continued: actions that are called by a name or given things they do not take."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, joined, quoted, say, write_instead
from rulelang.source import Span


@diagnostic("RL0225", title="unknown action")
def unknown_action(
    span: Span, name: str, known: Sequence[str], in_text: str = "", told: str = "", thing: bool = False
) -> Wording:
    """The rulebook does not describe the action that is called here.

    An action is described with `to Name: ...`.

    Wrong:

    ```rules
    play:
        repeat 3 rounds: each player: Bulid
    ```

    Right:

    ```rules
    play:
        repeat 3 rounds: each player: Build
    ```
    """
    if in_text:
        return say(
            f"{quoted(name)} is an action in the text of {quoted(in_text)}, and belongs to it.",
            at(span, "whose?"),
            Help(f"Write for example `do the Card's {name}`."),
        )
    if thing:
        return say(
            f"{quoted(name)} is a thing, and what is done is an action in its text.",
            at(span, "no action"),
            Help(f"Write `{name}'s Effect` here, and `to Effect:` in the text of each {name}."),
        )
    longer = [one for one in known if one.startswith(f"{name} ") or name.startswith(f"{one} ")]
    meant = closest(name, known) or (longer[0] if len(longer) == 1 else None)
    if told and not meant:
        fix = write_instead(f"write {quoted(told)}", span, told) if span.text == name else None
        return say(f"{quoted(name)} is one name.", at(span, "two are meant"), Help(f"Write {quoted(told)}."), fix)
    return say(
        f"There is no action {quoted(name)}.",
        at(span, "this action"),
        Help(f"Did you mean {quoted(meant)}?")
        if meant
        else Help(f"Describe it: `to {name}: ...`. An option that does nothing is `{name}: do nothing`."),
        write_instead("use the name that exists", span, meant) if meant and span.text == name else None,
    )


@diagnostic("RL0226", title="something missing")
def missing_argument(span: Span, name: str, missing: str) -> Wording:
    """An action is called without everything it needs.

    An action described with `for a Die` has to be given a die.

    Wrong:

    ```rules
    Travel
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(
        f"{quoted(name)} needs more than this.",
        at(span, "something is missing"),
        Help(f"It is described with {quoted(missing)}; add that."),
    )


@diagnostic("RL0227", title="something does not fit")
def wrong_argument(span: Span, name: str, wanted: str, given: str) -> Wording:
    """An action, or a number that there is for every member of a kind, is given the wrong sort of thing.

    An action described for a die cannot work on a card, and no Cost in Materials has an amount for a Colour.

    Wrong:

    ```rules
    Travel for your Hand
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(f"{quoted(name)} needs {wanted}, not {given}.", at(span, "does not fit"), Help(f"Give it {wanted}."))


@diagnostic("RL0228", title="something too many")
def extra_argument(span: Span, name: str) -> Wording:
    """An action is given more than it takes.

    What an action does not mention makes no difference to it.

    Wrong:

    ```rules
    Travel for the Die at the Stop
    ```

    Right:

    ```rules
    Travel for the Die
    ```
    """
    return say(
        f"{quoted(name)} does not take this.",
        at(span, "one too many"),
        Help(f"Leave it out if that makes no difference, or write it behind `to {name}`, too, and where it is done."),
    )


@diagnostic("RL0235", title="cannot be done")
def cannot_do(span: Span) -> Wording:
    """The word `do` is followed by something that is not an action.

    After `do` comes the name of an action, or by `the Card's Effect`.

    Wrong:

    ```rules
    do the Card
    ```

    Right:

    ```rules
    choose a Card from your Hand
    do the Card's Effect
    ```
    """
    return say(
        "This is not an action.",
        at(span, "cannot be done"),
        Help("Write the name of an action, or `the ...'s` and the name of an action in its text."),
    )


@diagnostic("RL0257", title="words about nothing")
def written_of_nothing(span: Span, name: str, action: str, known: Sequence[str], late: bool) -> Wording:
    """The words of a move name something in braces that is not there when the move is made.

    `written` says what is chosen or given. It cannot mention what the action works out only after its last choice, nor
    a name that nothing in the action introduces.

    Wrong:

    ```rules
    to Take written "{Card} for {Worth}":
        choose a Card from the Market
        remember the Card's Price as Worth
        move the Card to the Discard
    ```

    Right:

    ```rules
    to Take written "{Card}":
        choose a Card from the Market
        remember the Card's Price as Worth
        move the Card to the Discard
    ```
    """
    meant = closest(name, known)
    can = f"Here it can be {joined([quoted(one) for one in known], 'or')}." if known else "Nothing is chosen here."
    why = "is only worked out after the choice" if late else "is neither chosen in nor given to"
    return say(
        f"{quoted(name)} {why}{'' if late else ' ' + quoted(action)}.",
        at(span, "not known when the move is made"),
        Help(f"Did you mean {quoted(meant)}?" if meant else can),
        write_instead("use the name that exists", span, "{" + meant + "}") if meant else None,
    )
