"""`pay 3 Coins to Ann`"""

from __future__ import annotations

from rulelang.compile.flow.amounts import amounts_of, counted_there, note_asked, put_amount, taken_in
from rulelang.compile.flow.base import Doing, does
from rulelang.compile.meaning.fitting import somebody
from rulelang.compile.sorts import Typed
from rulelang.diagnostics.catalogue import references as wording
from rulelang.graph.build import is_there, minus, plus
from rulelang.graph.terms import Compare, Const, Effect, Local, Name, Require
from rulelang.tree import nodes as tree


@does(tree.Pay)
def pay(node: tree.Pay, doing: Doing) -> list[Effect]:
    """The whole amount, or not at all."""
    flow, scope, amount = doing.flow, doing.scope, node.amount
    to = somebody(flow.meaning, node.to, scope) if node.to is not None else None
    if node.to is not None and to is not None and to.term == doing.actor.term:
        flow.book.report(wording.pays_oneself(node.to.span))
    effects = counted_there(amount, doing)
    reason = doing.reason("cannot pay", amount)
    amounts = amounts_of(flow, doing.actor, amount, scope)
    if to is not None:
        # It is worked out once: what is paid may depend on what there is.
        locals_ = [Local(flow.book.local("paid")) for _ in amounts]
        effects += [Name(local.name, number.term) for local, (_, _, number) in zip(locals_, amounts, strict=True)]
        amounts = [(c, cell, Typed(local, n.sort)) for local, (c, cell, n) in zip(locals_, amounts, strict=True)]
        if to.maybe:
            effects.append(Require(is_there(to.term), doing.reason("there is nobody to pay", amount)))
    for counter, cell, number in amounts:
        note_asked(flow, "pay", counter, number, amount)
        if number.sort.high > 0:
            effects.append(Require(Compare(">=", minus(cell, Const(counter.low)), number.term), reason))
    for _, cell, number in amounts:
        effects.append(put_amount(flow, cell, minus(cell, number.term), number, amount))
    if to is not None:
        for (counter, _, number), (_, cell, _) in zip(amounts, amounts_of(flow, to, amount, scope), strict=True):
            effects.append(put_amount(flow, cell, plus(cell, taken_in(flow, counter, cell, number)), number, amount))
    return effects
