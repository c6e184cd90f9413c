"""`the player leaves the game`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, does
from rulelang.compile.meaning.phrases import who_acts
from rulelang.graph.build import NONE, single, without
from rulelang.graph.terms import Cell, Const, Effect, Put
from rulelang.tree import nodes as tree


@does(tree.Leave)
def leave(node: tree.Leave, doing: Doing) -> list[Effect]:
    """Somebody is out of the game."""
    if doing.actor.term == NONE:
        who_acts(doing.scope, node.span)
    players = Cell("players in", Const(0))
    return [Put("players in", Const(0), without(players, single(doing.actor.term)))]
