"""Who wins: a ranking without a last word, in all of which two players may be equal; or no word at all."""

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
    if rulebook.header is not None and not any(_speaks_of_winners(one) for one in context.sentences):
        yield wording.nobody_can_win(rulebook.header.span)
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


def _speaks_of_winners(node: tree.Node) -> bool:
    # Where `nobody wins` stands, a game without winners is meant.
    return isinstance(node, tree.Winner | tree.Win | tree.SharedEnd)
