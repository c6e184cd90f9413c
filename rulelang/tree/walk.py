"""Walking through what a sentence is made of."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.tree import nodes as tree
from rulelang.tuning.child_fields import ChildWalk, inner_fields


def _own_fields(kind: type) -> tuple[str, ...] | None:
    if not issubclass(kind, tree.Node):
        return None
    is_group = issubclass(kind, tree.SeatsOnly | tree.VariantGroup | tree.TextGroup)
    return tuple(name for name in inner_fields(kind) if not (is_group and name == "items"))


_through = ChildWalk(_own_fields)

#: The nodes a node is made of.
children = _through.direct_parts

#: The fields of a sort of node in which other nodes stand.
fields_of = _through.fields

# The latest walks. Every check and every number of players walks through the same sentences; nodes never change. A walk
# begins with its node, so that no other node can take the number of one that is remembered.
_walked: dict[int, tuple[tree.Node, ...]] = {}
_MOST_WALKED = 10_000


def parts(node: tree.Node) -> Sequence[tree.Node]:
    """A node and everything in it, in reading order. What a group holds is an item of its own."""
    found = _walked.get(id(node))
    if found is None:
        if len(_walked) >= _MOST_WALKED:
            _walked.clear()
        found = _walked[id(node)] = tuple(_through.all_parts(node))
    return found
