"""When things happen, and how often they may."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import Variation
from rulelang.mutation.register import instead, operator
from rulelang.mutation.sites import MutationSite, varied, written
from rulelang.tree import nodes as tree

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
