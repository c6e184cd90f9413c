"""Comparisons: least and most, with and without equality, any and every."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import each_other, instead, operator, turned
from rulelang.mutation.sites import MutationSite, written
from rulelang.tree import nodes as tree


@operator("`at least` becomes `at most`, and back")
def least_most(site: MutationSite) -> Iterator[Variation]:
    """`if your Coins are at least 3`: `if your Coins are at most 3`; also limits of definitions"""
    node = site.node
    match node:
        case tree.Bounded() | tree.DefineClamp():
            yield from turned(node, "bound", each_other("least", "most"), "at {}")
        case tree.Count():
            yield from turned(node, "form", each_other("at least", "at most"))
        case tree.PickSome():
            yield from turned(node, "form", {"at least": "up to"})
        case _:
            return


@operator("a comparison holds, or does not hold, for equal values")
def equality_changed(site: MutationSite) -> Iterator[Variation]:
    """`if A is at least B`: `if A is more than B`. With a number this is what `number-up` and `number-down` do."""
    node = site.node
    match node:
        case tree.Bounded("least", value) if not isinstance(value, tree.NumberLiteral):
            yield from instead(tree.MoreThan(value, span=node.span), written(node, "at least"), "more than")
        case tree.Bounded("most", value) if not isinstance(value, tree.NumberLiteral):
            yield from instead(tree.LessThan(value, span=node.span), written(node, "at most"), "less than")
        case tree.MoreThan(value) if not isinstance(value, tree.NumberLiteral):
            yield from instead(tree.Bounded("least", value, span=node.span), written(node, "more than"), "at least")
        case tree.LessThan(value) if not isinstance(value, tree.NumberLiteral):
            yield from instead(tree.Bounded("most", value, span=node.span), written(node, "less than"), "at most")
        case _:
            return


_QUANTIFIERS = {"any": "every", "every": "any", "no": "any"}


@operator("`any` becomes `every`, `every` and `no` become `any`")
def any_every(site: MutationSite) -> Iterator[Variation]:
    """`if any Caste is Gone`: `if every Caste is Gone`"""
    if isinstance(site.node, tree.Every | tree.EveryOf | tree.EveryPlace | tree.Touching):
        yield from turned(site.node, "quantifier", _QUANTIFIERS)
