"""RL05xx, continued: play that goes round for ever, gets stuck, or has parts that nothing leads to."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.registry import diagnostic
from rulelang.diagnostics.model import Severity
from rulelang.diagnostics.wording import Help, Note, Wording, at, because, joined, quoted, say
from rulelang.source import Span


@diagnostic("RL0509", title="goes round for ever")
def endless(span: Span, by_chance: bool = False) -> Wording:
    """Something is repeated without end, and no player decides anything in it.

    Play runs on by itself until a player or chance decides something. If neither happens and nothing inside can stop
    the repeating, the game hangs there. It does so, too, if only chance decides and what would stop it never changes.

    Wrong:

    ```rules
    play:
        repeat rounds:
            each player: gain 1 Coin
    ```

    Right:

    ```rules
    play:
        repeat 5 rounds:
            each player: gain 1 Coin
    ```
    """
    return say(
        f"This goes round for ever: {'only chance' if by_chance else 'nobody'} decides anything in it, and nothing can "
        "stop it.",
        at(span, "never comes to an end"),
        Help("Say how often, `repeat 5 rounds:`, or let a player `choose` something in it."),
    )


@diagnostic("RL0510", severity=Severity.UNPROVED, title="may go round without anybody deciding")
def perhaps_endless(span: Span, by_chance: bool = False) -> Wording:
    """It is not proved that somebody always gets to decide something before this starts again.

    When every decision in it is skipped, because nothing is possible for anybody, and nothing else changes, the game
    would go round for ever. Whether that can happen was not worked out. The same is asked where only chance decides.

    Wrong:

    ```rules
    play:
        repeat turns: Place Disc if possible
    ```

    Right:

    ```rules
    play:
        repeat turns:
            choose one:
                Place Disc
                Rest
    ```
    """
    if by_chance:
        return say(
            "I have not proved that this comes to an end: only chance decides anything in it.",
            at(span, "what if chance never brings what ends this?"),
            Help(
                "Say how often at most, `repeat at most 99 times while ...`, or let a player `choose` something in it."
            ),
        )
    return say(
        "I have not proved that somebody always gets to decide before this starts again.",
        at(span, "what if nobody can do anything?"),
        Help("Offer something that is always possible, or play many games with `rulelang sim` to see whether it ends."),
    )


@diagnostic("RL0511", title="happens again and again")
def never_stops(span: Span, body: Span) -> Wording:
    """What follows an `as soon as` changes nothing that its condition is about.

    The condition is tested again until it no longer holds (12.2). If the sentences below do not change what it is
    about, it still holds, and the same happens again without end.

    Wrong:

    ```rules
    as soon as a player's Points are at least 10: the player gains 1 Star
    ```

    Right:

    ```rules
    as soon as a player's Points are at least 10:
        the player gains 1 Star
        the player pays 10 Points
    ```
    """
    return say(
        "This happens again and again without end: nothing below makes the condition false.",
        at(span, "still holds afterwards"),
        because(body, "does not change what it is about"),
        Help("Change what the condition is about, or end the game."),
    )


@diagnostic("RL0512", severity=Severity.UNPROVED, title="may happen again and again")
def perhaps_never_stops(span: Span) -> Wording:
    """It is not proved that the condition of an `as soon as` becomes false in the end.

    The condition is tested again until it no longer holds (12.2). The sentences below change what it is about, but
    whether they always make it false, at once or bit by bit, was not worked out.

    Wrong:

    ```rules
    as soon as a player's Heat is at least the player's Limit:
        the player's Heat becomes the player's Limit divided by 2
    ```

    Right:

    ```rules
    as soon as a player's Heat is at least 6: the player's Heat becomes 0
    ```
    """
    return say(
        "I have not proved that this stops happening.",
        at(span, "does it become false in the end?"),
        Help("It is certain when a number below only falls, or becomes one that the condition rules out."),
    )


@diagnostic("RL0513", title="never anything to choose")
def nothing_to_choose(span: Span) -> Wording:
    """Somebody has to choose, and there is never anything to choose from.

    A choice that must be made but cannot be made leaves the game stuck.

    Wrong:

    ```rules
    each player has Coins from 0 to 5
    to Pay Toll:
        choose a number from 6 to your Coins as Toll
    ```

    Right:

    ```rules
    each player has Coins from 0 to 5
    to Pay Toll:
        choose a number from 0 to your Coins as Toll
    ```
    """
    return say(
        "Somebody has to choose here, but there is never anything to choose from.",
        at(span, "the game would be stuck"),
        Help("Look at the bounds of the numbers and at what the condition requires."),
        Help("What follows in the same move has to be possible, too: what it pays, moves, draws and asks for."),
    )


@diagnostic("RL0514", severity=Severity.UNPROVED, title="perhaps nothing to choose")
def perhaps_nothing_to_choose(span: Span, players: Sequence[int] = ()) -> Wording:
    """It is not proved that there is always something to choose where somebody has to choose.

    A choice that must be made but cannot be made leaves the game stuck. Whether that can happen was not worked out;
    random games with `rulelang sim` will find it unless it is very rare.

    Wrong:

    ```rules
    to Take Turn:
        choose a Card from your Hand
        move the Card to the Discard
    ```

    Right:

    ```rules
    to Take Turn:
        if your Hand is not empty:
            choose a Card from your Hand
            move the Card to the Discard
    ```
    """
    return say(
        "I have not proved that there is always something to choose here.",
        at(
            span,
            f"has to be chosen, also if {joined([str(one) for one in players])} play"
            if players
            else "has to be chosen",
        ),
        Help("Add `if possible`, an option that is always there, or an `as soon as` that ends the game first."),
    )


@diagnostic("RL0515", severity=Severity.WARNING, title="nothing leads here")
def nothing_leads_here(span: Span, before: Span | None = None, lacking: str = "") -> Wording:
    """Play never reaches this sentence.

    After `end the turn`, after a sentence that ends the game, and after something that is repeated without end, the
    sentences that follow in the same block are never obeyed.

    Wrong:

    ```rules
    to Rest:
        end the turn
        gain 1 Coin
    ```

    Right:

    ```rules
    to Rest:
        gain 1 Coin
        end the turn
    ```
    """
    return say(
        "This is never obeyed: play never gets here.",
        at(span, "nothing leads here"),
        because(before, "never goes on after this") if before is not None else None,
        Help(_MADE_BY.get(lacking, "Move it to where it should happen, or take it out.")),
    )


#: What makes the turns and the other parts of a game that something waits for.
_MADE_BY = {
    "turn": "This game has no turns. Write `each player takes a turn:`, `P takes a turn:` or `repeat turns:`.",
    "round": "This game has no rounds. Write `repeat rounds:` or `repeat 5 rounds:`.",
    "phase": "This game has no phases. Write `phase Trading:`.",
}


@diagnostic("RL0524", title="no rounds")
def no_rounds(span: Span) -> Wording:
    """Something may be done once per round, but there are no rounds.

    Only `repeat rounds:` makes rounds; a loop of turns does not, however often everybody has a turn.

    Wrong:

    ```rules
    once per round, you may: gain 1 Coin
    play: repeat 6 turns: choose a number from 1 to 2
    ```

    Right:

    ```rules
    once per round, you may: gain 1 Coin
    play:
        repeat 3 rounds:
            each player takes a turn: choose a number from 1 to 2
    ```
    """
    return say(
        "This game has no rounds, so nothing can be done once per round.",
        at(span, "once per round"),
        Help("Write `once per turn`, or play in rounds: `repeat rounds:`."),
    )


@diagnostic("RL0516", severity=Severity.WARNING, title="can never be true")
def never_so(span: Span) -> Wording:
    """An `if` asks for something that the bounds of numbers and the tables of components rule out.

    What is below such an `if` never happens.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        if your Coins are at least 10:
            you may Trade
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Rest:
        if your Coins are at least 9:
            you may Trade
    ```
    """
    return say(
        "This can never be true, for any number of players.",
        at(span, "what is below it never happens"),
        Help("Compare with a number within the bounds, or widen the bounds `from ... to ...`."),
    )


@diagnostic("RL0517", severity=Severity.WARNING, title="can never be chosen")
def never_chosen(span: Span, name: str) -> Wording:
    """Nobody can ever choose this option.

    What it needs is ruled out by the bounds of numbers or by the tables of components.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Buy Palace:
        only if your Coins are at least 10
        gain 5 Points
    ```

    Right:

    ```rules
    each player has Coins from 0 to 12
    to Buy Palace:
        only if your Coins are at least 10
        gain 5 Points
    ```
    """
    return say(
        f"{quoted(name)} can never be chosen, for any number of players.",
        at(span, "never possible"),
        Help("Look at what it costs and requires, and at the bounds `from ... to ...`."),
    )


@diagnostic("RL0518", severity=Severity.WARNING, title="can never be obeyed")
def never_obeyed(span: Span, why: str) -> Wording:
    """A sentence requires more than there can ever be.

    A sentence that cannot be obeyed makes its whole move impossible (6.5), so that move is never offered.

    Wrong:

    ```rules
    each player has Coins from 0 to 9
    to Collect Rent:
        gain 1 Coin
        only if your Coins are at least 10
    ```

    Right:

    ```rules
    each player has Coins from 0 to 9
    to Collect Rent:
        gain 1 Coin
        only if your Coins are at least 5
    ```
    """
    return say(
        "This can never be obeyed, for any number of players.",
        at(span, "never possible"),
        Note(f"The reason would always be: {why}."),
        Help("Require less, or widen the bounds `from ... to ...` or `of up to ...`."),
    )


@diagnostic("RL0519", severity=Severity.WARNING, title="no such end")
def no_such_end(span: Span, part: str) -> Wording:
    """The game should end after this turn, round or phase, but nothing of the kind is played.

    `repeat turns:` alone makes no rounds (10.3), and only `phase Name:` makes phases. Without such a part, the game
    does not end.

    Wrong:

    ```rules
    play:
        repeat turns: Build
    as soon as the Bank is empty: the game ends after this round
    ```

    Right:

    ```rules
    play:
        repeat rounds:
            each player takes a turn: Build
    as soon as the Bank is empty: the game ends after this round
    ```
    """
    return say(
        f"This game has no {part} to end after, so this never ends it.",
        at(span, "ends nothing"),
        Help("Write `the game ends now`, or play in `repeat rounds:`, `each player takes a turn:`, `phase ...:`."),
    )


@diagnostic("RL0520", severity=Severity.WARNING, title="never ends")
def never_ends(span: Span, only: str | None = None) -> Wording:
    """Nothing in the rulebook can bring the game to an end.

    A game ends when a sentence ends it, or when `play:` has been obeyed to its end (13.1).

    Wrong:

    ```rules
    play:
        repeat turns: Build
    ```

    Right:

    ```rules
    play:
        repeat turns: Build
    as soon as a player's Points are at least 10: the player wins
    ```
    """
    return say(
        "Nothing can bring this game to an end.",
        at(span, "goes on for ever"),
        Note(f"This is true of {only}, and perhaps of others, but not of all.") if only is not None else None,
        Help("Add `as soon as ...: the game ends now`, say `you win` somewhere, or repeat a number of rounds."),
    )


@diagnostic("RL0521", severity=Severity.WARNING, title="never stops there")
def never_until(span: Span) -> Wording:
    """Something is repeated `until` a condition that the bounds of numbers and the tables of components rule out.

    The repetition can never stop for this reason.

    Wrong:

    ```rules
    the Sun is a track from 0 to 8
    play:
        repeat rounds until the Sun is 9: Work
    ```

    Right:

    ```rules
    the Sun is a track from 0 to 9
    play:
        repeat rounds until the Sun is 9: Work
    ```
    """
    return say(
        "What this waits for after `until` can never come true.",
        at(span, "never stops for this reason"),
        Help("Compare with a number within the bounds, or widen the bounds `from ... to ...`."),
    )
