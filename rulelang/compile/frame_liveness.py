"""What actions remember is forgotten as soon as nothing can ask for it any more.

Before: frame cells keep whatever was last written. After: wherever a game can stand still (a decision, chance, the
end), every frame cell that is not read from there on has the value it had at the start of the game. Two positions
that are alike on the table and in the flow are then one and the same vector.

    Decide --option: spot := x--> Test spot --> Decide
    becomes
    Decide --option: spot := x--> Test spot --> Do spot := nothing --> Decide

Where an edge with effects leads there, the effects are written behind its own, and no node is added.

What is dirty spreads over sets that hold only what a node's own neighbourhood remembers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulelang.compile.flow.changes import forgotten
from rulelang.compile.flow.frames import Frame, start_of
from rulelang.graph.access import every_effect
from rulelang.graph.liveness import Liveness
from rulelang.graph.program import ChanceNode, Decide, Do, End, Function, Node, OptionEdge, Test
from rulelang.graph.roles import NodeRole, title_of
from rulelang.graph.successors import steps_of
from rulelang.graph.terms import Append, Const, Effect, Local, Put, SortInto
from rulelang.tuning.fast_dataclass import replace

Names = frozenset[str]
NONE: Names = frozenset()


class Edge(NamedTuple):
    """One way out of a node: what may be written on it, and what is back at its start when the target is entered."""

    target: int
    writes: Names = NONE
    resets: Names = NONE


class FrameKeys:
    """Frames told apart by their names (`rulelang/graph/liveness.py`)."""

    def __init__(self, frames: Mapping[str, Frame]) -> None:
        self.frames = frames
        self.slots: dict[str, list[str]] = {}
        for name, frame in frames.items():
            self.slots.setdefault(frame.called, []).append(name)

    def read(self, part: Any) -> Iterable[str]:
        """The frame that a part names."""
        return (part.region,) if part.region in self.frames else ()

    def overwritten(self, effect: Effect) -> Iterable[str]:
        """The frame that an effect fills from its beginning."""
        if isinstance(effect, Put | SortInto) and effect.region in self.frames:
            first = effect.index if isinstance(effect, Put) else effect.start
            return (effect.region,) if first == Const(0) else ()
        return ()

    def chosen(self, option: OptionEdge) -> Iterable[str]:
        """Where its handfuls stand."""
        return option.handfuls.values()

    def told(self, option: OptionEdge) -> Iterable[str]:
        """What was chosen before and is said in the author's words for the option."""
        chosen = {parameter.name for parameter in option.parameters}
        stored = {
            effect.region
            for effect in option.effects
            if isinstance(effect, Put) and isinstance(effect.value, Local) and effect.value.name in chosen
        }
        now = {self.frames[name].called for name in (*stored, *option.handfuls.values()) if name in self.frames}
        slots = re.findall(r"\{([^}]*)\}", option.written)
        return [name for slot in slots if slot not in now for name in self.slots.get(slot, ())]

    # ------------------------------------------------------------------- writes

    def edges(self, node: Node) -> Iterator[Edge]:
        """The ways out of a node; of a decision the options in their order, then the way if nothing can be chosen."""
        for step in steps_of(node):
            writes, resets = self._changed(step.effects)
            chosen = frozenset(step.option.handfuls.values()) if step.option is not None else NONE
            yield Edge(step.target, writes | (chosen - resets), resets)

    def _changed(self, effects: Iterable[Effect]) -> tuple[Names, Names]:
        """What may have been written and not been reset after effects, and what has been reset."""
        writes: set[str] = set()
        resets: set[str] = set()
        for effect in effects:
            if isinstance(effect, Put) and effect.region in self.frames and self._resets(effect):
                writes.discard(effect.region)
                resets.add(effect.region)
                continue
            for inner in every_effect((effect,)):
                if isinstance(inner, Put | Append | SortInto) and inner.region in self.frames:
                    writes.add(inner.region)
                    resets.discard(inner.region)
        return frozenset(writes), frozenset(resets)

    def _resets(self, effect: Put) -> bool:
        frame = self.frames[effect.region]
        return frame.length == 1 and effect.value == Const(start_of(frame)[0])


def forget(
    nodes: Sequence[Node], entries: Sequence[int], functions: Mapping[str, Function], frames: Mapping[str, Frame]
) -> tuple[Node, ...]:
    """The nodes with effects that reset dead frame cells. The first entry begins with an empty frame; the others (of
    examples) with whatever is read from there on."""
    return _Forgetting(nodes, functions, frames).run(entries)


class _Forgetting:
    """`live[n]`: what is read from node n on. `kept[n]`: what need not be reset before n is entered; None stands for
    everything, as a Do resets behind its own effects. `dirty[n]`: what may differ from the start on entering n."""

    def __init__(self, nodes: Sequence[Node], functions: Mapping[str, Function], frames: Mapping[str, Frame]) -> None:
        self.nodes = list(nodes)
        self.frames = frames
        self.places = {name: place for place, name in enumerate(frames)}
        keys = FrameKeys(frames)
        self.live: list[Names] = Liveness(nodes, functions, keys).at
        self.edges = [tuple(keys.edges(node)) for node in nodes]
        self.kept: list[Names | None] = [NONE] * len(nodes)
        self.dirty: list[Names] = [NONE] * len(nodes)
        self.detours: dict[tuple[int, Names], int] = {}

    def run(self, entries: Sequence[int]) -> tuple[Node, ...]:
        self._settle_kept()
        for entry in entries[1:]:
            self.dirty[entry] |= self.live[entry]
        self._settle_dirty()
        for number, node in enumerate(self.nodes[: len(self.live)]):
            self.nodes[number] = self._rewritten(node)
        return tuple(self.nodes)

    # --------------------------------------------------------------------- kept

    def _settle_kept(self) -> None:
        """What a test may leave: what it reads itself, and what all its ways need or may leave."""
        for node in self.nodes:
            self.kept[node.number] = None if isinstance(node, Do | Test) else self.live[node.number]
        tests = [node.number for node in self.nodes if isinstance(node, Test)]
        changed = True
        while changed:
            changed = False
            for number in reversed(tests):
                found: Names | None = None
                for edge in self.edges[number]:
                    other = self.kept[edge.target] if edge.target >= 0 else None
                    if other is not None:
                        found = other if found is None else found & other
                found = None if found is None else found | self.live[number]
                if found != self.kept[number]:
                    self.kept[number], changed = found, True

    # -------------------------------------------------------------------- dirty

    def _settle_dirty(self) -> None:
        dirty, waiting = self.dirty, set(range(len(self.nodes)))
        while waiting:
            for number in sorted(waiting):
                waiting.discard(number)
                before = dirty[number]
                for edge in self.edges[number]:
                    target = edge.target
                    if target < 0:
                        continue
                    after = (before - edge.resets) | edge.writes if edge.resets or edge.writes else before
                    kept = self.kept[target]
                    left = after if kept is None else after & kept
                    if not left <= dirty[target]:
                        dirty[target] |= left
                        waiting.add(target)

    def _after(self, number: int, edge: Edge) -> Names:
        """What may differ from the start behind the effects of an edge."""
        return (self.dirty[number] - edge.resets) | edge.writes

    def _resets(self, number: int, edge: Edge) -> list[Effect]:
        """What an edge has to reset before its target is entered, in the order of the layout."""
        kept = self.kept[edge.target] if edge.target >= 0 else None
        if kept is None:
            return []
        found: list[Effect] = []
        for name in sorted(self._after(number, edge) - kept, key=self.places.__getitem__):
            frame = self.frames[name]
            if frame.length > 1:
                found += forgotten(name, Const(0))
            else:
                found.append(Put(name, Const(0), Const(start_of(frame)[0])))
        return found

    # ---------------------------------------------------------------- rewriting

    def _rewritten(self, node: Node) -> Node:
        number, edges = node.number, self.edges[node.number]
        match node:
            case Do() | ChanceNode():
                return replace(node, effects=(*node.effects, *self._resets(number, edges[0])))
            case Test():
                *ways, otherwise = [self._detour(node, edge) for edge in edges]
                arms = tuple((condition, way) for (condition, _), way in zip(node.arms, ways, strict=True))
                return replace(node, arms=arms, otherwise=otherwise)
            case Decide():
                options = tuple(
                    replace(option, effects=(*option.effects, *self._resets(number, edge)))
                    for option, edge in zip(node.options, edges[:-1], strict=True)
                )
                return replace(node, options=options, otherwise=self._detour(node, edges[-1]))
            case End():
                return node

    def _detour(self, node: Test | Decide, edge: Edge) -> int:
        """A step of its own on a way without effects."""
        resets = self._resets(node.number, edge)
        if not resets:
            return edge.target
        key = edge.target, frozenset(put.region for put in resets if isinstance(put, Put))
        if key not in self.detours:
            self.detours[key] = len(self.nodes)
            step = Do(
                len(self.nodes), title_of(NodeRole.FORGET), tuple(resets), edge.target, False, node.origin, node.group,
                NodeRole.FORGET,
            )  # fmt: skip
            self.nodes.append(step)
        return self.detours[key]
