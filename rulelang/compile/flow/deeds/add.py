"""`add the Card to the Trail`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, does
from rulelang.compile.flow.changes import added, noted
from rulelang.compile.meaning.phrases import fits
from rulelang.compile.sorts import NOTHING, POSITION
from rulelang.diagnostics.catalogue import positions as position_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Add)
def add(node: tree.Add, doing: Doing) -> list[Effect]:
    """One more member of a list or a handful, unless it is in there."""
    flow, to = doing.flow, node.list
    target = flow.meaning.value(to, doing.scope)
    if target.sort.form not in ("list", "handful"):
        raise Misread(thing_wording.not_a_list(to.span, str(target.sort)))
    value = flow.meaning.value(node.value, doing.scope, target.sort.of)
    of = target.sort.of or value.sort
    if of != NOTHING and not fits(flow.meaning, value.sort, of):
        raise Misread(position_wording.not_for_this_list(node.value.span, str(of), str(value.sort)))
    if of == POSITION:
        return noted(flow.book, flow.world.lists[target.sort.noun], value.term)
    return added(flow.book, target, value, doing.reason("there is nothing to add", node))
