"""`shuffle the Deck`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.flow.chance import finish_chance
from rulelang.compile.meaning.sets import is_ordered
from rulelang.compile.sorts import Sort
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.roles import NodeRole
from rulelang.tree import nodes as tree


@draws(tree.Shuffle)
def shuffle(node: tree.Shuffle, doing: Doing) -> None:
    """What has no order stays as it is."""
    flow = doing.flow
    target = flow.meaning.value(node.place, doing.scope, Sort("place"))
    if target.sort.form != "place":
        write = "What lies in a row or a pile is shuffled: `move the Cards to the Deck, then shuffle the Deck`."
        raise Misread(thing_wording.not_a_place(node.place.span, str(target.sort), write))
    flow.pen.effects(doing.there(target, "there is nothing to shuffle", node), doing.origin)
    if is_ordered(flow.meaning, target):
        drawn = flow.pen.draw("chance", doing.origin, f"shuffle {node.place.span.text}", NodeRole.SHUFFLE)
        drawn.shuffles, drawn.stream = target.term, f"shuffle {target.sort.noun}"
        finish_chance(flow, drawn)
