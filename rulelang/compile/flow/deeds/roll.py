"""`roll the Die`"""

from __future__ import annotations

from rulelang.compile.flow.chance import roll_dice
from rulelang.compile.flow.doing import Doing, draws
from rulelang.tree import nodes as tree


@draws(tree.Roll)
def roll(node: tree.Roll, doing: Doing) -> None:
    """Every die on its own."""
    roll_dice(doing.flow, node.what, doing.scope, doing.place, doing.statement)
