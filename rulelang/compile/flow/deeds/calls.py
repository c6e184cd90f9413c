"""`Build Ship for the Card`, `do the Card's Effect`, `do nothing`"""

from __future__ import annotations

from rulelang.compile.flow.calls import call_action, do_text
from rulelang.compile.flow.doing import Doing, draws
from rulelang.tree import nodes as tree


@draws(tree.Call)
def call(node: tree.Call, doing: Doing) -> None:
    """Another action."""
    call_action(doing.flow, node, doing.scope, doing.place, if_possible=doing.if_possible)


@draws(tree.Do)
def do(node: tree.Do, doing: Doing) -> None:
    """What stands in a text."""
    if node.what is not None:
        do_text(doing.flow, node.what, doing.scope, doing.place, doing.statement)
