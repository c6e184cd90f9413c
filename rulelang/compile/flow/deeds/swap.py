"""`swap the Ship with the Crane`"""

from __future__ import annotations

from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.flow.swaps import swap_things
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Swap, softens=True)
def swap(node: tree.Swap, doing: Doing) -> list[Effect]:
    """Each goes to where the other was."""
    return swap_things(doing.flow, node, doing.scope, doing.place)
