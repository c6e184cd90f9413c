"""`the game ends now`"""

from __future__ import annotations

from rulelang.compile.flow.base import SCOPES, Doing, draws
from rulelang.graph.build import unite
from rulelang.graph.terms import Cell, Const, Put
from rulelang.tree import nodes as tree


@draws(tree.EndNow)
def end_now(_node: tree.EndNow, doing: Doing) -> None:
    """The winner is found now."""
    flow = doing.flow
    # Nothing reads this bit; it shows in a finished game which sentence ended it.
    over = unite((Cell("ending", Const(0)), Const(1 << SCOPES.index("game"))))
    flow.pen.effects([Put("ending", Const(0), over)], doing.origin)
    flow.finish += flow.pen.here
    flow.pen.go_on()
