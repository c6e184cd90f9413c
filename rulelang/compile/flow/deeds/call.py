"""`Build Ship for the Card`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.flow.calls import call_action
from rulelang.tree import nodes as tree


@draws(tree.Call)
def call(node: tree.Call, doing: Doing) -> None:
    """Another action."""
    call_action(doing.flow, node, doing.scope, doing.place)
