"""Exceptions, triggers and powers left out, and exceptions turned round."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import instead, operator, without_item
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree


@operator("an exception to a definition is left out")
def exception_removed(site: MutationSite) -> Iterator[Variation]:
    """`a Field is also Open if ...`, `your Price is 1 less`, `... is at least 0`: nothing"""
    node = site.node
    match node:
        case tree.DefineValue() if node.mode is not None or node.change is not None:
            yield from without_item(site)
        case tree.DefineClamp() | tree.DefineDoubled() | tree.DefineMay() | tree.Works():
            yield from without_item(site)
        case _:
            return


@operator("a trigger is left out")
def trigger_removed(site: MutationSite) -> Iterator[Variation]:
    """`as soon as ...`, `after you Build: ...`, `at the end of each turn: ...`: nothing"""
    node = site.node
    if isinstance(node, tree.StateTrigger | tree.EventTrigger | tree.TimeTrigger):
        yield from without_item(site)


@operator("what may be done at other times is left out")
def power_removed(site: MutationSite) -> Iterator[Variation]:
    """`once per turn, you may: ...`: nothing"""
    node = site.node
    if isinstance(node, tree.Window):
        yield from without_item(site)


@operator("`more` becomes `less`, and back")
def more_less(site: MutationSite) -> Iterator[Variation]:
    """`your Price is 1 less`: `your Price is 1 more`"""
    node = site.node
    if isinstance(node, tree.ValueChange) and node.word != "instead":
        other = "less" if node.word == "more" else "more"
        yield from instead(varied(node, word=other), written(node, node.word), other)


@operator("`also` becomes `never`, and back")
def also_never(site: MutationSite) -> Iterator[Variation]:
    """`a Field is also Open if ...`: `a Field is never Open if ...`, and back"""
    node = site.node
    if isinstance(node, tree.DefineValue) and node.mode is not None:
        other = "never" if node.mode == "also" else "also"
        yield from instead(varied(node, mode=other), written(node, node.mode), other)
