"""Exceptions, triggers and powers left out, exceptions turned round; when things happen, and how often they may."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import each_other, instead, operator, turned, without_item
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
    if isinstance(site.node, tree.ValueChange):
        yield from turned(site.node, "word", each_other("more", "less"))


@operator("`also` becomes `never`, and back")
def also_never(site: MutationSite) -> Iterator[Variation]:
    """`a Field is also Open if ...`: `a Field is never Open if ...`, and back"""
    if isinstance(site.node, tree.DefineValue):
        yield from turned(site.node, "mode", each_other("also", "never"))


_SCOPES = each_other("turn", "round")


@operator("something happens at another moment")
def moment_changed(site: MutationSite) -> Iterator[Variation]:
    """`at the start of each turn`: `at the end of each turn`; `before`: `after`; `each turn`: `each round`"""
    node = site.node
    match node:
        case tree.TimeTrigger():
            yield from turned(node, "edge", each_other("start", "end"))
            yield from turned(node, "scope", _SCOPES)
        case tree.EventTrigger():
            yield from turned(node, "when", each_other("before", "after"))
        case tree.Stop():
            yield from turned(node, "scope", _SCOPES)
        case _:
            return


@operator("what may be done once may be done at any time")
def once_removed(site: MutationSite) -> Iterator[Variation]:
    """`once per turn, you may`: `at any time, you may`"""
    node = site.node
    if isinstance(node, tree.Window) and node.once_per is not None:
        span = written(node, f"once per {node.once_per}")
        yield from instead(varied(node, once_per=None), span, "at any time")


@operator("rules for some numbers of players hold for others")
def players_changed(site: MutationSite) -> Iterator[Variation]:
    """`with 3 or more players`: `with 3 or fewer players`"""
    if isinstance(site.node, tree.SeatsOnly):
        yield from turned(site.node, "open_end", each_other("more", "fewer"))
