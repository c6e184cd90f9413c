"""Mistakes known by example: what is said about a sentence that comes to a halt as one of these does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rulelang.diagnostics.catalogue import sentences
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import source_from_text
from rulelang.tokens.layout import Layout
from rulelang.tokens.scanner import scan
from rulelang.tree.machine import Machine
from rulelang.tree.situation import Situation
from rulelang.tree.table import load

Words = Callable[[Situation], Diagnostic]

_HEADER = 'rulebook "Example" for 2 players\n'


def _up_to_the_end(situation: Situation) -> Diagnostic:
    """From the token on as far as capitals go."""
    return sentences.quotes_needed(situation.span)


EXAMPLES: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        lambda situation: sentences.quotes_needed(situation.span),
        (
            "rulebook Example for 2 players",
            "library Example",
            _HEADER + "uses Compass",
            _HEADER + "source de Example",
            _HEADER + "example Four Coins:",
            _HEADER + "to Walk written Walk: do nothing",
        ),
    ),
    (
        lambda situation: sentences.not_in_front(situation.span),
        (
            _HEADER + "setup:\n    if not the Bag is empty: do nothing",
            _HEADER + "setup:\n    only if not the Bag is empty",
            _HEADER + "setup:\n    repeat turns until not the Bag is empty: do nothing",
            _HEADER + "as soon as not the Bag is empty: do nothing",
            _HEADER + "the Income is 2 if not the Bag is empty",
            _HEADER + "setup:\n    choose a Tile where not it is empty",
            _HEADER + "setup:\n    if the Bag is empty and not the Box is empty: do nothing",
            _HEADER + "always not the Bag is empty",
        ),
    ),
    (
        lambda situation: sentences.may_not(situation.span),
        (_HEADER + "setup:\n    you may not gain 2 Coins", _HEADER + "setup:\n    the player may not gain 2 Coins"),
    ),
    (
        lambda situation: sentences.moment(situation.span),
        (_HEADER + "when the Bag is empty: do nothing", _HEADER + "if the Bag is empty: do nothing"),
    ),
    (
        lambda situation: sentences.missing_article(situation.span),
        (
            _HEADER + "setup:\n    choose Tile from the Bag",
            _HEADER + "setup:\n    draw Tiles from the Bag to your Hand",
        ),
    ),
    (
        lambda situation: sentences.either_place(situation.span),
        (
            _HEADER + "setup:\n    choose a Tile from your Hand or the Bag",
            _HEADER + "setup:\n    move your Pawn to Kochi or Nara",
            _HEADER + "setup:\n    move the Die to the Bag or the Box",
        ),
    ),
)


def by_example(situation: Situation) -> Diagnostic | None:
    """What there is to say about a sentence that halts in the same way as a known one."""
    word = _known().get((situation.machine.states[-1], situation.kind))
    return word(situation) if word else None


@cache
def _known() -> dict[tuple[int, str], Words]:
    return {halt(example): word for word, examples in EXAMPLES for example in examples}


def halt(text: str) -> tuple[int, str]:
    """In which state, and before which kind of token, the first mistake of a text brings the machine to a halt."""
    source = source_from_text("example", text)
    layout = Layout(source, scan(source.text))
    machine = Machine(load(), source)
    while (line := layout.next_line()) is not None:
        tokens = [*line.opening, *line.tokens]
        place = machine.run(tokens)
        if place < len(tokens):
            return machine.states[-1], tokens[place].kind
    raise ValueError(f"there is no mistake in {text!r}")
