"""`show your Hand to Ann`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, does
from rulelang.compile.meaning.fitting import somebody
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
    if what.sort.form not in ("place", "piece", "token", "handful"):
        raise Misread(thing_wording.cannot_show(node.what.span, str(what.sort)))
    event = flow.event(Shown(what.sort.form))
    seen = t.Cell("contents", what.term) if what.sort.form == "place" else what.term
    return [
        *flow.there(what, "there is nothing to show", place, node),
        *flow.there(to, "there is nobody to show it to", place, node),
        t.Tell(event, (seen,), single(to.term)),
    ]
