"""`move`, `turn`, `swap` and `show` pieces and tokens."""

from __future__ import annotations

from rulelang.compile.flow.doing import Doing, does
from rulelang.compile.flow.moves import move_pieces, turn_pieces_over
from rulelang.compile.flow.swaps import show_things, swap_things
from rulelang.graph.terms import Effect
from rulelang.tree import nodes as tree


@does(tree.Move)
def move(node: tree.Move, doing: Doing) -> list[Effect]:
    """What it moves has to exist and to fit; with `if possible` as much as can be is moved."""
    return move_pieces(doing.flow, node, doing.scope, doing.place, doing.if_possible)


@does(tree.TurnOver, softens=True)
def turn_over(node: tree.TurnOver, doing: Doing) -> list[Effect]:
    """Face up or face down."""
    return turn_pieces_over(doing.flow, node, doing.scope, doing.place)


@does(tree.Swap, softens=True)
def swap(node: tree.Swap, doing: Doing) -> list[Effect]:
    """Each goes to where the other was."""
    return swap_things(doing.flow, node, doing.scope, doing.place)


@does(tree.Show, softens=True)
def show(node: tree.Show, doing: Doing) -> list[Effect]:
    """Somebody gets to see something."""
    return show_things(doing.flow, node, doing.scope, doing.place)
