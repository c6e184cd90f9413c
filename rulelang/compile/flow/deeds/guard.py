"""`only if you are Rich`"""

from __future__ import annotations

from rulelang.compile.flow.base import Doing, does
from rulelang.graph.terms import Effect, Require
from rulelang.tree import nodes as tree


@does(tree.Guard)
def guard(node: tree.Guard, doing: Doing) -> list[Effect]:
    """What is not so makes the move impossible."""
    reason = doing.reason("the rule says `only if`", node)
    return [Require(doing.flow.meaning.condition(node.condition, doing.scope), reason)]
