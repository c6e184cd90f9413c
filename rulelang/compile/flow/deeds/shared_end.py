"""`nobody wins`, `everybody wins`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.meaning.phrases import who_acts
from rulelang.graph.build import single
from rulelang.graph.terms import Const, Put, Term
from rulelang.tree import nodes as tree


@draws(tree.Win)
def win(node: tree.Win, doing: Doing) -> None:
    """Whoever does it has won."""
    won_by(single(who_acts(doing.scope, node.span).term), doing)


def won_by(winners: Term, doing: Doing) -> None:
    """The game is over at once, with these winners."""
    flow = doing.flow
    flow.pen.effects([Put("winners", Const(0), winners), Put("decided", Const(0), Const(1))], doing.origin)
    flow.over += flow.pen.here
    flow.pen.go_on()


@draws(tree.SharedEnd)
def shared_end(node: tree.SharedEnd, doing: Doing) -> None:
    """Everybody wins, or nobody."""
    won_by(Const((1 << doing.flow.world.players) - 1 if node.everybody else 0), doing)
