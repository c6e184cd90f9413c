"""Makes a failing rulebook as small as it can be while it fails in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.language.generated.pieces_of_text import Block, Node, Nodes, TwoWays


def reduced(nodes: Nodes, fails: Callable[[Nodes], bool], most: int) -> Nodes:
    """The smallest that still fails, as far as leaving out one thing after the other leads."""
    tries = 0
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(nodes):
            tries += 1
            if tries > most:
                return nodes
            if fails(smaller):
                nodes, changed = smaller, True
                break
    return nodes


def _smaller(nodes: Nodes) -> Iterator[Nodes]:
    """The same without one part, large parts first."""
    for place in range(len(nodes) - 1, -1, -1):
        if place or not isinstance(nodes[0], str) or not nodes[0].startswith("rulebook"):
            yield (*nodes[:place], *nodes[place + 1 :])
    for place, node in enumerate(nodes):
        for instead in _instead(node):
            yield (*nodes[:place], *instead, *nodes[place + 1 :])


def _instead(node: Node) -> Iterator[Nodes]:
    match node:
        case Block(head, body):
            if not head.startswith(("to ", "setup", "play", "Way")):
                yield body
            for smaller in _smaller(body):
                if smaller:
                    yield (Block(head, smaller),)
        case TwoWays(kind, one, other):
            yield one
            for first in _smaller(one):
                for second in _smaller(other):
                    if first and second:
                        yield (TwoWays(kind, first, second),)
        case _:
            return
