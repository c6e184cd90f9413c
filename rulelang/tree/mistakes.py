"""Mistakes known by example: what is said about a sentence that comes to a halt as one of these does."""

from __future__ import annotations

from functools import cache

from rulelang.diagnostics.model import Diagnostic
from rulelang.source import source_from_text
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine
from rulelang.tree.mistake_examples import EXAMPLES
from rulelang.tree.other_forms import Words
from rulelang.tree.situation import Situation
from rulelang.tree.table import load

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
