"""`draw 2 Cards from the Deck to your Hand`"""

from __future__ import annotations

from rulelang.compile.flow.chance import draw_pieces
from rulelang.compile.flow.doing import Doing, draws
from rulelang.tree import nodes as tree


@draws(tree.Draw)
def draw(node: tree.Draw, doing: Doing) -> None:
    """From the top of a pile, or by chance."""
    draw_pieces(doing.flow, node, doing.scope, doing.place, doing.statement, doing.if_possible)
