"""A ranking without a last word: two players may be equal in all of it."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Whether a tie can happen is not worked out; a rulebook for one player has none."""
    rulebook = context.rulebook
    if rulebook.seats and rulebook.seats[-1] < 2:
        return
    for placed in rulebook.items:
        item = placed.item
        if isinstance(item, tree.Winner) and not item.shared:
            names = [
                noun_text(rank.noun)
                for filter_ in item.set.filters
                if isinstance(filter_, tree.Best)
                for rank in filter_.ranking.ranks
            ]
            if names:
                yield wording.may_tie(item.span, names)
