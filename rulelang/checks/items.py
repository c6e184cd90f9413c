"""Which items of a rulebook the checks of play look at."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.rulebook.loading import Rulebook
from rulelang.tree import nodes as tree


def of_play(rulebook: Rulebook) -> Iterator[tree.Item]:
    """The items that play comes to: everything but examples, which are many, and tables of words."""
    for placed in rulebook.items:
        if not isinstance(placed.item, tree.Example | tree.Glossary):
            yield placed.item
