"""`move 2 Ships to the Harbour`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, does
from rulelang.compile.flow.moves import move_pieces
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Move)
def move(node: tree.Move, doing: Doing) -> list[Effect]:
    """What it moves has to exist and to fit; with `if possible` as much as can be is moved."""
    return move_pieces(doing.flow, node, doing.scope, doing.place, doing.statement.if_possible)
