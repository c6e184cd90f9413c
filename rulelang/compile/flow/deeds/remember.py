"""`remember the Card's Price as the Bid`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.flow.whereabouts import place_known
from rulelang.compile.sorts import Scope
from rulelang.tree import nodes as tree


@draws(tree.Remember, by_itself=True)
def remember(node: tree.Remember, doing: Doing) -> Scope:
    """A value under a name, as it is now."""
    flow = doing.flow
    value = flow.meaning.value(node.value, doing.scope)
    known, effect = flow.remembered(node.alias.text, value, doing.scope, doing.place)
    if value.sort.form == "place":
        place_known(flow, effect.region, (value.term,), lambda one: one.place(value.term))
    flow.pen.effects([effect], doing.origin)
    return known
