"""`lose 1 Coin`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import counted_there, lose_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Lose, softens=True)
def lose(node: tree.Lose, doing: Doing) -> list[Effect]:
    """As much as there is."""
    there = counted_there(doing.flow, doing.actor, node.amount, doing.scope, doing.place)
    return [*there, *lose_amount(doing.flow, doing.actor, node.amount, doing.scope)]
