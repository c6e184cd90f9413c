"""What happens by itself, folded from nodes into effects.

Before: every `if`, `for each`, `repeat` and `each player`, and every action called, is drawn as nodes. After: where
nobody decides in it and nothing is left to chance, it is one list of effects on the edge that leads to it.

    A --> test C --yes--> X --> B          A --if C: X, otherwise: Y--> B
                 --no---> Y --> B

    A --left := S--> test left --yes--> e := the lowest of left, left loses e, X --> test left
                               --no---> B                becomes          A --for each e in S: X--> B

The law. A region is what one statement has drawn. It folds if

* nobody decides in it, nothing is left to chance, it holds no phase (those are told by name), no move is over inside
  it, and all ways out of it lead to what is drawn next (`end the turn` and `you win` lead elsewhere);
* every node of it but the heads of loops is reached in one way only (statements inside have been folded before);
* a loop goes over what was fixed at its start, or so many times (`as long as` is asked anew on each pass).

Then a fork becomes `When`, a loop `ForIn`, a straight line its effects. `if possible` in front of several sentences or
of a call stays a node that looks ahead: it asks for all that follows in the move, not for these sentences alone. A cell
that a sentence inside remembers something in, and that nothing outside reads, becomes a local (`cells_to_locals.py`).
Look-ahead sees the same either way: a need that is not met stops a move on an edge just as in a node behind it.

Folding changes no game; without it (`compile_rulebook(..., fold=False)`) the same game is played, with more nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.compile.flow.drafts import DraftLoop, DraftNode, Mark, Pen
from rulelang.graph.access import every_effect
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect, Require, When

#: Numbers a reason: what is asked, and where.
Reason = Callable[[str, Origin], int]


class Unfoldable(Exception):
    """A region cannot be said as effects."""


def folded(pen: Pen, mark: Mark, reason: Reason) -> list[Effect] | None:
    """The effects of what was drawn since the mark, or None."""
    before = mark.tail.effects[mark.written :] if mark.tail is not None else []
    nodes = {number: pen.nodes[number] for number in pen.drawn[mark.drawn :]}
    if not nodes:
        return list(before) if pen.here == mark.here else None
    if any(not _is_quiet(node) or (node.rest and number != mark_first(nodes)) for number, node in nodes.items()):
        return None
    if _open_ends(nodes) != len(pen.here):
        return None
    try:
        return _Folding(nodes, reason).line(mark_first(nodes), before)
    except Unfoldable:
        return None


def cannot_fail(pen: Pen, mark: Mark) -> bool:
    """Was something drawn since the mark, in which nobody decides and nothing is needed?"""
    nodes = {number: pen.nodes[number] for number in pen.drawn[mark.drawn :]}
    if len(nodes) < 2 or not all(map(_is_quiet, nodes.values())):
        return False
    if any(target >= 0 and target not in nodes for node in nodes.values() for target in _ways(node)):
        return False
    return not any(isinstance(effect, Require) for node in nodes.values() for effect in every_effect(node.effects))


def mark_first(nodes: dict[int, DraftNode]) -> int:
    """Where a region is entered: at the node drawn first."""
    return next(iter(nodes))


def _is_quiet(node: DraftNode) -> bool:
    return node.kind in ("do", "test") and not node.point and not node.told


def _open_ends(nodes: dict[int, DraftNode]) -> int:
    """How many ways lead out of a region."""
    return sum(target < 0 for node in nodes.values() for target in _ways(node))


def _ways(node: DraftNode) -> list[int]:
    return [node.target] if node.kind == "do" else [node.otherwise, *(target for _, target in node.arms)]


class _Folding:
    """Folds one region."""

    def __init__(self, nodes: dict[int, DraftNode], reason: Reason) -> None:
        self.nodes = nodes
        self.reason = reason
        self.times: dict[int, int] = {}
        for node in nodes.values():
            for target in _ways(node):
                self.times[target] = self.times.get(target, 0) + 1

    def line(self, number: int, before: Sequence[Effect] = ()) -> list[Effect]:
        """The effects from a node to the way out."""
        found = list(before)
        entry = number
        while number >= 0:
            node = self.nodes.get(number)
            if node is None:
                raise Unfoldable
            if node.loop is not None:
                number = self._loop(node, node.loop, found)
                continue
            if number != entry and self.times[number] > 1 and not self._is_header(node):
                raise Unfoldable
            if node.kind == "do":
                found += node.effects
                number = node.target
                continue
            found += self._fork(node)
            break
        return found

    def _is_header(self, node: DraftNode) -> bool:
        """Do passes of a loop lead back to the node?"""
        after = self.nodes.get(node.target) if node.kind == "do" else None
        return after is not None and after.loop is not None and after.loop.header == node.number

    def _loop(self, node: DraftNode, loop: DraftLoop, found: list[Effect]) -> int:
        """A loop whose pass is a straight line; gives where it leads when it is over."""
        step = self.nodes[loop.body]
        if step.kind != "do" or step.target != loop.header or loop.over is None:
            raise Unfoldable
        if loop.before:
            del found[-loop.before :]
        found += loop.over(step.effects[loop.steps :])
        return node.otherwise

    def _fork(self, node: DraftNode) -> list[Effect]:
        if len(node.arms) != 1:
            raise Unfoldable
        ((condition, target),) = node.arms
        then, otherwise = self.line(target), self.line(node.otherwise)
        match node.role:
            case NodeRole.IF:
                reason = self.reason(NodeRole.IF.value, node.origin)
                return [When(condition, tuple(then), tuple(otherwise), reason)]
            case NodeRole.IN_FORCE:
                return [When(condition, tuple(then), tuple(otherwise))]
            case _:
                raise Unfoldable
