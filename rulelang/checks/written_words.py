"""The words a move is told in (`written "{Card} to {Square}"`) speak of what is known when the move is made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import actions as wording
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import Plurals, plural_of
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

_GAP: Final = re.compile(r"\{([^{}]+)\}")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each name in braces is one of an argument, a choice, or something remembered before the last choice."""
    plurals = context.compilations[0].world.plurals if context.compilations else Plurals()
    for placed in context.rulebook.items:
        item = placed.item
        if isinstance(item, tree.Action) and item.written is not None:
            known, late = _names(item)
            spoken = {form for name in known for form in _forms(name, plurals)}
            for gap in _GAP.finditer(item.written.span.text):
                if gap[1] not in spoken:
                    span = item.written.span
                    where = span.source.span(span.start + gap.start(), span.start + gap.end())
                    yield wording.written_of_nothing(where, gap[1], item.name.text, sorted(known), late=gap[1] in late)


def _names(action: tree.Action) -> tuple[set[str], set[str]]:
    """What can be spoken of when the action is chosen, and what is only remembered after the last choice in it."""
    known = {given.alias.text if given.alias else _noun(given.noun) for given in action.parameters}
    waiting: set[str] = set()
    for part in parts(action.body):
        match part:
            case tree.Remember(_, alias):
                waiting.add(alias.text)
            case tree.Choose(pick, alias):
                known |= waiting
                waiting = set()
                known |= {_picked(pick), alias.text if alias is not None else ""}
            case _:
                pass
    return known - {""}, waiting


def _picked(pick: tree.Pick) -> str:
    match pick:
        case tree.PickOne(_, chosen) | tree.PickSome(_, _, _, chosen):
            return _noun(chosen.noun)
        case tree.PickValue(name):
            return name.text
        case _:
            return ""


def _noun(noun: tree.Noun | None) -> str:
    return noun_text(noun) if noun is not None else ""


def _forms(name: str, plurals: Plurals) -> Iterator[str]:
    """A name, without the adjectives in front of it, in the singular and the plural."""
    words = name.split()
    for start in range(len(words)):
        text = " ".join(words[start:])
        yield from (text, plural_of(text), plurals(text))
