"""`choose a Ship`, `chance chooses a Tile`"""

from __future__ import annotations

from rulelang.compile.flow.chance import chosen_by_chance
from rulelang.compile.flow.doing import Doing, draws
from rulelang.compile.flow.options import choose
from rulelang.compile.scope import Scope
from rulelang.tree import nodes as tree


@draws(tree.Choose)
def decide(node: tree.Choose, doing: Doing) -> Scope:
    """A decision, unless chance makes it."""
    if isinstance(doing.subject, tree.ChanceChooses):
        return chosen_by_chance(doing.flow, node, doing.scope, doing.place, doing.statement)
    return choose(doing.flow, node, doing.scope, doing.place, doing.statement, doing.if_possible, doing.skipped)
