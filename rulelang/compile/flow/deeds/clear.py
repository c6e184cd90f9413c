"""`clear the Trail`, `forget the Leader`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, does
from rulelang.compile.flow.changes import forgotten
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.terms import Const, Effect
from rulelang.tree import nodes as tree


@does(tree.Clear)
def clear(node: tree.Clear, doing: Doing) -> list[Effect]:
    """A list has no members any more, anything else is nothing."""
    target = doing.flow.meaning.value(node.what, doing.scope)
    if target.sort.form in ("list", "handful"):
        return forgotten(target.sort.noun, target.term)
    if target.sort.form == "number":
        raise Misread(thing_wording.not_a_list(node.what.span, str(target.sort)))
    return [doing.flow.assign(target, Const(-1), node.what.span)]
