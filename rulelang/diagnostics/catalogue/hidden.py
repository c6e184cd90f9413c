"""RL06xx: choices and results that would give away what a player may not know."""

from __future__ import annotations

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, quoted, say
from rulelang.source import Span


@diagnostic("RL0601", severity=Severity.WARNING, title="offers give a secret away")
def offer_tells(span: Span, place: str) -> Wording:
    """What a player is offered depends on what that player may not see.

    Anybody who sees which choices there are can tell what is hidden (14.4). A player may know what was shown, what lies
    in the open, what is their own, and how many pieces lie anywhere.

    Wrong:

    ```rules
    each player has a Hand, a secret area of Cards
    to Accuse:
        choose another player where the player has a Thief Card in the player's Hand
        gain 1 Point
    ```

    Right:

    ```rules
    each player has a Hand, a secret area of Cards
    to Accuse:
        choose another player where the player's Hand is not empty
        gain 1 Point
    ```
    """
    return say(
        f"What is offered here depends on {quoted(place)}, which the player who chooses may not see.",
        at(span, "the choices give it away"),
        Help("Use only what everybody knows, or let a sentence `show` it first."),
    )


@diagnostic("RL0602", severity=Severity.UNPROVED, title="offers may give a secret away")
def offer_may_tell(span: Span, place: str) -> Wording:
    """It is not proved that what a player is offered depends only on what that player may know.

    A move is offered if all of it can be obeyed (6.5). Something in this move looks at a place that the player who
    chooses may not see. Whether that ever makes a difference to what is offered was not worked out.

    Wrong:

    ```rules
    each player has a Hand, a secret area of Cards
    to Trick:
        choose a player
        if there is a Thief Card in the player's Hand: the player pays 1 Point
    ```

    Right:

    ```rules
    each player has a Hand, a secret area of Cards
    to Trick:
        choose a player
        if there is a Thief Card in the player's Hand: the player loses 1 Point
    ```
    """
    return say(
        f"I have not proved that what is offered here reveals nothing about {quoted(place)}.",
        at(span, "does the offer depend on it?"),
        Help("Make what follows always possible (`lose` instead of `pay`), or `show` the place first."),
    )


@diagnostic("RL0603", severity=Severity.UNPROVED, title="may give a secret away")
def may_reveal(span: Span, place: str) -> Wording:
    """What happens here depends on something that not everybody may see.

    Everybody sees what happens, so everybody learns something about it. Often that is the point of the rule. But
    nothing says so, unless a sentence shows the place to those who will notice.

    Wrong:

    ```rules
    each player has a Hand, a secret area of Cards
    to Ask:
        choose another player
        if there is a Thief Card in the player's Hand: gain 1 Point
    ```

    Right:

    ```rules
    each player has a Hand, a secret area of Cards
    to Ask:
        choose another player
        show the player's Hand to you
        if there is a Thief Card in the player's Hand: gain 1 Point
    ```
    """
    return say(
        f"What happens here reveals something about {quoted(place)}; I have not proved that everybody may know it.",
        at(span, "depends on it"),
        Help("If you mean it, leave it as it is, or say so with `show ... to ...` in front of it."),
    )


@diagnostic("RL0604", severity=Severity.WARNING, title="looks at a choice made at the same time")
def looks_across(span: Span, secretly: Span, what: str) -> Wording:
    """While all choose secretly, something depends on what another player has just chosen.

    Everything below `each player secretly:` happens at the same time (10.6). Nothing in it may depend on what the
    others choose there; that would favour those who happen to sit later.

    Wrong:

    ```rules
    each player has a Bid from 0 to 9
    to Choose Bid:
        choose a number from 0 to 9 where it is not your opponent's Bid as Sum
        your Bid becomes the Sum
    ```

    Right:

    ```rules
    each player has a Bid from 0 to 9
    to Choose Bid:
        choose a number from 0 to 9 as Sum
        your Bid becomes the Sum
    ```
    """
    return say(
        f"This depends on {quoted(what)}, which another player chooses at the same time.",
        at(span, "looks at another player's choice"),
        because(secretly, "everybody chooses at the same time here"),
        Help("Look at it after the block in which everybody chooses."),
    )


@diagnostic("RL0605", severity=Severity.UNPROVED, title="may look at a choice made at the same time")
def may_look_across(span: Span, secretly: Span, what: str) -> Wording:
    """It is not proved that nobody's secret choice depends on another player's choice at the same time.

    Everything below `each player secretly:` happens at the same time (10.6). Something in it looks at what it may
    change for another player.

    Wrong:

    ```rules
    each player has a Bid from 0 to 9
    the Rival is a player
    to Choose Bid:
        choose a number from 0 to 9 where it is not the Rival's Bid as Sum
        your Bid becomes the Sum
    ```

    Right:

    ```rules
    each player has a Bid from 0 to 9
    the Rival is a player
    to Choose Bid:
        choose a number from 0 to 9 where it is not your Bid as Sum
        your Bid becomes the Sum
    ```
    """
    return say(
        f"I have not proved that this does not depend on {quoted(what)} as another player changes it.",
        at(span, "whose is it?"),
        because(secretly, "everybody chooses at the same time here"),
        Help("Look only at what belongs to `you`, or look after the block in which everybody chooses."),
    )


@diagnostic("RL0606", title="a position would give a secret away")
def position_tells(span: Span, place: str, turned: bool = False) -> Wording:
    """A position that is compared includes something that not everybody sees.

    Everybody knows whether a position has occurred before (4.19). So everything that belongs to it must lie in the
    open: in places that are neither `secret` nor `face-down`, with pieces that are never turned.

    Wrong:

    ```rules
    a Number is one of One, Two
    a Card is a card with a Number
    there are 4 Cards: 2 One, 2 Two
    each player has a Hand, a secret area of Cards
    the Table is an area of Cards
    the Past is a list of up to 100 positions
    to Lay:
        choose a Card from your Hand
        move the Card to the Table
        only if the position is not in the Past
        add the position to the Past
    ```

    Right:

    ```rules
    a Number is one of One, Two
    a Card is a card with a Number
    there are 4 Cards: 2 One, 2 Two
    each player has a Hand, a secret area of Cards
    the Table is an area of Cards
    the Past is a list of up to 100 positions
    to Lay:
        choose a Card from your Hand
        move the Card to the Table
        only if the arrangement of Cards in the Table is not in the Past
        add the arrangement of Cards in the Table to the Past
    ```
    """
    if turned:
        return say(
            f"{quoted(place)} may lie face down, so not everybody sees what this position is made of.",
            at(span, "counts what lies face down"),
            Help("Say what counts: `the arrangement of` pieces that are never turned."),
        )
    return say(
        f"Not everybody sees what lies in {quoted(place)}, which belongs to this position.",
        at(span, "counts what is hidden"),
        Help("Say what counts: `the arrangement of` pieces `in` or `on` places that lie in the open."),
    )


@diagnostic("RL0607", severity=Severity.UNPROVED, title="being asked reveals what a player holds")
def asking_tells(span: Span, place: str) -> Wording:
    """A player is asked only when holding something that the others do not see.

    Everybody sees who is asked and who is passed over. So everybody knows that the player who is asked holds it. If you
    do not mean that, ask everybody, and give everybody something to choose.

    Wrong:

    ```rules
    each player has a Hand, a secret area of Cards
    to Defend:
        choose one if possible:
            Parry
    to Parry:
        choose a Card from your Hand where its Price is 5
        move it to the Discard
    ```

    Right:

    ```rules
    each player has a Hand, a secret area of Cards
    to Defend:
        choose one:
            Parry
            Let It Be: do nothing
    to Parry:
        choose a Card from your Hand where its Price is 5
        move it to the Discard
    ```
    """
    return say(
        f"Who is asked here reveals something about {quoted(place)}, which not everybody sees.",
        at(span, "others are passed over"),
        Help(
            "If you do not mean that, ask everybody: add an option that is always there, and leave out `if possible`."
        ),
    )


@diagnostic("RL0608", severity=Severity.WARNING, title="drawn in secret from where everybody looks")
def drawn_from_open(span: Span, place: str) -> Wording:
    """Something is drawn in secret from a place in which everybody sees what lies there, and what is left.

    A bag is open like any other place unless it says `face-down` (14.1). Then everybody sees what is missing in it, and
    knows what was drawn.

    Wrong:

    ```rules
    the Purse is a bag of Cubes
    each player has a Fist, a secret area of Cubes
    setup: move all Cubes to the Purse
    to Take: draw 1 Cube from the Purse to your Fist
    ```

    Right:

    ```rules
    the Purse is a face-down bag of Cubes
    each player has a Fist, a secret area of Cubes
    setup: move all Cubes to the Purse
    to Take: draw 1 Cube from the Purse to your Fist
    ```
    """
    return say(
        f"Everybody sees what is left in {quoted(place)}, so everybody knows what is drawn here in secret.",
        at(span, "can be reckoned out"),
        Help(f"If nobody looks into {quoted(place)}, write `a face-down bag` where it is introduced."),
    )
