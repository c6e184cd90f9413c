"""`gain 2 Coins`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import gain_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Gain)
def gain(node: tree.Gain, doing: Doing) -> list[Effect]:
    """As much as the range and the bank still have."""
    return gain_amount(doing.flow, doing.actor, node.amount, doing.scope)
