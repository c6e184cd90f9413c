"""Exceptions, triggers and powers left out, exceptions turned round; when things happen, and how often they may."""

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


_SCOPES = {"turn": "round", "round": "turn"}


@operator("something happens at another moment")
def moment_changed(site: MutationSite) -> Iterator[Variation]:
    """`at the start of each turn`: `at the end of each turn`; `before`: `after`; `each turn`: `each round`"""
    node = site.node
    match node:
        case tree.TimeTrigger():
            other = "end" if node.edge == "start" else "start"
            yield from instead(varied(node, edge=other), written(node, node.edge), other)
            if node.scope in _SCOPES:
                scope = _SCOPES[node.scope]
                yield from instead(varied(node, scope=scope), written(node, node.scope), scope)
        case tree.EventTrigger(when="before" | "after" as when):
            turned = "after" if when == "before" else "before"
            yield from instead(varied(node, when=turned), written(node, when), turned)
        case tree.Stop(scope) if scope in _SCOPES:
            yield from instead(varied(node, scope=_SCOPES[scope]), written(node, scope), _SCOPES[scope])
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
    node = site.node
    if isinstance(node, tree.SeatsOnly) and node.open_end is not None:
        other = "fewer" if node.open_end == "more" else "more"
        yield from instead(varied(node, open_end=other), written(node, node.open_end), other)
