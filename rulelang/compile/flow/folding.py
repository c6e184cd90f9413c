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

Then a fork becomes `When`, a loop `ForIn`, a straight line its effects. A cell that a sentence inside remembers
something in, and that nothing outside reads, becomes a local (`cells_to_locals.py`). Look-ahead sees the same either
way: a need that is not met stops a move on an edge just as in a node behind it.

`if possible` is a fork on whether the way through its sentences can be completed.

    A --> test possible X --yes--> X --> B                 A --if all that X needs is so: X--> B
                          --no---> B            becomes

On a way through X on which nobody decides it is asked of X alone, not of what follows in the move (`ask_apart`); a
decision in X is made only where all that follows can be obeyed, so there it is asked of that, too. The fork folds if
nothing that X does before a need changes what the need asks (`where_possible`). What needs nothing is done unasked.

Folding changes no game; without it (`compile_rulebook(..., fold=False)`) the same game is played, with more nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.compile.flow.drafts import DraftLoop, DraftNode, Mark, Pen
from rulelang.graph.access import ANYTHING, every_effect, writes
from rulelang.graph.build import all_of
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import reached
from rulelang.graph.terms import Const, Effect, Name, Possible, Put, Require, Term, When
from rulelang.tuning.fast_dataclass import replace

#: Numbers a reason: what is asked, and where.
Reason = Callable[[str, Origin], int]
#: What a term or an effect depends on.
Reads = Callable[[object], frozenset[str]]


class Unfoldable(Exception):
    """A region cannot be said as effects."""


def folded(pen: Pen, mark: Mark, reason: Reason, reads: Reads) -> list[Effect] | None:
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
        return _Folding(nodes, reason, reads).line(mark_first(nodes), before)
    except Unfoldable:
        return None


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

    def __init__(self, nodes: dict[int, DraftNode], reason: Reason, reads: Reads) -> None:
        self.nodes = nodes
        self.reason = reason
        self.reads = reads
        self.times: dict[int, int] = {mark_first(nodes): 1}
        for node in nodes.values():
            for target in _ways(node):
                self.times[target] = self.times.get(target, 0) + 1

    def line(self, number: int, before: Sequence[Effect] = ()) -> list[Effect]:
        """The effects from a node to the way out."""
        found = list(before)
        passed: set[int] = set()
        while number >= 0:
            node = self.nodes.get(number)
            if node is None or number in passed:
                raise Unfoldable
            passed.add(number)
            if node.loop is not None:
                number = self._loop(node, node.loop, found)
                continue
            if self.times[number] > 1 and not self._is_header(node):
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
            case NodeRole.IF_POSSIBLE if isinstance(condition, Possible) and not otherwise:
                return where_possible(then, self.reason(NodeRole.IF_POSSIBLE.value, node.origin), self.reads)
            case NodeRole.IN_FORCE:
                return [When(condition, tuple(then), tuple(otherwise))]
            case _:
                raise Unfoldable


# ------------------------------------------------------------- `if possible`


def where_possible(effects: Sequence[Effect], reason: int, reads: Reads) -> list[Effect]:
    """The effects under the condition that all they need is so."""
    needs: list[Term] = []
    names: list[Effect] = []
    deeds: list[Effect] = []
    for effect in effects:
        if not isinstance(effect, Require):
            deeds.append(effect)
            continue
        named = [deed for deed in deeds if isinstance(deed, Name)]
        deeds = [deed for deed in deeds if not isinstance(deed, Name)]
        asked, changed = reads((effect, *named)), writes(deeds)
        if changed and (ANYTHING in asked or asked & changed):
            raise Unfoldable
        needs.append(effect.condition)
        names += named
    if any(isinstance(effect, Require) for effect in every_effect(deeds)):
        raise Unfoldable
    return [*names, When(all_of(needs), tuple(deeds), (), reason)] if needs else deeds


def cannot_fail(pen: Pen, asked: DraftNode) -> bool:
    """Is nothing needed, and nothing decided, in what a question `if possible` is about?"""
    ((_, start),) = asked.arms
    return not any(
        node.kind == "decide" or any(isinstance(one, Require) for one in every_effect(node.effects))
        for node, _ in _looked_at(pen, start).values()
    )


def unasked(pen: Pen, asked: DraftNode) -> None:
    """What is always possible is done without asking."""
    ((_, asked.target),) = asked.arms
    asked.kind, asked.role, asked.title, asked.arms = "do", NodeRole.SENTENCE, "", []
    first = pen.nodes[asked.target]
    first.rest, asked.rest = first.rest or asked.rest, False


def ask_apart(pen: Pen, asked: DraftNode) -> None:
    """Lead a question `if possible` to a copy of what it is about, beside the flow. Where somebody decides in it the
    copy leads to that decision, and so to all that follows; otherwise it ends where that ends."""
    ((_, start),) = asked.arms
    ahead = _looked_at(pen, start)
    if not any(target < 0 for _, ways in ahead.values() for target in ways):
        return
    kept = [number for number, (node, _) in ahead.items() if not _ends_look(node)]
    new = {number: number for number in ahead if pen.nodes[number].kind == "decide"}
    new |= {number: len(pen.nodes) + place for place, number in enumerate(sorted(kept))}
    over = len(pen.nodes) + len(kept)
    for number in sorted(kept):
        node, ways = ahead[number]
        # A fork leads somewhere, be it to the end.
        end = over if node.kind == "test" else -1
        arms = [(condition, new.get(target, end)) for condition, target in node.arms if target in ways]
        target, otherwise = new.get(node.target, -1), new.get(node.otherwise, end)
        copy = replace(node, number=new[number], arms=arms, target=target, otherwise=otherwise)
        pen.nodes.append(replace(copy, rest=False, is_copy=True))
    pen.nodes.append(DraftNode("do", asked.role, asked.title, asked.origin, asked.group, over, is_copy=True))
    asked.arms = [(Possible(new[start], ()), start)]


def _looked_at(pen: Pen, start: int) -> dict[int, tuple[DraftNode, list[int]]]:
    """The nodes that looking ahead comes to, by their numbers, and where each leads. An action that is drawn once for
    several callers is gone through, too, and left by the ways back that it was told."""
    told = set[tuple[str, Term]]()

    def on(number: int) -> list[int]:
        node = pen.nodes[number]
        if _ends_look(node):
            return []
        if node.role is not NodeRole.WAY_BACK:
            return _ways(node)
        return [target for way, (_, target) in enumerate(node.arms) if (node.back, Const(way)) in told]

    while True:
        ahead = {number: (pen.nodes[number], on(number)) for number in reached([start], on)}
        effects = [effect for node, _ in ahead.values() for effect in node.effects]
        now = {(effect.region, effect.value) for effect in effects if isinstance(effect, Put)}
        if now == told:
            return ahead
        told = now


def _ends_look(node: DraftNode) -> bool:
    """Does looking ahead end there?"""
    return node.kind not in ("do", "test") or node.rest
