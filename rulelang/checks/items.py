"""Which sentences of a rulebook the checks of play look at."""

from __future__ import annotations

from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree

_NO_PLAY = (tree.Example, tree.Glossary, tree.PiecesDeclaration, tree.Picture)


def of_play(rulebook: WrittenRulebook) -> tuple[tree.Node, ...]:
    """All that play comes to, item by item: everything but examples, which are many, and tables."""
    return tuple(part for placed in rulebook.items if not isinstance(placed.item, _NO_PLAY) for part in placed.parts)
