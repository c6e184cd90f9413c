"""`pay 3 Coins to Ann`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import counted_there, pay_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.sorts import PLAYER
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Pay, softens=True)
def pay(node: tree.Pay, doing: Doing) -> list[Effect]:
    """The whole amount, or not at all."""
    flow, scope = doing.flow, doing.scope
    other = flow.meaning.value(node.to, scope, PLAYER) if node.to is not None else None
    there = counted_there(flow, doing.actor, node.amount, scope, doing.place)
    return [*there, *pay_amount(flow, doing.actor, node.amount, other, scope, doing.place)]
