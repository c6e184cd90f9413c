"""`you win`, `nobody wins`, `the game ends now`, `end the turn`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import SCOPES
from rulelang.compile.flow.doing import Doing, draws
from rulelang.compile.meaning.phrases import who_acts
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.graph.build import single, unite
from rulelang.graph.terms import Cell, Const, Put, Term
from rulelang.tree import nodes as tree


@draws(tree.Win)
def win(node: tree.Win, doing: Doing) -> None:
    """Whoever does it has won."""
    _won_by(single(who_acts(doing.scope, node.span).term), doing)


@draws(tree.SharedEnd)
def shared_end(node: tree.SharedEnd, doing: Doing) -> None:
    """Everybody wins, or nobody."""
    _won_by(Const((1 << doing.flow.world.players) - 1 if node.everybody else 0), doing)


def _won_by(winners: Term, doing: Doing) -> None:
    flow = doing.flow
    flow.pen.effects([Put("winners", Const(0), winners), Put("decided", Const(0), Const(1))], doing.origin)
    flow.over += flow.pen.here
    flow.pen.go_on()


@draws(tree.EndNow)
def end_now(_node: tree.EndNow, doing: Doing) -> None:
    """The winner is found now."""
    flow = doing.flow
    # Nothing reads this bit; it shows in a finished game which sentence ended it.
    over = unite((Cell("ending", Const(0)), Const(1 << SCOPES.index("game"))))
    flow.pen.effects([Put("ending", Const(0), over)], doing.origin)
    flow.finish += flow.pen.here
    flow.pen.go_on()


@draws(tree.Stop)
def stop(node: tree.Stop, doing: Doing) -> None:
    """The turn, round or phase is over."""
    exits = doing.place.leaving.get(node.scope)
    if exits is None:
        raise Misread(flow_wording.nothing_to_leave(node.span, node.scope))
    exits += doing.flow.pen.here
    doing.flow.pen.go_on()
