"""What the ways out of a node read and write of the cells that actions remember things in, a region at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rulelang.compile.flow.frames import Frame, start_of
from rulelang.graph.access import every_effect
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Test
from rulelang.graph.terms import Append, Const, Effect, Local, Put, SortInto

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
        match node:
            case Do() | ChanceNode():
                yield Edge(node.target, *self._changed(node.effects))
            case Test():
                yield from (Edge(target) for _, target in node.arms)
                yield Edge(node.otherwise)
            case Decide():
                for option in node.options:
                    writes, resets = self._changed(option.effects)
                    yield Edge(option.target, writes | (frozenset(option.handfuls.values()) - resets), resets)
                yield Edge(node.otherwise)
            case End():
                pass

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
