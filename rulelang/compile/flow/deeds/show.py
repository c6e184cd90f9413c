"""`show your Hand to Ann`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, does
from rulelang.compile.meaning.fitting import somebody
from rulelang.compile.meaning.sets import sequence_of
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph import terms as t
from rulelang.graph.build import single
from rulelang.graph.roles import Shown
from rulelang.tree import nodes as tree


@does(tree.Show)
def show(node: tree.Show, doing: Doing) -> list[t.Effect]:
    """Somebody gets to see something."""
    flow, scope, place = doing.flow, doing.scope, doing.place
    what = flow.meaning.value(node.what, scope)
    to = somebody(flow.meaning, node.to, scope)
    several = what.sort.of if what.sort.form == "handful" else None
    sort = several or what.sort
    if sort.form not in ("place", "piece", "token"):
        raise Misread(thing_wording.cannot_show(node.what.span, str(what.sort)))
    name = flow.book.local("shown")
    one = what.term if several is None else t.Local(name)
    seen = t.Cell("contents", one) if sort.form == "place" else one
    tell = t.Tell(flow.event(Shown(sort.form)), (seen,), single(to.term))
    return [
        *flow.there(what, "there is nothing to show", place, node),
        *flow.there(to, "there is nobody to show it to", place, node),
        tell if several is None else t.ForIn(name, sequence_of(what), (tell,)),
    ]
