"""Sums, rounding, gaining and losing."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import instead, operator
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree


@operator("`plus` becomes `minus`, and back")
def plus_minus(site: MutationSite) -> Iterator[Variation]:
    """`the Price plus the Surcharge`: `the Price minus the Surcharge`"""
    node = site.node
    match node:
        case tree.Plus(left, right):
            yield from instead(tree.Minus(left, right, span=node.span), written(node, "plus"), "minus")
        case tree.Minus(left, right):
            yield from instead(tree.Plus(left, right, span=node.span), written(node, "minus"), "plus")
        case tree.Times(left, right):
            yield from instead(tree.Plus(left, right, span=node.span), written(node, "times"), "plus", exact=False)
        case _:
            return


@operator("a quotient is rounded the other way")
def rounding_changed(site: MutationSite) -> Iterator[Variation]:
    """`divided by 2 rounded up`: `divided by 2 rounded down`"""
    node = site.node
    if not isinstance(node, tree.Divided):
        return
    if node.rounding is None:
        yield from instead(varied(node, rounding="up"), node.span.after, " rounded up")
    else:
        other = "down" if node.rounding == "up" else "up"
        yield from instead(varied(node, rounding=other), written(node, node.rounding), other)


@operator("what is gained is lost, what is lost or paid is gained")
def gain_lose(site: MutationSite) -> Iterator[Variation]:
    """`gain 3 Coins`: `lose 3 Coins`"""
    node = site.node
    match node:
        case tree.Gain(amount):
            plain = written(node, "gain")
            span = plain or written(node, "gains")
            yield from instead(tree.Lose(amount, span=node.span), span, "lose" if plain else "loses")
        case tree.Lose(amount) | tree.Pay(amount, None):
            plain = written(node, "lose", "pay")
            span = plain or written(node, "loses", "pays")
            yield from instead(tree.Gain(amount, span=node.span), span, "gain" if plain else "gains")
        case _:
            return


@operator("`total` becomes `highest`")
def total_changed(site: MutationSite) -> Iterator[Variation]:
    """`the total Strength of Tiles`: `the highest Strength of Tiles`"""
    node = site.node
    if isinstance(node, tree.Aggregate) and node.form == "total":
        yield from instead(varied(node, form="highest"), written(node, "total"), "highest")
