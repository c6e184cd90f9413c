"""Highest and lowest, first and last, ties."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import each_other, instead, operator, turned, without
from rulelang.mutation.sites import MutationSite, varied, with_link, written
from rulelang.tree import nodes as tree


@operator("`highest` becomes `lowest`, and back")
def highest_lowest(site: MutationSite) -> Iterator[Variation]:
    """`the player with the highest Score`: `the player with the lowest Score`"""
    node = site.node
    match node:
        case tree.Rank():
            old, new = ("highest", "lowest") if node.highest else ("lowest", "highest")
            yield from instead(varied(node, highest=not node.highest), written(node, old), new)
        case tree.Aggregate():
            yield from turned(node, "form", each_other("highest", "lowest"))
        case _:
            return


@operator("`first` becomes `last`, and back")
def first_last(site: MutationSite) -> Iterator[Variation]:
    """`the first Painting in your Easel`: `the last Painting in your Easel`"""
    if isinstance(site.node, tree.NthOf | tree.NthPlace):
        yield from turned(site.node, "nth", each_other("first", "last"))


@operator("a tie-break is left out")
def tie_break_removed(site: MutationSite) -> Iterator[Variation]:
    """`the highest Score, then the lowest Seat`: `the highest Score`"""
    node = site.node
    if not isinstance(node, tree.Ranking) or len(node.ranks) < 2:
        return
    for number in range(len(node.ranks)):
        rest = (*node.ranks[:number], *node.ranks[number + 1 :])
        span = with_link(node, node.ranks, number)
        yield from without(varied(node, ranks=rest), span)
