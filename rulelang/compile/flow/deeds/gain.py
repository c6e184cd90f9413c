"""`gain 2 Coins`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import counted_there, gain_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Gain, softens=True)
def gain(node: tree.Gain, doing: Doing) -> list[Effect]:
    """As much as the range and the bank still have."""
    there = counted_there(doing.flow, doing.actor, node.amount, doing.scope, doing.place)
    return [*there, *gain_amount(doing.flow, doing.actor, node.amount, doing.scope)]
