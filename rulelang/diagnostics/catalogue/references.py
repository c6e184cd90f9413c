"""RL02xx, continued: `the`, `you`, `it` and other words that refer to something, and to what."""

from __future__ import annotations

import re

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, quoted, say, write_instead
from rulelang.source import Span

#: `until a player's Coins are at least 5`: what asks, and what is asked.
_ASKS = re.compile(r"(?:\b(?:until|if|while|and|or)|\n\s*then)\s+\Z")
_ASKED = re.compile(
    r"(?:(?P<own>'s)|(?P<lies> is(?= (?:in|on|among|next) ))|(?= (?:has|is)\b)) (?P<what>(?:(?! and | or )[^:,\n])+)"
)
_SOME_PLACE = re.compile(r"\b(in|on) an? (?=[A-Z])")
#: What only things have.
_PROPERTIES = ("value", "owner", "position", "row", "column")


@diagnostic("RL0259", title="not several")
def not_several(span: Span, name: str) -> Wording:
    """A number or a total of `the ...`, or a loop over them, is about several things that were chosen before.

    Of what lies in a place, say what it is: `of Cards in the Row`.

    Wrong:

    ```rules
    to Score:
        choose a Card from your Hand
        gain as many Coins as the total Price of the Card
    ```

    Right:

    ```rules
    to Score:
        choose a Card from your Hand
        gain as many Coins as the Card's Price
    ```
    """
    return say(
        f"`the {name}` is one thing here, not several.",
        at(span, "not several things that were chosen"),
        Help("Say which things, and where: `the number of Cards in the Row`, `for each Card in the Row`."),
    )


@diagnostic("RL0205", title="not introduced yet")
def not_introduced(
    span: Span,
    name: str,
    one: str = "",
    *,
    number: int = -1,
    dice: bool = False,
    tested: bool = False,
    in_block: bool = False,
    again: bool = False,
    space: bool = False,
    alone: bool = False,
) -> Wording:
    """A phrase with `the` refers to something that no sentence before it has introduced.

    `a` introduces a thing, `the` refers to it. A sentence can only refer to what was chosen, given or looped over
    before it.

    Wrong:

    ```rules
    to Play Card:
        move the Card to the Bag
        choose a Card from your Hand
    ```

    Right:

    ```rules
    to Play Card:
        choose a Card from your Hand
        move the Card to the Bag
    ```
    """
    if name in _PROPERTIES:
        return say(
            f"This does not say whose {name} is meant.",
            at(span, f"whose {name}?"),
            Help(f"Write `its {name}`, or name the thing: `the Die's {name}`."),
        )
    if again:
        own = f"New {name[0].upper()}{name[1:]}"
        return say(
            f"{quoted(name)} gets another meaning in a block, so it is not known here which one is meant.",
            at(span, "the one from before, or from the block?"),
            Help(
                f"Give the one in the block a name of its own, `... as {own}`: `the {name}` is then that from before."
            ),
            Help(
                f"What hangs on a condition is defined, `the {name} is 3 if ..., otherwise 2`; what several passes add "
                f"up is a track, `the {name} is a track from 0 to 99`."
            )
            if not one
            else None,
        )
    if in_block:
        return say(
            f"{quoted(name)} is known only in the block that introduces it.",
            at(span, "not known outside that block"),
            Help("Put this sentence into that block, or introduce the thing before the block begins.")
            if one
            else Help("Put this sentence into that block; where several blocks introduce it, into each of them."),
            Help("What hangs on a `may` stands behind it: `you may choose a Card, then move it to the Row`."),
        )
    one = one or name
    some = f"{'an' if one[:1] in 'AEIOU' else 'a'} {one}"
    introduced = f"Introduce it first, for example with `choose {some} ...` or `for each {one} ...`."
    if tested:
        introduced = f"The {one} that is spoken of here is `it`: write `its ...` for `the {one}'s ...`."
    elif alone:
        introduced = f"There is just one: write `the only {one}`."
    elif number == 0:
        introduced = (
            f"There is no {one} yet: write `there is 1 {one}`. Where there is only one, `the {one}` is that one."
        )
    several = (
        f"There are {number}: `for each {one}` goes through them{f', `all {name}` are all of them' * (name != one)}."
    )
    return say(
        f"{quoted(name)} is used here, but nothing before introduces one.",
        at(span, "which one?"),
        Help(introduced),
        Help(f"Where a piece lies is said behind it: `your Pawn's {one}`.") if space else None,
        Help(several) if number > 1 and (dice or name != one) else None,
        Help(f"What was just drawn is found where it lies now: `remember the only {one} in ... as Found`.")
        if number > 1 and name == one and not (dice or tested)
        else None,
    )


@diagnostic("RL0206", title="nobody acts here")
def nobody_acts(span: Span, *, choosing: bool = False, others: bool = False, defined: str = "") -> Wording:
    """The word `you` or `your` is used where nobody acts.

    Outside an action or a turn there is no player to speak to. So it is with what is defined by `your`, as in `the Toll
    is 2 if your Coins are at least 4`, or with `other players`: it may be asked only where somebody acts.

    Wrong:

    ```rules
    as soon as your Coins are 9: you win
    ```

    Right:

    ```rules
    as soon as a player's Coins are 9: the player wins
    ```
    """
    if defined:
        return say(
            f"{quoted(defined)} speaks of {'other players' if others else '`you`'}, and here nobody acts.",
            at(span, "other than who?" if others else "who are `you` here?"),
            Help(f"Let it ask about a player: `... {defined} for a player if ...`, and say here for which."),
        )
    if others:
        message = "Nobody acts here, so there is nobody to leave out."
        return say(message, at(span, "other than who?"), Help("Leave it out: `each player:`, or `a player` for any."))
    return say(
        "Nobody acts here, so I do not know who is meant.",
        at(span, "whose?"),
        Help("Say who chooses: `the Starter chooses a Card in the Row`, or `each player:` above it.")
        if choosing
        else Help("Write `a player ...` and then `the player ...`, or name the player: `the Starter's Hand`."),
        Help("What the rules decide is no choice: `remember the only player with the highest Bid as Buyer`.")
        if choosing
        else None,
    )


@diagnostic("RL0260", title="another than which")
def another_than_which(span: Span, word: str) -> Wording:
    """The word `another` or `other` is used where no such thing was spoken of before.

    `another Card` is a Card that was not chosen, given or found before.

    Wrong:

    ```rules
    to Discard:
        choose another Card from your Hand
        move it to the Bag
    ```

    Right:

    ```rules
    to Discard:
        choose a Card from your Hand
        move it to the Bag
    ```
    """
    return say(
        f"{quoted(word)} is used here, but nothing of the kind was spoken of before.",
        at(span, f"{word} than which?"),
        Help("Write `a` if any will do, or choose the first one before.")
        if word == "another"
        else Help("Leave it out if all are meant, or choose before what is not meant."),
    )


@diagnostic("RL0261", severity=Severity.WARNING, title="paid by oneself")
def pays_oneself(span: Span) -> Wording:
    """Somebody pays an amount and is paid it.

    `you` is the player who obeys the sentence. Below `each other player:` these are the others, one after the other.

    Wrong:

    ```rules
    to Collect:
        each other player: pay 1 Coin to you
    ```

    Right:

    ```rules
    to Collect:
        for each other player: the player pays 1 Coin to you
    ```
    """
    return say(
        "Whoever pays this is paid it.",
        at(span, "the same player"),
        Help(
            "Below `each other player:` they are `you`. Write `for each other player: the player pays 1 Coin to you`."
        ),
    )


@diagnostic("RL0207", title="`it` refers to nothing")
def it_is_nothing(span: Span) -> Wording:
    """The word `it` or `its` is used where nothing is being described.

    `it` is the thing that a `where`, a definition or the same sentence is about.

    Wrong:

    ```rules
    as soon as any player's Coins are at least its Goal: nobody wins
    ```

    Right:

    ```rules
    as soon as a player's Coins are at least the player's Goal: nobody wins
    ```
    """
    return say(
        "`it` refers to nothing here.",
        at(span, "what is meant?"),
        Help("Name the thing: `the player's ...`, `the Card's ...`."),
    )


@diagnostic("RL0209", title="cannot introduce here")
def cannot_introduce(span: Span, name: str, where: bool = False, fact: str = "", alone: str = "") -> Wording:
    """A phrase with `a` introduces something where a known thing is needed.

    `a` introduces and `the` refers; here the sentence needs one known thing.

    Wrong:

    ```rules
    move a Card to your Hand
    ```

    Right:

    ```rules
    choose a Card from the Bag
    move the Card to your Hand
    ```
    """
    if fact:
        return say(
            f"Which {name} is meant?",
            at(span, "introduced here"),
            Help(f"That one lies there, whichever it is, is said so: `given {fact}`."),
        )
    if alone:
        return say(
            f"There is just one {quoted(name)}, and `a` or `another` is for one of several.",
            at(span, "introduced here"),
            Help(f"Write {quoted(alone)}."),
            write_instead(f"write {quoted(alone)}", span, alone),
        )
    source = span.source
    asked = _ASKED.match(source.text, span.end) if _ASKS.search(source.text[: span.start]) else None
    if asked is not None:
        number = re.search(r"\b(?:has|are|is) [0-9]", asked["what"])
        where_it = "" if asked["lies"] else " where its" if asked["own"] else " where it"
        what = _SOME_PLACE.sub(r"\1 any ", asked["what"].rstrip())
        whole = f"there is {span.text}{where_it} {what}"
        return say(
            f"This does not say which {name} is asked about.",
            at(span, "which one?"),
            Help(f"Write {quoted(whole)}."),
            Help("`has 12 Coins` means 12 and no more, and a number may jump over that: `has at least 12 Coins`.")
            if number
            else None,
            write_instead("ask for any of them", Span(source, span.start, span.end + len(asked[0].rstrip())), whole),
        )
    return say(
        f"Which {name} is meant?",
        at(span, "introduced here"),
        Help("To ask whether it is so for any of them, write `there is a player where its ...`.")
        if name == "player"
        else None,
        Help(f"Choose it first, and then write `the {name}`."),
        Help(f"Behind `in`, `on` or `next to`, `any {name}` looks at all of them.") if where else None,
    )


@diagnostic("RL0210", title="chance is nobody")
def chance_is_nobody(span: Span) -> Wording:
    """The word `chance` is used where a player or a thing is needed.

    Chance chooses, but it owns nothing and is nowhere.

    Wrong:

    ```rules
    move all Cards to chance's Hand
    ```

    Right:

    ```rules
    chance chooses a Card
    ```
    """
    return say("Chance can only choose.", at(span, "chance is nobody"), Help("Write `chance chooses a ...`."))


@diagnostic("RL0215", title="which opponent")
def no_single_opponent(span: Span, whose: bool = True) -> Wording:
    """The word `opponent` is used in a game with more than two players.

    With three players there are two opponents.

    Wrong:

    ```rules
    choose a Card from your Hand
    move the Card to your opponent's Hand
    ```

    Right:

    ```rules
    choose a Card from your Hand
    choose another player
    move the Card to the player's Hand
    ```
    """
    return say(
        "With more than two players there is no single opponent." if whose else "An opponent is somebody's.",
        at(span, "which one?" if whose else "whose?"),
        Help("Write `choose another player`, or `each other player`."),
    )


@diagnostic("RL0222", title="too many possessives")
def too_deep(span: Span) -> Wording:
    """A chain of possessives is too long to be read one way.

    Giving a part of it a name makes it clear.

    Wrong:

    ```rules
    always any player's Hand's Card's Price is 3
    ```

    Right:

    ```rules
    always any player's Best Price is at most 9
    a player's Best Price is the highest Price of Cards in the player's Hand
    ```
    """
    return say(
        "This chain of possessives is too long.",
        at(span, "too long"),
        Help("Give a part of it a name with a sentence of its own."),
    )
