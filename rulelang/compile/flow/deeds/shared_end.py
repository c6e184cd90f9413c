"""`nobody wins`, `everybody wins`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.flow.deeds.win import won_by
from rulelang.graph.terms import Const
from rulelang.tree import nodes as tree


@draws(tree.SharedEnd)
def shared_end(node: tree.SharedEnd, doing: Doing) -> None:
    """Everybody wins, or nobody."""
    won_by(Const((1 << doing.flow.world.players) - 1 if node.everybody else 0), doing)
