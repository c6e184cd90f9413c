"""`Build Ship for the Card`, `do the Card's Effect`, `do nothing`"""

from __future__ import annotations

from rulelang.compile.flow.deeds.register import Doing, draws
from rulelang.tree import nodes as tree


@draws(tree.Call)
def call(node: tree.Call, doing: Doing) -> None:
    """Another action."""
    doing.flow.call(node, doing.scope, doing.place, if_possible=doing.if_possible)


@draws(tree.Do)
def do(node: tree.Do, doing: Doing) -> None:
    """What stands in a text."""
    if node.what is not None:
        doing.flow.do(node.what, doing.scope, doing.place, doing.statement)
