"""One chance after another in a sentence, and loops over what takes part."""

from __future__ import annotations

from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.drafts import DraftNode, End, IntroducedCell
from rulelang.compile.groups import Group
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph import terms as t
from rulelang.graph.build import YES, single, without
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Effect


def finish_chance(flow: Flow, node: DraftNode) -> None:
    flow.triggers_looked_at()
    flow.pen.go_on(node.tie, tail=node)


def one_sentence(flow: Flow, origin: Origin) -> None:
    """Several chances in one sentence: triggers are looked at before the first of them, not in between."""
    node = flow.pen.draw("do", origin)
    node.point = True
    flow.pen.go_on(node.tie, tail=node)


def reveals(flow: Flow, origin: Origin) -> None:
    """Somebody has just seen something new: look-ahead must not look further."""
    node = flow.pen.draw("do", origin, role=NodeRole.REVEAL)
    node.rest = True
    flow.pen.go_on(node.tie)


def each_of(flow: Flow, group: Group, origin: Origin, place: Spot, word: str) -> tuple[Typed, tuple[int, End]]:
    """Begin a loop over a group fixed now: gives the element's cell, and where to go back to and out of."""
    elements = "player" if group.sort == PLAYER else group.sort.noun
    left = flow.frames.set(place.action, f"{word} left", FrameRole.LEFT, elements, 1 << 12)
    cell = flow.frames.cell(place.action, word, group.sort)
    region, rest = cell.region, t.Cell(left, t.Const(0))
    flow.pen.introduced += [IntroducedCell(left, word), IntroducedCell(region, word)]
    domain, where = group.domain()
    over = domain if where == YES else t.Members(group.set())

    def each(body: list[Effect]) -> list[Effect]:
        return [t.ForIn(group.name, over, (t.Put(region, t.Const(0), t.Local(group.name)), *body))]

    flow.pen.effects([t.Put(left, t.Const(0), group.set())], origin)
    step = [t.Put(region, t.Const(0), t.Lowest(rest)), t.Put(left, t.Const(0), without(rest, single(cell.term)))]
    header, done = flow.pen.loop(t.Compare("!=", rest, t.Const(0)), step, each, origin, NodeRole.NEXT, f"next {word}")
    return Typed(cell.term, group.sort), (header, done)
