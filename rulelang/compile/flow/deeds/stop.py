"""`end the turn`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, draws
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.tree import nodes as tree


@draws(tree.Stop)
def stop(node: tree.Stop, doing: Doing) -> None:
    """The turn, round or phase is over."""
    exits = doing.place.leaving.get(node.scope)
    if exits is None:
        raise Misread(flow_wording.nothing_to_leave(node.span, node.scope))
    exits += doing.flow.pen.here
    doing.flow.pen.go_on()
