"""When the game, a round or a turn ends."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import each_other, instead, operator, turned
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree


@operator("the game ends at another time")
def ending_changed(site: MutationSite) -> Iterator[Variation]:
    """`the game ends now`: `the game ends after this turn`; `after this turn`: `now`, `after this round`"""
    node = site.node
    match node:
        case tree.EndNow():
            later = tree.EndAfter("turn", span=node.span)
            yield from instead(later, written(node, "now"), "after this turn")
        case tree.EndAfter(scope):
            at_once = tree.EndNow(span=node.span)
            yield from instead(at_once, written(node, f"after this {scope}"), "now")
            yield from turned(node, "scope", each_other("turn", "round"))
        case _:
            return


@operator("everybody wins where nobody should, or the other way round")
def result_turned(site: MutationSite) -> Iterator[Variation]:
    """`nobody wins`: `everybody wins`"""
    node = site.node
    if isinstance(node, tree.SharedEnd):
        old, new = ("everybody", "nobody") if node.everybody else ("nobody", "everybody")
        yield from instead(varied(node, everybody=not node.everybody), written(node, old), new)
