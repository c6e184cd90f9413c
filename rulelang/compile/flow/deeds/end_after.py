"""`the game ends after this round`"""

from __future__ import annotations

from rulelang.compile.flow.base import SCOPES, Doing, does
from rulelang.compile.flow.happening import end_said
from rulelang.graph.build import unite
from rulelang.graph.terms import Cell, Const, Effect, Put
from rulelang.tree import nodes as tree


@does(tree.EndAfter)
def end_after(node: tree.EndAfter, doing: Doing) -> list[Effect]:
    """A cell tells it where the turn, round or phase is over."""
    bit = Const(1 << SCOPES.index(node.scope))
    said = end_said(doing.flow)
    noted = [Put(said, Const(0), Const(1))] if said else []
    return [Put("ending", Const(0), unite((Cell("ending", Const(0)), bit))), *noted]
