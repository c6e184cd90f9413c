"""A game is over once: its last move, what happens at the end of the game, the scoring.

play --> finish --> at the end of the game --> scoring ----------> end
 |                                                               ^
 +----> over -----> at the end of the game ----------------------+
"""

from __future__ import annotations

from rulelang.compile.flow.base import Flow
from rulelang.compile.flow.drafts import DraftNode
from rulelang.graph.build import same
from rulelang.graph.roles import FrameRole, NodeRole, title_of
from rulelang.graph.successors import reached
from rulelang.graph.terms import Cell, Const, Put


def lead_to_the_end(flow: Flow) -> None:
    """Sentences drawn after the end of the game was (in windows, in examples) lead there, too."""
    for ends, number in ((flow.finish, flow.finish_at), (flow.over, flow.over_at)):
        for end in ends:
            end(number)
        ends.clear()


def ends_once(flow: Flow) -> None:
    """What ends the game while it is over already leads to its very end: nothing is obeyed twice.

    Actions and triggers are drawn once for all who set them off, before and after the last move."""
    nodes, begins = flow.pen.nodes, (flow.last_at, flow.over_at)
    starts = [*begins, *(trigger.entry for trigger in flow.triggers if flow.looked_at)]
    onward = reached(
        (way for start in starts for way in nodes[start].every_way()), lambda number: nodes[number].every_way()
    )
    again = [number for number in (flow.finish_at, flow.over_at) if number in onward]
    if not again:
        return
    cell = flow.frames.number("end of the game", "begun", FrameRole.WAY_BACK, 1)
    for number in begins:
        nodes[number].effects.append(Put(cell, Const(0), Const(1)))
    role = NodeRole.LAST_MOVE_OVER
    for number in again:
        goal = nodes[number]
        test = DraftNode("test", role, title_of(role), goal.origin, goal.group, len(nodes))
        for node in nodes:
            node.redirect({number: test.number})
        test.arms, test.otherwise = [(same(Cell(cell, Const(0)), Const(1)), flow.end_at)], number
        nodes.append(test)
        flow.finish_at = test.number if number == flow.finish_at else flow.finish_at
        flow.over_at = test.number if number == flow.over_at else flow.over_at
