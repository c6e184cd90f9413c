"""Which cells may still be read from a node on: one analysis, backwards over the graph until nothing changes.

A cell that nobody reads before it is written again tells two positions apart for nothing. The compiler asks for the
cells of actions, a region at a time, and resets what is dead; the lowered form asks for single cells, so as to tell as
few places of the flow apart as it must. How cells are told apart is `Keys`; the terms of every node are read once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from rulelang.graph.access import NAMES_CELLS_READ
from rulelang.graph.program import ChanceNode, Decide, Do, Function, Node, OptionEdge, Test
from rulelang.graph.terms import Apply, Effect, Possible
from rulelang.graph.walk import all_parts

K = TypeVar("K", bound=Hashable)
K_co = TypeVar("K_co", bound=Hashable, covariant=True)


class Keys(Protocol[K_co]):
    """How cells are told apart, and which of them count."""

    def read(self, part: Any) -> Iterable[K_co]:
        """What a part reads that names a region: a cell, a list, something added to a list."""

    def overwritten(self, effect: Effect) -> Iterable[K_co]:
        """What an effect writes in any case."""

    def chosen(self, option: OptionEdge) -> Iterable[K_co]:
        """What choosing writes before the effects of an option."""

    def told(self, option: OptionEdge) -> Iterable[K_co]:
        """What the words of an option name."""


class WayOut(NamedTuple, Generic[K]):
    """One way out of a node: what is read on it before it is written there, what is written in any case, and the nodes
    that look-ahead asks about, each with what is filled in there or was written before."""

    target: int
    reads: frozenset[K]
    kills: frozenset[K]
    asks: tuple[tuple[int, frozenset[K]], ...]


class Liveness(Generic[K]):
    """`ways`: the ways out of every node, those of a decision in the order of its options. `at`: what is live there.
    `lasting` is live where the game is over and where a way leads nowhere."""

    def __init__(
        self, nodes: Sequence[Node], functions: Mapping[str, Function], keys: Keys[K], lasting: Iterable[K] = ()
    ) -> None:
        self._functions = functions
        self._keys = keys
        self._lasting = frozenset(lasting)
        self._of_functions: dict[str, tuple[frozenset[K], tuple[tuple[int, frozenset[K]], ...]]] = {}
        self.ways: list[tuple[WayOut[K], ...]] = [tuple(self._ways_out(node)) for node in nodes]
        self.at: list[frozenset[K]] = [frozenset() if ways else self._lasting for ways in self.ways]
        self._settle()

    def reads(self, part: Any) -> frozenset[K]:
        """What a term reads, with what the flow reads that it looks ahead to."""
        way = self._way(-1, (), (part,))
        return way.reads.union(*(self._live(asked) - filled for asked, filled in way.asks))

    def _live(self, number: int) -> frozenset[K]:
        return self.at[number] if number >= 0 else self._lasting

    def _settle(self) -> None:
        asking: list[list[int]] = [[] for _ in self.ways]
        for number, ways in enumerate(self.ways):
            for way in ways:
                for target in (way.target, *(asked for asked, _ in way.asks)):
                    if target >= 0:
                        asking[target].append(number)
        waiting = {number for number, ways in enumerate(self.ways) if ways}
        while waiting:
            for number in sorted(waiting, reverse=True):
                waiting.discard(number)
                found = self.before(self.ways[number])
                if found != self.at[number]:
                    self.at[number] = found
                    waiting.update(asking[number])

    def before(self, ways: tuple[WayOut[K], ...]) -> frozenset[K]:
        """What is live where one of some ways will be gone."""
        found: set[K] = set()
        for way in ways:
            found.update(self._live(way.target) - way.kills, way.reads)
            for asked, filled in way.asks:
                found.update(self._live(asked) - filled)
        return frozenset(found)

    # --------------------------------------------------------------------- ways

    def _ways_out(self, node: Node) -> Iterator[WayOut[K]]:
        match node:
            case Do():
                yield self._way(node.target, node.effects)
            case ChanceNode():
                parts = (node.parameter, node.weight, node.shuffles, node.audience, node.secretly)
                yield self._way(node.target, node.effects, parts)
            case Test():
                for condition, target in node.arms:
                    yield self._way(target, (), (condition,))
                yield self._way(node.otherwise)
            case Decide():
                for option in node.options:
                    chosen = tuple(self._keys.chosen(option))
                    way = self._way(option.target, option.effects, (option.guard, option.parameters), chosen)
                    yield way._replace(reads=way.reads.union(self._keys.told(option)))
                yield self._way(node.otherwise, (), (node.actor,))
            case _:
                pass

    def _way(
        self,
        target: int,
        effects: tuple[Effect, ...] = (),
        before: tuple[Any, ...] = (),
        first: Iterable[K] = (),
    ) -> WayOut[K]:
        """A way with its effects, what is asked before them, and what is written first of all."""
        reads: set[K] = set()
        kills = set(first)
        asks: list[tuple[int, frozenset[K]]] = []
        for effect in reversed(effects):
            if written := frozenset(self._keys.overwritten(effect)):
                kills |= written
                reads -= written
                asks = [(asked, filled | written) for asked, filled in asks]
            self._read(effect, reads, asks)
        self._read(before, reads, asks)
        return WayOut(target, frozenset(reads.difference(first)), frozenset(kills), tuple(asks))

    def _read(self, thing: Any, reads: set[K], asks: list[tuple[int, frozenset[K]]]) -> None:
        """Add what a term, a domain or an effect reads, and what it asks by looking ahead."""
        for part in all_parts(thing):
            kind = type(part)
            if kind in NAMES_CELLS_READ:
                reads.update(self._keys.read(part))
            elif kind is Possible:
                asks.append((part.node, frozenset(key for put in part.fill for key in self._keys.overwritten(put))))
            elif kind is Apply:
                inside, asked = self._function(part.function)
                reads |= inside
                asks += asked

    def _function(self, name: str) -> tuple[frozenset[K], tuple[tuple[int, frozenset[K]], ...]]:
        if name not in self._of_functions:
            self._of_functions[name] = frozenset(), ()
            called = self._functions.get(name)
            way = self._way(-1, (), () if called is None else (called.body,))
            self._of_functions[name] = way.reads, way.asks
        return self._of_functions[name]
