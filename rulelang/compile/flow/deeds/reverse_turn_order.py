"""`reverse the turn order`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, does
from rulelang.compile.meaning.turn_order import turned_around
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.ReverseTurnOrder)
def reverse_turn_order(_node: tree.ReverseTurnOrder, _doing: Doing) -> list[Effect]:
    """Whoever came before comes after from now on."""
    return [turned_around()]
