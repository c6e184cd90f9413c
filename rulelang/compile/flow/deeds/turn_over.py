"""`turn the Card face up`"""

from __future__ import annotations

from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.flow.moves import turn_pieces_over
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.TurnOver, softens=True)
def turn_over(node: tree.TurnOver, doing: Doing) -> list[Effect]:
    """Face up or face down."""
    return turn_pieces_over(doing.flow, node, doing.scope, doing.place)
