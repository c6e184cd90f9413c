"""`draw 2 Cards to your Hand`, `shuffle the Deck`, `roll the Die`"""

from __future__ import annotations

from rulelang.compile.flow.chance import draw_pieces, finish_chance, roll_dice
from rulelang.compile.flow.doing import Doing, draws
from rulelang.compile.meaning.phrases import place_of
from rulelang.compile.meaning.sets import is_ordered
from rulelang.compile.sorts import Sort
from rulelang.graph.roles import NodeRole
from rulelang.tree import nodes as tree


@draws(tree.Draw)
def draw(node: tree.Draw, doing: Doing) -> None:
    """From the top of a pile, or by chance."""
    draw_pieces(doing.flow, node, doing.scope, doing.place, doing.statement, doing.if_possible)


@draws(tree.Shuffle)
def shuffle(node: tree.Shuffle, doing: Doing) -> None:
    """What has no order stays as it is."""
    flow = doing.flow
    target = flow.meaning.value(node.place, doing.scope, Sort("place"))
    place_of(target, node.place.span)
    if is_ordered(flow.meaning, target):
        drawn = flow.pen.draw("chance", doing.origin, f"shuffle {node.place.span.text}", NodeRole.SHUFFLE)
        drawn.shuffles, drawn.stream = target.term, f"shuffle {target.sort.noun}"
        finish_chance(flow, drawn)


@draws(tree.Roll)
def roll(node: tree.Roll, doing: Doing) -> None:
    """Every die on its own."""
    roll_dice(doing.flow, node.what, doing.scope, doing.place, doing.statement)
