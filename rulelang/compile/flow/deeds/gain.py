"""`gain 2 Coins`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import amounts_of, counted_there, note_asked, put_amount, taken_in
from rulelang.compile.flow.base import Doing, does
from rulelang.graph.build import plus
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Gain)
def gain(node: tree.Gain, doing: Doing) -> list[Effect]:
    """As much as the range and the bank still have."""
    flow, amount = doing.flow, node.amount
    effects = counted_there(amount, doing)
    for counter, cell, number in amounts_of(flow, doing.actor, amount, doing.scope):
        note_asked(flow, "gain", counter, number, amount)
        effects.append(put_amount(flow, cell, plus(cell, taken_in(flow, counter, cell, number)), number, amount))
    return effects
