"""What the ways out of a node read and write of the cells that actions remember things in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulelang.compile.flow.frames import Frame, start_of
from rulelang.graph.access import NAMES_CELLS_READ, every_effect
from rulelang.graph.program import ChanceNode, Decide, Do, End, Function, Node, OptionEdge, Test
from rulelang.graph.terms import Append, Apply, Const, Effect, Local, Possible, Put, SortInto
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass

Names = frozenset[str]
NONE: Names = frozenset()
Asked = tuple[tuple[int, Names], ...]
"""Look-ahead queries: the nodes they lead to, and what they fill in there themselves."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One way out of a node: what is read on it before it is written there, what is written in any case, what may be
    written, and what is back at its start when the target is entered."""

    target: int
    reads: Names = NONE
    kills: Names = NONE
    writes: Names = NONE
    resets: Names = NONE
    asks: Asked = ()


class Remembering:
    """Reads nodes; every function of the rulebook once."""

    def __init__(self, functions: Mapping[str, Function], frames: Mapping[str, Frame]) -> None:
        self.functions = functions
        self.frames = frames
        self.slots: dict[str, list[str]] = {}
        for name, frame in frames.items():
            self.slots.setdefault(frame.called, []).append(name)
        self.of_functions: dict[str, tuple[Names, Asked]] = {}

    def edges(self, node: Node) -> Iterator[Edge]:
        """The ways out of a node; of a decision the options in their order, then the way if nothing can be chosen."""
        match node:
            case Do():
                yield self._edge(node.target, node.effects)
            case ChanceNode():
                parts = (node.parameter, node.weight, node.shuffles, node.audience, node.secretly)
                yield self._edge(node.target, node.effects, parts)
            case Test():
                for condition, target in node.arms:
                    yield self._edge(target, (), (condition,))
                yield Edge(node.otherwise)
            case Decide():
                for option in node.options:
                    yield self._option(option)
                yield self._edge(node.otherwise, (), (node.actor,))
            case End():
                pass

    def _edge(self, target: int, effects: tuple[Effect, ...], before: Iterable[Any] = ()) -> Edge:
        """An edge with its effects, and what is asked before them."""
        reads: set[str] = set()
        kills: set[str] = set()
        asks: list[tuple[int, Names]] = []
        for effect in reversed(effects):
            if isinstance(effect, Put | SortInto) and effect.region in self.frames and _at_start(effect):
                kills.add(effect.region)
                reads.discard(effect.region)
            reads |= self._reads(effect, asks)
        writes, resets = self._written(effects)
        for part in before:
            reads |= self._reads(part, asks)
        return Edge(target, frozenset(reads), frozenset(kills), writes, resets, tuple(asks))

    def _option(self, option: OptionEdge) -> Edge:
        parts: list[Any] = [option.guard]
        for parameter in option.parameters:
            parts += [parameter.where, parameter.fewest, parameter.most, parameter.domain]
        edge = self._edge(option.target, option.effects)
        asks = list(edge.asks)
        handfuls = frozenset(option.handfuls.values())
        reads = set(edge.reads)
        for part in parts:
            reads |= self._reads(part, asks)
        return Edge(
            option.target,
            frozenset((reads - handfuls) | self._said(option)),
            edge.kills | handfuls,
            edge.writes | (handfuls - edge.resets),
            edge.resets,
            tuple(asks),
        )

    def _said(self, option: OptionEdge) -> set[str]:
        """What was chosen before and is said in the author's words for the option."""
        chosen = {parameter.name for parameter in option.parameters}
        stored = {
            effect.region
            for effect in option.effects
            if isinstance(effect, Put) and isinstance(effect.value, Local) and effect.value.name in chosen
        }
        now = {self.frames[name].called for name in (*stored, *option.handfuls.values()) if name in self.frames}
        slots = re.findall(r"\{([^}]*)\}", option.written)
        return {name for slot in slots if slot not in now for name in self.slots.get(slot, ())}

    # -------------------------------------------------------------------- reads

    def _reads(self, thing: Any, asks: list[tuple[int, Names]]) -> set[str]:
        """The frame cells a term, a domain or an effect reads; queries are added to `asks`."""
        found: set[str] = set()
        for part in all_parts(thing):
            kind = type(part)
            if kind in NAMES_CELLS_READ:
                if part.region in self.frames:
                    found.add(part.region)
            elif kind is Possible:
                if part.node >= 0:
                    asks.append((part.node, frozenset(put.region for put in part.fill)))
            elif kind is Apply:
                reads, asked = self._function(part.function)
                found |= reads
                asks += asked
        return found

    def _function(self, name: str) -> tuple[Names, Asked]:
        if name not in self.of_functions:
            self.of_functions[name] = NONE, ()
            asks: list[tuple[int, Names]] = []
            called = self.functions.get(name)
            reads = self._reads(called.body if called is not None else None, asks)
            self.of_functions[name] = frozenset(reads), tuple(asks)
        return self.of_functions[name]

    # ------------------------------------------------------------------- writes

    def _written(self, effects: Iterable[Effect]) -> tuple[Names, Names]:
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


def _at_start(effect: Put | SortInto) -> bool:
    return (effect.index if isinstance(effect, Put) else effect.start) == Const(0)
