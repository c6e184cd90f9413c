"""`turn the Card face up`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, does
from rulelang.compile.flow.moves import turn_face, turn_group
from rulelang.compile.meaning.sets import group_of
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.TurnOver)
def turn_over(node: tree.TurnOver, doing: Doing) -> list[Effect]:
    """Face up or face down."""
    flow, scope, place = doing.flow, doing.scope, doing.place
    if isinstance(node.what, tree.SetPhrase):
        return turn_group(flow, group_of(flow.meaning, node.what, scope), node.face, node)
    thing = flow.meaning.value(node.what, scope)
    return [
        *flow.there(thing, "there is nothing to turn", place, node),
        turn_face(flow, thing.term, node.face, thing, node),
    ]
