"""`lose 1 Coin`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import lose_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Lose)
def lose(node: tree.Lose, doing: Doing) -> list[Effect]:
    """As much as there is."""
    return lose_amount(doing.flow, doing.actor, node.amount, doing.scope)
