"""What nodes are called where people read and compare graphs: by where they stand, so that a new node elsewhere leaves
them their names.

    Take Turn 3    the third node of the phase or action Take Turn
    game 1         a node outside of every phase and action
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rulelang.graph.program import Program

#: Where a node stands that belongs to no phase and no action.
_NO_GROUP: Final = "game"


def node_names(program: Program) -> tuple[str, ...]:
    """The name of every node, by its number. No two are the same."""
    counted: Counter[str] = Counter()
    names = []
    for node in program.nodes:
        group = node.group.rpartition(" / ")[2] or _NO_GROUP
        counted[group] += 1
        names.append(f"{group} {counted[group]}")
    return tuple(names)
