"""Sentences left out."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import operator, without
from rulelang.mutation.sites import MutationSite, varied, with_link
from rulelang.tree import nodes as tree

#: Deeds that end something: left out by an operator of their own.
ENDS = (tree.EndNow, tree.EndAfter, tree.Win, tree.Leave, tree.SharedEnd, tree.Stop)


@operator("a sentence is left out")
def sentence_removed(site: MutationSite) -> Iterator[Variation]:
    """`pay 2 Coins`: nothing; also whole phases, loops and `if` with what follows from them."""
    if not isinstance(_only_deed(site.node), (tree.Shuffle, *ENDS)):
        yield from _left_out(site)


@operator("a place is not shuffled")
def shuffle_removed(site: MutationSite) -> Iterator[Variation]:
    """`shuffle the Deck`: nothing"""
    if isinstance(_only_deed(site.node), tree.Shuffle):
        yield from _left_out(site)


@operator("the game, a round or a turn does not end, or nobody wins by a sentence")
def ending_removed(site: MutationSite) -> Iterator[Variation]:
    """`the game ends now`: nothing"""
    if isinstance(_only_deed(site.node), ENDS):
        yield from _left_out(site)


@operator("one of several sentences in a row is left out")
def part_removed(site: MutationSite) -> Iterator[Variation]:
    """`pay 2 Coins, then draw a Card`: `pay 2 Coins`"""
    node = site.node
    if isinstance(node, tree.Simple) and len(node.sentences) > 1:
        for number in range(len(node.sentences)):
            rest = (*node.sentences[:number], *node.sentences[number + 1 :])
            span = with_link(node, node.sentences, number)
            yield from without(varied(node, sentences=rest), span, exact=number > 0)


@operator("an option of a choice is left out")
def option_removed(site: MutationSite) -> Iterator[Variation]:
    """`choose one: Buy, Sell`: `choose one: Buy`"""
    parent = site.parent
    if isinstance(parent, tree.ChooseMenu) and site.field == "options" and len(parent.options) > 1:
        yield from without(None, site.node.span, exact=False)


@operator("what happens otherwise is left out")
def otherwise_removed(site: MutationSite) -> Iterator[Variation]:
    """`if ...: ... otherwise: ...`: only `if`; one of several cases"""
    node = site.node
    if not isinstance(node, tree.Branch):
        return
    if node.otherwise is not None:
        yield from without(varied(node, otherwise=None), node.otherwise.span, exact=False)
    for number, arm in enumerate(node.arms):
        if len(node.arms) > 1:
            rest = (*node.arms[:number], *node.arms[number + 1 :])
            yield from without(varied(node, arms=rest), arm.span, exact=False)


def _left_out(site: MutationSite) -> Iterator[Variation]:
    """In the place of a statement stands one that does nothing, so that a block never becomes empty."""
    node = site.node
    if not isinstance(node, tree.Statement) or not isinstance(site.parent, tree.Block):
        return
    idle = tree.DoAction(None, span=node.span)
    if isinstance(node, tree.Simple) and node.sentences == (idle,):
        return
    yield Variation(
        tree.Simple((idle,), False, None, span=node.span), (MutantEdit(node.span, "do nothing"),), "without"
    )


def _only_deed(node: tree.Node) -> tree.Node | None:
    if not isinstance(node, tree.Simple) or len(node.sentences) != 1:
        return None
    only = node.sentences[0]
    return only.deed if isinstance(only, tree.By) else only
