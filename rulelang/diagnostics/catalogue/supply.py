"""RL07xx, continued: more pieces than there are, more than fit, and where the pieces of the game end up."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Wording, at, because, counted, listed, quoted, say
from rulelang.source import Span


@diagnostic("RL0718", title="never fits")
def never_fits(span: Span, place: str, room: int, needed: int) -> Wording:
    """More pieces are put into a place than it can ever hold.

    A place never holds more pieces than it has room for, so this sentence can never be obeyed.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Market is a row of up to 3 Cards
    setup: move 5 Cards from the Box to the Market
    ```

    Right:

    ```rules
    a Card is a card
    there are 9 Cards
    the Market is a row of up to 5 Cards
    setup: move 5 Cards from the Box to the Market
    ```
    """
    return say(
        f"{quoted(place)} has room for {room}, so {needed} will never fit.",
        at(span, "never fits"),
        Help("Move fewer, or make room: `of up to ...`."),
    )


@diagnostic("RL0719", title="never so many")
def never_so_many(span: Span, name: str, there: int, needed: int) -> Wording:
    """More pieces are taken than there are in the whole game.

    Pieces are neither made nor destroyed. A sentence that asks for more than exist can never be obeyed.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Market is a row of Cards
    setup: move 12 Cards from the Box to the Market
    ```

    Right:

    ```rules
    a Card is a card
    there are 12 Cards
    the Market is a row of Cards
    setup: move 12 Cards from the Box to the Market
    ```
    """
    return say(
        f"There are only {there} of these {quoted(name)} pieces in the game, but this takes {needed}.",
        at(span, "never so many"),
        Help("Take fewer, or correct the number after `there are` or `each player has`."),
    )


@diagnostic("RL0721", title="more than the bank holds")
def more_than_bank(span: Span, name: str, bank: int, first: int) -> Wording:
    """All players together begin with more than there is.

    `out of` says how much all players together can have. What they begin with comes out of it.

    Wrong:

    ```rules
    each player has Coins from 0 to 20 starting at 10 out of 15
    ```

    Right:

    ```rules
    each player has Coins from 0 to 20 starting at 5 out of 15
    ```
    """
    return say(
        f"There are {bank} {quoted(name)} in all, but the players begin with {first}.",
        at(span, "begins with more than there is"),
        Help("Begin with less, or put more into the bank: `out of ...`."),
    )


@diagnostic("RL0722", title="begins beyond its bounds")
def begins_outside(span: Span, name: str, low: int, high: int, first: int) -> Wording:
    """A number begins outside the bounds it is introduced with.

    A number never leaves its bounds, so it cannot begin outside them.

    Wrong:

    ```rules
    each player has Coins from 0 to 20 starting at 25
    ```

    Right:

    ```rules
    each player has Coins from 0 to 20 starting at 20
    ```
    """
    return say(
        f"{quoted(name)} goes from {low} to {high}, but begins at {first}.",
        at(span, "begins beyond its bounds"),
        Help("Begin with a number within the bounds, or widen them: `from ... to ...`."),
    )


@diagnostic("RL0753", title="begins with what play decides")
def begins_unknown(span: Span, name: str) -> Wording:
    """A number begins with something that is not known before the game.

    What a number begins with may be a number, a definition that hangs on nothing that changes, or something printed.
    Whatever hangs on the game is given in the setup.

    Wrong:

    ```rules
    the Tide is a track from 0 to 9
    each player has Coins from 0 to 20 starting at the Tide
    ```

    Right:

    ```rules
    the Tide is a track from 0 to 9
    each player has Coins from 0 to 20
    setup:
        the Tide becomes 3
        each player: gain as many Coins as the Tide
    ```
    """
    return say(
        f"What {quoted(name)} begins with hangs on the game.",
        at(span, "not known before the game"),
        Help(f"Begin with a number, and change it below `setup:`, for example `your {name} becomes ...`."),
    )


@diagnostic("RL0723", title="setup takes more than there are")
def setup_takes_too_many(span: Span, place: str, there: int, taken: int, first: Span | None) -> Wording:
    """The setup takes more pieces from a place than can lie there.

    Nothing is put back in between, so the last pieces cannot be taken, and the game could not begin.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        each player: draw 5 Cards from the Deck to your Hand
    ```

    Right:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        each player: draw 4 Cards from the Deck to your Hand
    ```
    """
    return say(
        f"The setup takes {taken} pieces from {quoted(place)}, but no more than {there} can lie there.",
        at(span, "not enough are left"),
        because(first, "taken before") if first is not None else None,
        Help("Take fewer, write `if possible`, or correct the number of pieces."),
    )


@diagnostic("RL0720", severity=Severity.UNPROVED, title="may not be possible when it happens")
def may_be_stuck(span: Span, reason: str, more: int) -> Wording:
    """Something happens by itself, and it may be impossible, as far as could be worked out.

    Where a player decides, what is impossible is not offered. What happens by itself has to be possible, or the game
    stops with an error. Sentences of the setup are counted together: they are tried out whenever a game begins.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    the Market is a row of up to 5 Cards
    setup: move all Cards from the Box to the Deck
    play:
        repeat 12 rounds: draw 1 Card from the Deck to the Market
    ```

    Right:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    the Market is a row of up to 5 Cards
    setup: move all Cards from the Box to the Deck
    play:
        repeat 12 rounds: draw 1 Card from the Deck to the Market if possible
    ```
    """
    others = f" The same goes for {counted(more, 'other sentence')} of the setup." if more else ""
    return say(
        f"This happens by itself, and I have not proved that it is always possible: perhaps {reason}.{others}",
        at(span, "may be impossible"),
        Help("Write `if possible`, or ask first with `if`."),
    )


@diagnostic("RL0728", severity=Severity.WARNING, title="taken from anywhere")
def taken_from_anywhere(span: Span, names: Sequence[str], places: Sequence[str]) -> Wording:
    """So many pieces are moved, and nothing says from where, though they may lie in several places.

    Where no place is named, pieces are taken wherever they lie, in the order of the stock: also from other players, and
    from the Box.

    Wrong:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        shuffle the Deck
        each player: move 2 Cards to your Hand
    ```

    Right:

    ```rules
    a Card is a card
    there are 9 Cards
    the Deck is a face-down pile of Cards
    each player has a Hand, a secret area of Cards
    setup:
        move all Cards from the Box to the Deck
        shuffle the Deck
        each player: move 2 Cards from the Deck to your Hand
    ```
    """
    return say(
        f"Nothing says from where {quoted(span.text)} {'is' if span.text.startswith('1 ') else 'are'} taken: "
        f"there may be some in {listed(names, 'and')}.",
        at(span, "taken wherever they lie"),
        Help(f"Write from where: {listed(f'{span.text} from {place}' for place in places)}."),
    )


@diagnostic("RL0724", severity=Severity.WARNING, title="no text of its own")
def without_text(span: Span, noun: str, names: Sequence[str], others: int) -> Wording:
    """Most pieces of a class have a text that says what they do, but some have no text.

    A text is a block with the name of its card or tile. Perhaps one was forgotten, or a name differs from the one in
    the table.

    Wrong:

    ```rules
    a Charm is a card
    there are 3 Charms:
        | Title   | Copies |
        | Lantern | 1      |
        | Mirror  | 1      |
        | Feather | 1      |
    each player has Luck from 0 to 9
    Lantern:
        once per turn, you may: gain 1 Luck
    Mirror:
        once per turn, you may: gain 2 Luck
    ```

    Right:

    ```rules
    a Charm is a card
    there are 3 Charms:
        | Title   | Copies |
        | Lantern | 1      |
        | Mirror  | 1      |
        | Feather | 1      |
    each player has Luck from 0 to 9
    Lantern:
        once per turn, you may: gain 1 Luck
    Mirror:
        once per turn, you may: gain 2 Luck
    Feather:
        once per turn, you may: gain 3 Luck
    ```
    """
    have = "has" if len(names) == 1 else "have"
    return say(
        f"{listed(names, 'and')} {have} no text; {others} other {noun} titles have one.",
        at(span, "of these"),
        Help(f"Write {quoted(names[0] + ':')} and below it what it does, or correct the name."),
        Help(f"If it needs no text, say so: `note: {names[0]} does nothing by itself`."),
    )


@diagnostic("RL0725", severity=Severity.WARNING, title="never used")
def never_asked(span: Span, name: str) -> Wording:
    """A number, a mark, an attribute, a definition or what a die shows is kept, but no sentence ever uses it.

    What nothing uses makes no difference to the game. Perhaps a rule is missing, or a name was changed in one place
    only.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    each player has Fame from 0 to 9
    to Sing: gain 1 Fame
    to Busk: gain 2 Coins
    the winner is the player with the highest Coins, otherwise shared
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    each player has Fame from 0 to 9
    to Sing: gain 1 Fame
    to Busk: gain 2 Coins
    the winner is the player with the highest Fame, then the highest Coins, otherwise shared
    ```
    """
    return say(
        f"Nothing in this rulebook uses {quoted(name)}.",
        at(span, "kept but never used"),
        Help("Write the rule that uses it, or take this out."),
    )


@diagnostic("RL0748", title="counted pieces are not told apart")
def not_told_apart(span: Span, noun: str, counted_only: str) -> Wording:
    """Something is noted about single ones of pieces that are only counted.

    Pieces of this shape that look alike are only counted, and nobody can say which is this one and which is that one.
    So a counter, a mark or a place cannot belong to one of them, and a list cannot hold one. The same is true where a
    name joins them with other pieces (`the Prize is a Thing`).

    Wrong:

    ```rules
    a Shell is a token
    each Shell may be Cracked
    ```

    Right:

    ```rules
    a Shell is a tile
    each Shell may be Cracked
    ```
    """
    return say(
        f"{quoted(counted_only)} pieces are only counted, so nothing can be noted about one of them.",
        at(span, "of one of them" if noun == counted_only else f"of one {noun}"),
        Help("Make them tiles, cards or figures, which are told apart, or speak only of those that are."),
    )
