"""`lose 1 Coin`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import amounts_of, counted_there, note_asked, put_amount
from rulelang.compile.flow.base import Doing, does
from rulelang.graph.build import least, minus
from rulelang.graph.terms import Const, Effect
from rulelang.tree import nodes as tree


@does(tree.Lose)
def lose(node: tree.Lose, doing: Doing) -> list[Effect]:
    """As much as there is."""
    flow, amount = doing.flow, node.amount
    effects = counted_there(amount, doing)
    for counter, cell, number in amounts_of(flow, doing.actor, amount, doing.scope):
        there = minus(cell, Const(counter.low))
        note_asked(flow, "gain", counter, number, amount)
        effects.append(put_amount(flow, cell, minus(cell, least(number.term, there)), number, amount))
    return effects
