"""Mistakes known by example: what is said about a sentence that comes to a halt as one of these does."""

from __future__ import annotations

from functools import cache

from rulelang.diagnostics.catalogue import openings, sentences
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import source_from_text
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.everyday_forms import EVERYDAY_FORMS, WHICH_PLAYER
from rulelang.tree.machine import Machine
from rulelang.tree.other_amounts import OTHER_AMOUNTS
from rulelang.tree.other_declarations import OTHER_DECLARATIONS
from rulelang.tree.other_forms import HEADER, OTHER_FORMS, SETUP, Words, either
from rulelang.tree.situation import Situation
from rulelang.tree.table import load


def _whose_turn(situation: Situation) -> Diagnostic | None:
    return None if _turns_pieces(situation) else openings.whose_turn(situation.sentence)


def _turns_pieces(situation: Situation) -> bool:
    """`turn all Cards face up`"""
    return situation.kind == "TURN" and situation.tokens[1].text in ("all", "the", "your", "it", "every", "each")


EXAMPLES: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        lambda situation: sentences.not_in_front(situation.span),
        (SETUP + "if not the Bag is empty: do nothing",),
    ),
    (
        lambda situation: sentences.may_not(situation.span),
        (SETUP + "you may not gain 2 Coins",),
    ),
    (
        lambda situation: sentences.moment(situation.span),
        (HEADER + "when the Bag is empty: do nothing",),
    ),
    (
        lambda situation: sentences.number_for_article(situation.span),
        (SETUP + "draw a Tile from the Bag to your Hand", SETUP + "draw the Tile to your Hand"),
    ),
    (
        lambda situation: sentences.either_place(situation.span),
        (
            SETUP + "choose a Tile from your Hand or the Bag",
            SETUP + "move your Pawn to Kochi or Nara",
        ),
    ),
    (
        lambda situation: sentences.choice_by_or(situation.span),
        (
            SETUP + "gain 1 Coin\n    or lose 1 Coin",
            SETUP + "gain 1 Coin or lose 1 Coin",
            SETUP + "Rest or Work",
            SETUP + "you may either rest",
        ),
    ),
    (
        lambda situation: sentences.loop_first(situation.span),
        (
            SETUP + "until the Bag is empty: do nothing",
            SETUP + "while the Bag is empty: do nothing",
        ),
    ),
    (
        lambda situation: sentences.features_with(situation.span),
        (
            HEADER + "a Tile has a Strength from 0 to 4",
            HEADER + "the Deck contains 20 Cards",
            HEADER + "the Deck consists of 20 Cards",
        ),
    ),
    (
        lambda situation: sentences.what_each_has(situation.span),
        (
            HEADER + "each player has Coins",
            HEADER + "each player has 3 Coins from 0 to 9",
            HEADER + "each player has a Hand",
            HEADER + "each player has a Hand of up to 5 Cards",
            HEADER + "each player has Coins: 5",
            HEADER + "each player has Coins starting at 5",
            HEADER + "each player has Coins (0 to 9)",
            HEADER + "each player has Coins, starting at 3",
        ),
    ),
    (
        lambda situation: openings.game_ends(situation.sentence),
        (
            HEADER + "the game ends when the Bag is empty",
            HEADER + "a game ends when the Bag is empty",
            HEADER + "as soon as the Bag is empty: game ends",
        ),
    ),
    (
        lambda situation: openings.who_wins(situation.sentence),
        (
            HEADER + "the winner is nobody",
            HEADER + "a player wins when the Bag is empty",
            HEADER + "the player with the most Points wins",
            HEADER + "nobody wins if the Bag is empty",
        ),
    ),
    (
        either(_whose_turn, "turn turns", WHICH_PLAYER[0]),
        (
            SETUP + "players take turns",
            SETUP + "the players take turns",
            SETUP + "on your turn:\n        do nothing",
            HEADER + "players take turns",
            HEADER + "on your turn, choose one of:",
            HEADER + "turns start with Red",
            HEADER + "each player takes a turn",
        ),
    ),
    (
        lambda situation: openings.starting_amount(situation.sentence),
        (
            HEADER + "each player starts with 5 Coins",
            HEADER + "each player begins with 5 Coins",
            HEADER + "each player gets 5 Coins",
            HEADER + "each player receives 5 Coins",
        ),
    ),
    (
        lambda situation: openings.board_of(situation.sentence),
        (
            HEADER + "there is a board of 3 by 3 squares",
            HEADER + "the board has 9 squares",
        ),
    ),
    *OTHER_DECLARATIONS,
    *OTHER_FORMS,
    *OTHER_AMOUNTS,
    *EVERYDAY_FORMS,
)


Halt = tuple[frozenset[str], str]


def by_example(situation: Situation) -> Diagnostic | None:
    """What there is to say about a sentence that halts in the same way as a known one."""
    word = _known().get((_next(situation.machine), _kind(situation.token)))
    return word(situation) if word else None


@cache
def _known() -> dict[Halt, Words]:
    return {halt(example): word for word, examples in EXAMPLES for example in examples}


def _kind(token: Token) -> str:
    # Words that the language does not have are as different as they are: one may be misspelt, another not.
    return token.text if token.kind == "WORD" else token.kind


def _next(machine: Machine) -> frozenset[str]:
    # It makes no difference whether a block or an `if` could end here.
    return machine.accepted() - {"_DEDENT", "$END", "OTHERWISE"}


def halt(text: str) -> Halt:
    """What could come next where the first mistake of a text brings the machine to a halt, and what comes instead."""
    source = source_from_text("example", text)
    layout = LayoutReader(source, scan(source.text))
    machine = Machine(load(), source)
    while (line := layout.next_line()) is not None:
        tokens = [*line.opening, *line.tokens]
        place = machine.run(tokens)
        if place < len(tokens):
            return _next(machine), _kind(tokens[place])
    raise ValueError(f"there is no mistake in {text!r}")
