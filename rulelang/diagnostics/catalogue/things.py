"""RL02xx, continued: what cannot be asked of a thing or done with it, as it is of another sort."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.wording import Help, Wording, at, counted, joined, opening, quoted, say
from rulelang.source import Span


@diagnostic("RL0212", title="not a place")
def not_a_place(span: Span, sort: str, write: str = "Name a space, a bag, an area, a row or a pile.") -> Wording:
    """A place is needed, and this is not one.

    Pieces lie in places and are moved between them: spaces of the board, bags, areas, rows, piles.

    Wrong:

    ```rules
    choose a Card from the Bag
    move the Card to Ann
    ```

    Right:

    ```rules
    choose a Card from the Bag
    move the Card to Ann's Hand
    ```
    """
    return say(
        f"This is {sort}, not a place.",
        at(span, "a place is needed"),
        Help(write),
    )


@diagnostic("RL0250", title="lies nowhere")
def lies_nowhere(span: Span, sort: str) -> Wording:
    """Something is looked for in a place, but things of its sort do not lie in places.

    Pieces lie in places, and spaces are next to one another. Players and values are nowhere.

    Wrong:

    ```rules
    choose a player in the Bag
    ```

    Right:

    ```rules
    choose a player where the player's Wagon is in the Bag
    ```
    """
    return say(
        f"This is {sort}, which lies nowhere.",
        at(span, "only pieces and spaces have a place"),
        Help("Ask about a piece: `where the player's Pawn is in the Yard`."),
    )


@diagnostic("RL0216", title="has no face")
def has_no_face(span: Span, sort: str) -> Wording:
    """Something that has no faces is turned.

    Only tiles, cards and figures lie face up or face down.

    Wrong:

    ```rules
    turn all Cubes in the Bag face up
    ```

    Right:

    ```rules
    turn all Cards in your Hand face up
    ```
    """
    return say(
        f"This is {sort}; it lies neither face up nor face down.",
        at(span, "has no face"),
        Help("Only tiles, cards and figures have faces."),
    )


@diagnostic("RL0217", title="only places are empty")
def only_places_are_empty(span: Span, sort: str) -> Wording:
    """Something is called empty that cannot hold anything.

    Only places and lists can be empty.

    Wrong:

    ```rules
    choose a Card from your Hand
    if the Card is empty: nobody wins
    ```

    Right:

    ```rules
    choose a Card from your Hand
    if your Hand is empty: nobody wins
    ```
    """
    return say(
        f"This is {sort}; only places and lists can be empty.",
        at(span, "cannot be empty"),
        Help("Name a place, or write `there is no ...`."),
    )


@diagnostic("RL0218", title="nobody owns these")
def nobody_owns(span: Span, sort: str) -> Wording:
    """A sentence asks for the owner of something that nobody owns.

    Pieces belong to players; spaces and values do not.

    Wrong:

    ```rules
    choose one of your Colours
    ```

    Right:

    ```rules
    choose a Colour
    ```
    """
    return say(f"This is {sort}; nobody owns it.", at(span, "whose?"), Help("Leave out the owner."))


@diagnostic("RL0221", title="does not fit")
def not_of(span: Span, things: str, value: str) -> Wording:
    """Things are picked by a value that has nothing to do with them.

    `Ships of the Material` works because each ship has a material.

    Wrong:

    ```rules
    choose a Wagon of the Die
    ```

    Right:

    ```rules
    choose a Wagon of you
    ```
    """
    return say(
        f"{opening(value)} does not say which {things} are meant.",
        at(span, "picked by this"),
        Help("Use something printed on the things, their owner, or a `where`."),
    )


@diagnostic("RL0230", title="not an amount")
def not_an_amount(span: Span, sort: str) -> Wording:
    """What is gained, lost or paid here is not an amount.

    It has to be a number of something, or a cost with amounts.

    Wrong:

    ```rules
    pay the Building
    ```

    Right:

    ```rules
    pay the Building's Cost
    ```
    """
    what = span.text if sort.startswith("a number") else "the Price"
    return say(
        f"This is {sort}, not an amount.",
        at(span, "not an amount"),
        Help(f"Say how much of what: `2 Coins`, `as many Coins as {what}`; a `Cost in Goods` says it itself."),
    )


@diagnostic("RL0231", title="cannot be moved")
def cannot_move(span: Span, sort: str, several: tuple[str, int, str] | None = None) -> Wording:
    """Something that is not a piece is moved.

    Only pieces can be moved.

    Wrong:

    ```rules
    move Ann to the Bag
    ```

    Right:

    ```rules
    move all Cards to the Bag
    ```
    """
    if several is not None:
        title, count, piece = several
        return say(
            f"{counted(count, piece)} are called {quoted(title)}; which one is meant?",
            at(span, "not one piece"),
            Help(f"Say that it is one of them: `1 {title} {piece}` is moved, `a {title} {piece}` is chosen."),
            Help(f"In an example, write `given there is a {title} {piece} in ...`."),
        )
    return say(
        f"This is {sort}; only pieces can be moved.",
        at(span, "not a piece"),
        Help("Name a piece (`the Card`), or say which pieces: `all Cards in your Hand`, `1 of your Pawns`."),
    )


@diagnostic("RL0232", title="not a list")
def not_a_list(span: Span, sort: str) -> Wording:
    """Something is added to a thing that is not a list.

    Lists are introduced with `the Trail is a list of Regions`.

    Wrong:

    ```rules
    choose a Region
    add the Region to the Bag
    ```

    Right:

    ```rules
    choose a Region
    add the Region to the Trail
    ```
    """
    return say(
        f"This is {sort}, not a list.",
        at(span, "not a list"),
        Help("Introduce a list: `the Trail is a list of ...`."),
        Help("A number rises with `gain 1 Coin` or `the Pot becomes the Pot plus 1`.") if "number" in sort else None,
    )


@diagnostic("RL0236", title="two sorts of pieces mixed")
def mixed_union(span: Span, name: str) -> Wording:
    """A sentence mixes pieces that are only counted with others.

    Some pieces are only counted, others are told apart; a sentence can deal with the one sort or the other.

    Wrong:

    ```rules
    a Thing is either a Card or a Cube
    to Take: choose a Thing
    ```

    Right:

    ```rules
    to Take: choose a Card
    ```
    """
    return say(
        f"{quoted(name)} are partly pieces that are only counted, partly others.",
        at(span, "both at once"),
        Help("Write one sentence for each of the two sorts of pieces."),
    )


@diagnostic("RL0258", title="some of the counted pieces that were chosen")
def some_of_the_chosen(span: Span) -> Wording:
    """Several are to be taken out of counted pieces that were chosen before.

    Counted pieces of one look are not told apart. So one of those that were chosen can be taken, or all of them, but
    not a number of them.

    Wrong:

    ```rules
    to Give:
        choose 3 Cubes
        move 2 Cubes among the Cubes to the Bag
    ```

    Right:

    ```rules
    to Give:
        choose 3 Cubes
        move the Cubes to the Bag
    ```
    """
    return say(
        "This takes several out of counted pieces that were chosen before.",
        at(span, "either one of them, or all"),
        Help("Choose just as many as you need, and move `the ...`; or take one of them at a time."),
    )


@diagnostic("RL0237", title="not a test")
def not_a_class_test(span: Span, name: str) -> Wording:
    """A sentence asks whether a thing is a counted piece of some sort.

    Counted pieces have no identity; ask for what is printed on them.

    Wrong:

    ```rules
    choose a Card from your Hand
    if the Card is a Cube: nobody wins
    ```

    Right:

    ```rules
    choose a Card from your Hand
    if the Card is a Playable Card: nobody wins
    ```
    """
    return say(
        f"It cannot be asked here whether something is a {name}.",
        at(span, "cannot be asked"),
        Help("Ask for something printed on it."),
    )


@diagnostic("RL0241", title="such pieces never lie there")
def never_lies_there(span: Span, piece: str, place: str, accepted: Sequence[str]) -> Wording:
    """Pieces are moved to a place, or looked for in one, that takes only other pieces.

    A place that is introduced with `of Cards` takes cards and nothing else.

    Wrong:

    ```rules
    the Tray is an area of Cards
    to Store: move 1 Good from the Box to the Tray
    ```

    Right:

    ```rules
    the Tray is an area of Goods
    to Store: move 1 Good from the Box to the Tray
    ```
    """
    taken = " or ".join(f"{name}s" for name in accepted)
    return say(
        f"{quoted(place)} takes {joined([quoted(name) for name in accepted], 'and')} pieces, not {quoted(piece)}.",
        at(span, "never lies there"),
        Help(f"Name another place, or write `of {taken} or {piece}s` where {quoted(place)} is introduced."),
    )


@diagnostic("RL0242", title="not somebody")
def not_somebody(span: Span, sort: str) -> Wording:
    """A player is needed, but this is something else.

    Only players can look at what is shown to them.

    Wrong:

    ```rules
    show your Hand to the Market
    ```

    Right:

    ```rules
    show your Hand to Ben
    ```
    """
    return say(f"This is {sort}, not a player.", at(span, "who?"), Help("Name a player, or write `the player`."))


@diagnostic("RL0243", title="cannot be shown")
def cannot_show(span: Span, sort: str) -> Wording:
    """Something is shown that nobody could turn over or hold up.

    Pieces can be shown, and so can everything in a place. Numbers and marks are seen by everybody anyway.

    Wrong:

    ```rules
    show your Coins to Ben
    ```

    Right:

    ```rules
    show your Hand to Ben
    ```
    """
    return say(
        f"This is {sort}; only pieces and places can be shown.",
        at(span, "cannot be shown"),
        Help("Name a piece or a place."),
    )


@diagnostic("RL0244", title="neither top nor bottom")
def no_end(span: Span, place: str, end: str) -> Wording:
    """Something is moved to the top or the bottom of a place that has no order.

    Only rows and piles have a top and a bottom. In an area, a bag or a space the pieces have no order.

    Wrong:

    ```rules
    the Tray is an area of Cards
    to Store: move 1 Card from the Box to the top of the Tray
    ```

    Right:

    ```rules
    the Tray is a pile of Cards
    to Store: move 1 Card from the Box to the top of the Tray
    ```
    """
    return say(
        f"{quoted(place)} has no {end}: its pieces have no order.",
        at(span, f"has no {end}"),
        Help(f"Leave out `the {end} of`, or introduce it as a pile or a row."),
    )
