"""RL09xx: examples and invariants that do not hold or cannot be set up."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.spelling import closest
from rulelang.diagnostics.wording import Help, Wording, at, quoted, say, write_instead
from rulelang.source import Span

WHOSE_TURN = "Whose turn it is follows from what was chosen. For one action write `given Ann is about to Act`."
SAY_WHERE = "Say where they lie: `given there are 2 Cards in Ann's Hand`."
WHAT_IT_IS = "Say what it is: `given Ann's Partner is Ben`, or `given Ann's Partner is nothing`."
WHO_IS_IN_IT = "Say that it is empty, and then what is in it: `given the Trail is empty`, `given b2 is in the Trail`."
WORKED_OUT = "A rule works this out, so give what it depends on: pieces, counters and marks."


@diagnostic("RL0901", title="cannot be arranged")
def cannot_be_arranged(span: Span, advice: str = "Put pieces into places, or set counters and marks.") -> Wording:
    """An example begins with something that cannot be made true by moving pieces or setting counters.

    A fact puts pieces into places, sets a counter, a mark, or what the rulebook remembers. What is worked out from
    other things cannot be set.

    Wrong:

    ```rules
    given Ann's Goal is 12
    ```

    Right:

    ```rules
    given Ann's Coins are 7
    ```
    """
    return say(
        "I cannot make this true.",
        at(span, "this fact"),
        Help(advice),
    )


@diagnostic("RL0902", title="not a player")
def not_a_player(span: Span) -> Wording:
    """An example has somebody choose who is not a player.

    Examples name the players: the sides of the game, or Ann, Ben, Cleo, Dan.

    Wrong:

    ```rules
    given Ann is about to Claim
    when the Bag chooses a3
    ```

    Right:

    ```rules
    given Ann is about to Claim
    when Ann chooses a3
    ```
    """
    return say(f"{quoted(span.text)} is not a player.", at(span, "who?"), Help("Name one of the players."))


@diagnostic("RL0903", title="unknown choice")
def unknown_answer(span: Span, word: str, known: Sequence[str]) -> Wording:
    """An example has somebody choose something that the rulebook does not know.

    `chooses` is followed by what is chosen: an action, an option, a piece, a place, a member of a kind or a number.

    Wrong:

    ```rules
    given Ann is about to Bet
    when Ann chooses Fld
    ```

    Right:

    ```rules
    given Ann is about to Bet
    when Ann chooses Fold
    ```
    """
    meant = closest(word, known)
    return say(
        f"Nothing that could be chosen is called {quoted(word)}.",
        at(span, "this choice"),
        Help(f"Did you mean {quoted(meant)}?" if meant else "Name an action, an option, a piece, a place or a number."),
        write_instead("use the name that exists", span, meant) if meant and span.text == word else None,
    )


@diagnostic("RL0904", title="no such game")
def no_such_game(span: Span, asked: str, offered: str, meant: tuple[Span, str] | None = None) -> Wording:
    """An example asks for a number of players or a variant that the rulebook does not have.

    Such an example can never be run, so nobody would learn whether it holds.

    Wrong:

    ```rules
    given the number of players is 5
    then nobody wins
    ```

    Right:

    ```rules
    given the number of players is 2
    then nobody wins
    ```
    """
    return say(
        f"This rulebook {asked}.",
        at(span, "can never be run"),
        Help(offered),
        write_instead("use the name that exists", *meant) if meant else None,
    )


@diagnostic("RL0921", severity=Severity.WARNING, title="never so many players")
def never_so_many(span: Span, seats: str) -> Wording:
    """Rules are for a number of players that the rulebook is not for.

    They never count, so nobody ever reads them.

    Wrong:

    ```rules
    with 5 players: the Share is 3
    ```

    Right:

    ```rules
    with 2 players: the Share is 3
    ```
    """
    return say(
        f"This never counts: the rulebook is for {seats}.",
        at(span, "never so many"),
        Help("Correct the number here, or in the first line of the rulebook."),
    )


@diagnostic("RL0922", title="variant of a variant")
def variant_of_a_variant(span: Span, inner: str, outer: str) -> Wording:
    """A variant stands inside another one.

    Every variant is chosen by itself, so it cannot be a part of another.

    Wrong:

    ```rules
    variant Long:
        variant Hard: the Share is 3
    ```

    Right:

    ```rules
    variant Hard: the Share is 3
    ```
    """
    return say(
        f"{quoted(inner)} stands inside the variant {quoted(outer)}.",
        at(span, "a variant of its own"),
        Help("Write it outside, at the left edge."),
    )


@diagnostic("RL0905", title="cannot be seen")
def cannot_be_seen(span: Span) -> Wording:
    """An example asks whether somebody sees something that is not a piece.

    Only pieces, such as cards and tiles, can be hidden. Numbers and marks are open to everybody.

    Wrong:

    ```rules
    then Ben sees Ann's Coins
    ```

    Right:

    ```rules
    then Ben sees every Card in Ann's Hand
    ```
    """
    return say(
        "This is not a piece that could be seen or hidden.",
        at(span, "what is seen?"),
        Help("Name a piece, or a set such as `every Card in Ann's Hand`."),
    )


@diagnostic("RL0906", title="no such round")
def no_such_round(span: Span, number: int, loops: int) -> Wording:
    """An example begins in a round that does not exist, or it is not clear which round is meant.

    `given it is round 3` sets the round of the game's one `repeat rounds`.

    Wrong:

    ```rules
    given a new game
    given it is round 9
    ```

    Right:

    ```rules
    given a new game
    given it is round 3
    ```
    """
    if loops == 1:
        return say(
            f"There is no round {number}.",
            at(span, "which one?"),
            Help("Rounds are numbered from 1 to the number after `repeat`."),
        )
    return say(
        "It is not clear which rounds are meant." if loops else "This game has no rounds.",
        at(span, "which rounds?"),
        Help("`given it is round 3` needs one `repeat rounds`, and only one."),
    )


@diagnostic("RL0907", title="only asked in examples")
def only_in_examples(span: Span) -> Wording:
    """A rule asks which round it is or whose turn it is; or an example asks this of something other than `it`.

    Only examples may ask this, after `it`. In a rule, the player whose turn it is is `you`, and a track can count
    rounds.

    Wrong:

    ```rules
    to Open Gate:
        only if it is round 3
        gain 1 Coin
    ```

    Right:

    ```rules
    given it is round 3
    then it is Ann's turn
    ```
    """
    return say(
        "Only an example may ask this, and only of `it`.",
        at(span, "this question"),
        Help("In a rule, `you` is the player whose turn it is, and a track can count what the rule needs to know."),
    )


@diagnostic("RL0908", severity=Severity.WARNING, title="proves nothing")
def proves_nothing(span: Span) -> Wording:
    """Nothing happens in an example, and nothing that it asks depends on a rule.

    It asks only about what it has been given, or about what is so before the game begins, and passes whatever the
    rules are.

    Wrong:

    ```rules
    example "building brings a coin":
        given Ann's Coins are 3
        then Ann's Coins are 3
    ```

    Right:

    ```rules
    example "building brings a coin":
        given Ann's Coins are 3
        given Ann is about to Build
        then Ann's Coins are 4
    ```
    """
    return say(
        "Nothing happens in this example: it passes whatever the rules are.",
        at(span, "proves nothing"),
        Help("Say what happens: `given Ann is about to Rest`, or `given a new game` and `when Ann chooses Rest`."),
    )
