"""`show your Hand to Ann`"""

from __future__ import annotations

from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.flow.swaps import show_things
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Show, softens=True)
def show(node: tree.Show, doing: Doing) -> list[Effect]:
    """Somebody gets to see something."""
    return show_things(doing.flow, node, doing.scope, doing.place)
