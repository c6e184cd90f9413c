"""`gain 2 Coins`, `lose 1 Coin`, `pay 3 Coins to Ann`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import gain_amount, lose_amount, pay_amount
from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.sorts import PLAYER
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Gain)
def gain(node: tree.Gain, doing: Doing) -> list[Effect]:
    """As much as the range and the bank still have."""
    return gain_amount(doing.flow, doing.actor, node.amount, doing.scope)


@does(tree.Lose)
def lose(node: tree.Lose, doing: Doing) -> list[Effect]:
    """As much as there is."""
    return lose_amount(doing.flow, doing.actor, node.amount, doing.scope)


@does(tree.Pay, softens=True)
def pay(node: tree.Pay, doing: Doing) -> list[Effect]:
    """The whole amount, or not at all."""
    flow, scope = doing.flow, doing.scope
    other = flow.meaning.value(node.to, scope, PLAYER) if node.to is not None else None
    return pay_amount(flow, doing.actor, node.amount, other, scope, doing.place)
