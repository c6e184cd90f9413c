"""What is said in other words here: sentences that come to a halt, what is the matter, and what to write.

What stands between the rules is in `other_declarations`, what is said of amounts in `other_amounts`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from rulelang.diagnostics.catalogue import sentences, words
from rulelang.diagnostics.model import Diagnostic
from rulelang.tree.other_words import OTHER_WORDS
from rulelang.tree.situation import Situation

Words: TypeAlias = Callable[[Situation], Diagnostic | None]

HEADER: Final = 'rulebook "Example" for 2 players\n'
SETUP: Final = HEADER + "setup:\n    "


def told(message: str, write: str) -> Words:
    """What is the matter, and what to write."""
    return lambda situation: sentences.other_form(situation.span, message, write)


def form(message: str, write: str, *examples: str) -> tuple[Words, tuple[str, ...]]:
    """Mistakes for which it is enough to say that."""
    return told(message, write), examples


def either(one: Words, texts: str, other: Words | None = None, *, before: bool = False) -> Words:
    """The first if one of these words stands at the halt or behind it (or before it), else the second."""
    wanted = frozenset(texts.split())

    def said(situation: Situation) -> Diagnostic | None:
        place = situation.place
        there = situation.tokens[:place] if before else situation.tokens[place:]
        chosen = one if any(token.text in wanted for token in there) else other
        return chosen(situation) if chosen else None

    return said


def begun(one: Words, texts: str, other: Words | None = None) -> Words:
    """The first if one of these words stands before the halt, else the second."""
    return either(one, texts, other, before=True)


SWAPPED: Final = told(
    "Two things change places, or two places exchange all that they hold.",
    "Write `swap your Hand with your opponent's Hand`, or choose one thing of each and write `swap the Card with the "
    "Other`.",
)

SHOWN: Final = told(
    "What is shown is one thing, one place, or what was chosen before.",
    "Write for example `show your Hand to the player after you`, or `choose 2 Cards in your Hand`, then `show the "
    "Cards to the player after you`.",
)

_ONE_PLACE_OR_PLAYER: Final = told(
    "Here one place or one player is named, and not all.",
    "Write for example `move all Cards to the Deck, then shuffle the Deck`, or `for each player: show your Hand to the "
    "player`.",
)

#: Of one thing at a time.
ONE_NAMED: Final[tuple[Words, tuple[str, ...]]] = (
    begun(
        SWAPPED,
        "swap swaps",
        begun(
            begun(_ONE_PLACE_OR_PLAYER, "your the it its first last only", SHOWN),
            "show shows",
            _ONE_PLACE_OR_PLAYER,
        ),
    ),
    (
        SETUP + "shuffle all Cards",
        SETUP + "show all Cards in your Hand to Ann",
        SETUP + "show your Hand to every player",
        SETUP + "show your Hand to everybody",
    ),
)
REPEATED: Final = told(
    "Rounds and turns are repeated.",
    "Write `repeat 5 rounds:` or `repeat turns:`, and what happens in each of them below.",
)
_ACTION_NAMED: Final = told(
    "What players do is an action with a name of yours.",
    "Write `to Play Card:`, and below it what happens: `choose a Card in your Hand`, then `move it to the Table`.",
)
_WHO_STARTS: Final = told(
    "Whoever is looked for gets a name first.",
    "Write `the Starter becomes the first player with the lowest Coins`, then `starting with the Starter`, and at the "
    "left edge `the Starter is a player`.",
)
_ALONE: Final = told(
    "`the first`, `the last` and `the only` find one thing among many, and cannot stand here by themselves.",
    "Choose it first (`choose a Pawn`, then `the Pawn`), or behind `for` put it in brackets.",
)
_ANOTHER_TURN: Final = told(
    "Nobody is given another turn: the same turn goes on.",
    "Write for example `repeat at most 9 times while the Die's value is 6: Roll And Move` in the turn.",
)


_NAME_LAST: Final = told(
    "The name comes last.",
    "Write for example `choose a number from 0 to 3 where it is not 1 as Bid`.",
)
_CONDITION_BEFORE_TO: Final = told(
    "Of which things something is so is said before where they go.",
    "Write `choose a Card in the Row where its Rank is 1, then move it to your Hand`, or for several that are all the "
    "same `move 2 Crates from the Box where its Good is Salt to the Port`.",
)
_FIRST_IN: Final = told(
    "What lies first in a place is found in it.",
    "Write `the first Card in your Hand`.",
)


def _player_after(situation: Situation) -> Diagnostic | None:
    """`swap your Hand with the player after you's Hand`"""
    words = [token.text for token in situation.tokens[situation.place - 1 :]]
    had = words[:2] == ["player", "after"] and words[3:4] == ["'s"] and words[4:5]
    return sentences.player_after_has(situation.span, had[0]) if had else None


def _is_yours(situation: Situation) -> bool:
    return situation.previous is not None and situation.previous.text == "your"


_GOES_TO: Final = told(
    "This does not say where it goes.",
    "Write for example `draw 1 Card from the Deck to your Hand`, `move the Card to the Market`.",
)
_SHOWN_TO: Final = told(
    "This does not say who gets to see it.",
    "Write for example `show your Hand to your opponent`, or `for each other player: show your Hand to the player`.",
)
_TAKEN: Final = re.compile(
    r"(?:an?|one|the|[0-9]+) (NAME)(?: from ((?:the|your) (NAME)))?(?: (?:in)?to ((?:the|your) NAME))?".replace(
        "NAME", r"[A-Z]\w*(?: [A-Z]\w*)*"
    )
)


def _taken(situation: Situation) -> Diagnostic:
    """`take a Card from the Deck`, or any other word that stands there."""
    rulebook, found = situation.source.text, _TAKEN.match(situation.sentence.text.partition("take")[2].lstrip("s "))
    if situation.token.text not in ("take", "takes") or found is None:
        return words.other_word(situation.span, OTHER_WORDS.get(situation.token.text, ()))
    what, where = found[1], found[4] or "your Hand"
    number = next((word for word in found[0].split() if word.isdigit()), "1")
    by_order = found[3] and re.search(rf"\b{found[3]}(?: is|,) an? [a-z- ]*(?:pile|bag)\b", rulebook)
    if by_order:
        write = f"`draw {number} {what} from {found[2]} to {where}`"
    elif number != "1":
        write = f"`move {number} {what} from {found[2] or 'the Row'} to {where}`"
    else:
        write = f"`choose a {what} from {found[2] or 'the Row'}, then move it to {where}`"
    counted = "" if found[2] else f", or of what is only counted `gain {number} {what}`"
    return sentences.other_form(situation.span, "Who takes a piece moves it somewhere.", f"Write {write}{counted}.")


_COMES_NEXT: Final = told("What happens next comes after it.", "Write `you may pay 1 Coin, then gain 1 Wood`.")
_NOT_SO: Final = told(
    "What is not so is said with `not` behind `is`, or with `no`.",
    "Write for example `if your Coins are not 3:`, `if you have no Cards:` or `if you are not Out:`.",
)
_THE_MOST: Final = told(
    "`the highest` finds who has the most.",
    "Write for example `for each player with the highest Coins:`, or `if you are the only player with the highest "
    "Coins:`.",
)
_REPEATED: Final = told(
    "`repeat` says how often something is done.",
    "Write `repeat 3 rounds:`, `repeat 3 turns:` or `repeat 3 times:`.",
)
_HOW_MANY_TIE: Final = told(
    "Whether several tie is asked by how many of them are best.",
    "Write `if there are at least 2 players with the highest Points:`; who wins then is said by `the winner is ...`.",
)
_EACH_CHANGES: Final = told(
    "A change for several things is written for each of them.",
    "Write for example `each player: you become not Out`, or `for each Card in the Row: it becomes Old`.",
)
_EACH_CHOOSES: Final = told(
    "What several players choose comes below `each player`.",
    "Write `each player: choose a Card in your Hand`, or `each player secretly:` if they choose at the same time.",
)
_MOVED: Final = told(
    "What goes somewhere is moved there.",
    "Write for example `move all Cards to the Deck`, or below `each player:` `move your Pawn to the Yard`.",
)
_ORDER_BEHIND: Final = told(
    "The order of players stands behind `each player`.",
    "Write for example `each player in turn order: Act`, or `each player in reverse turn order takes a turn: Act`.",
)
_SO_MANY: Final = told(
    "How many are chosen stands before them in these words: `3`, `up to 3`, `2 or more`, `any number of`, `all`.",
    "Write for example `choose up to 2 Cards in your Hand` or `choose 1 or more Cards in your Hand`.",
)
_LISTED: Final = told(
    "What there is to choose from is listed on lines of its own.",
    "Write `choose one:`, and below it actions, or names of yours with a colon and what happens.",
)
_LIES_IN: Final = told(
    "Who has a certain piece is asked by where it lies.",
    "Write for example `if the Crown is in your Hand:`, or of any of its sort `if there is a Card in your Hand:`.",
)

OTHER_FORMS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    form(
        "`if` begins a line of its own.",
        "Put it on the next line, indented further.",
        HEADER + "to Rest: if it is empty: do nothing",
    ),
    form(
        "`if possible` comes at the end of a line and is about the whole line.",
        "Put what follows on a line of its own.",
        SETUP + "gain 1 Coin if possible, then gain 1 Wood",
    ),
    form(
        "What cannot be done is not offered anyway.",
        "Take `if possible` away here, or write `choose one if possible:` if perhaps none of the options can be done.",
        SETUP + "choose one:\n        Rest if possible",
    ),
    form(
        "`all Cards` are all there are; `the Cards` are those that were chosen.",
        "Write one or the other, for example `move the Cards to your Hand`; one of them is `a Card among the Cards`.",
        SETUP + "move all the Cards to your Hand",
    ),
    form(
        "From where it comes stands before the second `as`.",
        "Write for example `draw as many Cards from the Deck as your Points to your Hand`.",
        SETUP + "draw as many Cards as your Points from the Deck to your Hand",
        SETUP + "draw as many Cards as (the number of players) from the Deck to your Hand",
    ),
    (
        begun(_CONDITION_BEFORE_TO, "move moves draw draws", _NAME_LAST),
        (
            SETUP + "choose a number from 0 to 3 as Bid where it is not 1",
            SETUP + "move 2 Crates to the Port where its Good is Red",
        ),
    ),
    (
        # `move your first Card`, `starting with the only player ...`, `a Stop next to the only Pawn`
        lambda situation: (_FIRST_IN if _is_yours(situation) else begun(_WHO_STARTS, "starting", _ALONE))(situation),
        (
            SETUP + "move your first Card to the Row",
            SETUP + "choose a Stop next to the only Pawn",
            SETUP + "repeat turns starting with the player with the lowest Coins: do nothing",
            SETUP + "each player in turn order starting with the player with the lowest Coins: do nothing",
        ),
    ),
    (
        begun(_SHOWN_TO, "show shows", _GOES_TO),
        (SETUP + "draw 1 Card",),
    ),
    form(
        "`a` introduces what is chosen; what is moved is known by then, or a number of things.",
        "Write `move 1 Pawn from your Yard to ...` if it is all the same which, or `choose a Pawn in your Yard, then "
        "move it to ...`.",
        SETUP + "move a Pawn from your Yard to the Bag",
        SETUP + "move a Pawn in your Yard to the Bag",
        SETUP + "move a Pawn on a1 to the Bag",
    ),
    form(
        "Steps along a ring or a line are taken one after the other.",
        "Write for example `repeat as many times as the Die's value:`, and below it `move your Pawn to the Field after "
        "your Pawn`.",
        SETUP + "move the Pawn as many Fields forward as the Die",
        SETUP + "move it forward as many Fields as the Die",
        SETUP + "move the Pawn forward 3 Fields",
        SETUP + "move your Pawn forward 3 Fields",
        SETUP + "move it 3 Fields",
        SETUP + "move your Pawn 3 spaces",
        SETUP + "move your Pawn up to 3 Fields",
        SETUP + "move the Pawn up to 3 Fields",
    ),
    (
        either(_ANOTHER_TURN, "turn turns", _taken),
        (
            SETUP + "take another turn",
            SETUP + "you take another turn",
            SETUP + "the player takes another turn",
            SETUP + "you get another turn",
            SETUP + "get another turn",
        ),
    ),
    form(
        "Whose a piece is stands behind it: `of`, and then who.",
        "Write `a Pawn of your opponent` with two players, `a Pawn of another player` with more.",
        SETUP + "if there is an opponent's Pawn on a1: do nothing",
        SETUP + "choose an opponent's Pawn",
    ),
    (
        either(REPEATED, "rounds round turns turn until", _ACTION_NAMED),
        (
            SETUP + "play a Card from your Hand",
            SETUP + "you play a Card from your Hand",
            SETUP + "you may play a Card from your Hand",
        ),
    ),
    form(
        "A loop says what is repeated: turns, rounds, or so many times.",
        "Write `repeat turns until ...:`, `repeat rounds until ...:` or `repeat at most 9 times while ...:`; what each "
        "player does stands below `each player:`.",
        SETUP + "repeat until the Bag is empty: do nothing",
        SETUP + "repeat while the Bag is empty: do nothing",
        SETUP + "repeat forever: do nothing",
        SETUP + "repeat for each player: do nothing",
        SETUP + "repeat this until the Bag is empty: do nothing",
        SETUP + "repeat these steps until the Bag is empty: do nothing",
        SETUP + "repeat: do nothing",
    ),
    form(
        "Turns and rounds are repeated until something is true.",
        "Turn the condition round: for `while the Bag is not empty`, write `repeat turns until the Bag is empty:`.",
        SETUP + "repeat turns while the Bag is empty: do nothing",
    ),
    form(
        "So many times are repeated while something is true.",
        "Turn the condition round: for `until the Bag is empty`, write `while the Bag is not empty`.",
        SETUP + "repeat at most 3 times until the Bag is empty: do nothing",
    ),
    form(
        "How many players there are is asked with `if` in the course of play.",
        "Write `if the number of players is 3:`, or put `with 3 players:` at the left edge, around whole rules.",
        SETUP + "with 3 players:\n        gain 1 Coin",
    ),
    form(
        "`the Card` is one that was mentioned before; the best of several has to be chosen first.",
        "Write `choose a Card in the Row with the highest Rank`, and then `move it to your Hand`.",
        SETUP + "move the Card with the highest Rank in the Row to your Hand",
    ),
    form(
        "The highest or lowest is looked for in a set of things.",
        "Write for example `the highest Bid of players` or `the highest Rank of Cards in the Row`.",
        SETUP + "choose a number from the highest Bid plus 1 to your Coins as Offer",
        SETUP + "choose a number from 1 to the highest Bid as Offer",
        SETUP + "gain as many Coins as the highest Bid",
    ),
    form(
        "An order of players begins with `in`.",
        "Write `each player in turn order starting with the Starter:`.",
        SETUP + "each player starting with the Starter:\n        gain 1 Coin",
        SETUP + "starting with the Starter, each player takes a turn: do nothing",
    ),
    form(
        "Players are put in order by what each of them has.",
        "Write `in order of the highest Bid:`; a rule may say what it is: `a player's Bid is ...`.",
        SETUP + "each player in order of the highest Rank of Cards in your Hand:\n        gain 1 Coin",
    ),
    form(
        "How many it is comes after `for each` or after `as`.",
        "Write for example `gain 1 Coin for each Card in your Hand` or `gain as many Coins as your Income`.",
        SETUP + "gain 1 Coin per Card in your Hand",
        SETUP + "gain Coins for each Card in your Hand",
    ),
    form(
        "Dice are rolled one at a time, or all those in a place at once.",
        "Write `roll the Die`, `roll all Dice in your Cup` or `repeat 2 times: roll the Die`.",
        SETUP + "roll 2 Dice",
    ),
    form(
        "What comes next is said with `after`.",
        "Write for example `move your Pawn to the Space after your Pawn`.",
        SETUP + "move your Pawn to the next Space",
    ),
    form(
        "Only what comes after something can be named; what comes before it is looked for.",
        "Write for example `the only Month where the Month after it is the Now`.",
        SETUP + "the Now becomes the Month before the Now",
        SETUP + "your Heading becomes the direction before your Heading",
        SETUP + "move your Pawn to the Field before your Pawn",
    ),
    form(
        "A part of the course of play is called a phase.",
        "Write for example `phase Harvest:`.",
        SETUP + "Harvest:\n        gain 1 Coin",
    ),
    (
        either(_SO_MANY, "0 1 2 3 4 5", _LISTED),
        (
            SETUP + "choose one of:\n        Rest",
            SETUP + "choose either Rest or Work",
            SETUP + "choose between Rest and Work",
            SETUP + "choose from:\n        Rest",
        ),
    ),
    form(
        "`if possible` comes after what is done.",
        "Write `gain 1 Coin if possible`.",
        SETUP + "if possible: gain 1 Coin",
        SETUP + "if able: gain 1 Coin",
    ),
    (
        either(_NOT_SO, "not", _COMES_NEXT),
        (
            SETUP + "if you do: gain 1 Coin",
            SETUP + "if so: gain 1 Coin",
        ),
    ),
    form(
        "What is paid goes out of play, unless a player gets it.",
        "Write for example `pay 2 Coins`, or `pay 2 Coins to the player`.",
        SETUP + "pay the bank 2 Coins",
    ),
    form(
        "`the other player` is one that was mentioned before.",
        "Write `your opponent`, which there is with 2 players, or `each other player: gain 1 Coin`.",
        SETUP + "the other player gains 1 Coin",
    ),
    form(
        "A player other than you is `another player`.",
        "Write `choose another player`.",
        SETUP + "choose a player other than you",
    ),
    form(
        "What a player is free to choose is introduced with `a`.",
        "Write `choose a Card`, `choose one of your Pawns in the Yard`, or `choose any number of Cards`.",
        SETUP + "choose your Pawn in the Yard",
        SETUP + "choose your Pawn from the Yard",
    ),
    form(
        "A condition says what it is about.",
        "Write `it is empty`.",
        SETUP + "if is empty: gain 1 Coin",
    ),
    form(
        "`nobody` can win, but it is not in a condition.",
        "Write for example `no player is Ready` or `the Square is empty`.",
        SETUP + "if nobody is on it: gain 1 Coin",
    ),
    form(
        "Where there is no player, there is `nothing`.",
        "Write for example `the Starter is nothing`, or `the Starter becomes nothing`.",
        SETUP + "the Starter becomes nobody",
        SETUP + "if the Starter is nobody: gain 1 Coin",
    ),
    (_REPEATED, (SETUP + "round 1: gain 1 Coin", SETUP + "for 3 rounds: gain 1 Coin")),
    (
        either(_HOW_MANY_TIE, "case tie", either(_ORDER_BEHIND, "order", _REPEATED)),
        (SETUP + "in case of a tie, nobody wins",),
    ),
    ONE_NAMED,
    (_player_after, (SETUP + "swap your Hand with the player after you's Hand",)),
    form(
        "In a condition, write `every` instead of `all`.",
        "Write for example `if every Card in your Hand is Old:`, `until every player is Out`, or of those that were "
        "chosen `if every Card among the Cards is Old:`.",
        SETUP + "if everybody is Out: do nothing",
        SETUP + "if all Cards are Old: do nothing",
    ),
    form(
        "`there is` or `there are` says how many there are.",
        "Write for example `there is just one player where it is not Out`.",
        SETUP + "if only one player is Out: do nothing",
        SETUP + "if one player is Out: do nothing",
    ),
    (
        either(_THE_MOST, "most fewest least highest lowest", _LIES_IN),
        (SETUP + "if you have the most Coins: do nothing",),
    ),
    (
        either(_MOVED, "go goes lie start", either(_EACH_CHOOSES, "choose", _EACH_CHANGES)),
        (
            SETUP + "no player is Out",
            SETUP + "each Card in the Row becomes Old",
            SETUP + "all Cards in the Row become Old",
        ),
    ),
    (
        _SO_MANY,
        (
            SETUP + "choose at least 1 Card in your Hand",
            SETUP + "choose 1 to 2 Cards in your Hand",
            SETUP + "choose every Card in your Hand",
        ),
    ),
    form(
        "Somebody who chooses has something to choose from: `a`, and not `the`.",
        "Write for example `choose a Card in your Hand with the highest Rank`; nobody chooses `the first Card`.",
        SETUP + "choose the Card with the highest Rank",
    ),
)
