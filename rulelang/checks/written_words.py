"""The words a move is told in (`written "{Card} to {Square}"`) speak of what is known when the move is made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import actions as wording
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.spoken_names import SpokenNames
from rulelang.rulebook.words import Plurals
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts

_GAP: Final = re.compile(r"\{([^{}]+)\}")


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each name in braces is one of an argument, a choice, or something remembered before the last choice."""
    plurals = context.compilations[0].world.plurals if context.compilations else Plurals()
    for placed in context.rulebook.items:
        item = placed.item
        if isinstance(item, tree.Action) and item.written is not None:
            known, late = _known(item, plurals)
            for gap in _GAP.finditer(item.written.span.text):
                if known.meant(gap[1]) is None:
                    span = item.written.span
                    where = span.source.span(span.start + gap.start(), span.start + gap.end())
                    yield wording.written_of_nothing(where, gap[1], item.name.text, known.names, late=gap[1] in late)


def _known(action: tree.Action, plurals: Plurals) -> tuple[SpokenNames, set[str]]:
    """What can be spoken of when the action is chosen, and what is only remembered after the last choice in it."""
    known, waiting = SpokenNames(plurals), set[str]()

    def add(sort: str, alias: tree.Word | None) -> None:
        if sort or alias is not None:
            known.add(sort, alias.text if alias is not None else sort)

    for given in action.parameters:
        add(_noun(given.noun), given.alias)
    for part in parts(action.body):
        match part:
            case tree.Remember(_, alias):
                waiting.add(alias.text)
            case tree.Choose(pick, alias):
                for name in waiting:
                    known.add("", name)
                waiting = set()
                add(_picked(pick), alias)
            case _:
                pass
    return known, waiting


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
