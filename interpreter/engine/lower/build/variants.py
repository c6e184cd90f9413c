"""What single cells hold where somebody decides, as far as the flow tells: whose turn it is, where to go back to.

    decide 5     you is 0, turn is 0;  you is 1, turn is 1

These are hints. Code that is made for a variant asks first whether it is so, and there is code for all else: what is
found here may stop anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.liveness import live_ahead, live_cells
from interpreter.engine.lower.analysis.simplify import Simplifier
from rulelang.graph import shape, terms
from rulelang.graph.access import Key, named_writes
from rulelang.graph.program import ChanceNode, Decide, Do, Node, Test
from rulelang.graph.terms import Effect, Term

#: Cells with their values.
Variant: TypeAlias = tuple[tuple[Key, int], ...]

#: What the name of a routine ends in that is for everything its variants are not for.
ANY: Final = "_any"

#: Nodes with what is known there, before no more are looked at.
_MOST: Final = 1500

#: Variants of a node that code is made for.
_FEW: Final = 4


class Variants:
    """The variants of every decision."""

    def __init__(self, facts: Facts, cells: frozenset[Key]) -> None:
        self._facts: Final = facts
        self._nodes: Final = {node.number: node for node in facts.program.nodes}
        self.live: Final = live_cells(facts, cells)
        self._cells: Final = cells
        #: The same as far as a move is looked at ahead: up to its end.
        self._ahead: Final = live_ahead(facts, cells)
        self._found: Final[dict[int, set[Variant]]] = {}
        if cells:
            self._explore()

    def of(self, node: Node) -> list[Variant]:
        """The variants of a node; none where there are many."""
        deciding = self._deciding(node)
        found = sorted(_told_apart(self._found.get(node.number, set()), deciding))
        if len(found) > _FEW:
            # Too many to be told apart by all cells: by who decides alone.
            found = sorted({tuple(one for one in variant if one[0] in deciding) for variant in found})
        return [variant for variant in found if variant] if len(found) <= _FEW else []

    def ahead(self, node: int) -> frozenset[Key]:
        """The cells that may be read from a node on before the move is over."""
        return self._ahead.before(self.live.ways[node]) if node >= 0 else frozenset()

    @property
    def size(self) -> int:
        """How many nodes with what is known there were met."""
        return sum(map(len, self._found.values()))

    def at(self, node: int) -> set[Variant]:
        """All that may be known at a node."""
        return self._found.get(node, set())

    def _deciding(self, node: Node) -> frozenset[Key]:
        """The cells that tell who decides; where nobody does, those that hold a player."""
        if isinstance(node, Decide):
            return frozenset(self.live.reads(node.actor))
        return frozenset(key for key in self._cells if self._facts.region(key[0]).elements == "player")

    def _explore(self) -> None:
        program = self._facts.program
        start = {key: self._facts.region(key[0]).start[key[1]] for key in self._cells}
        waiting = [(program.entry, self._kept(program.entry, start))]
        seen = set(waiting)
        while waiting and len(seen) < _MOST:
            number, variant = waiting.pop()
            self._found.setdefault(number, set()).add(variant)
            for target, cells in self._ways(self._nodes[number], dict(variant)):
                if target in self._nodes and (one := (target, self._kept(target, cells))) not in seen:
                    seen.add(one)
                    waiting.append(one)

    def _kept(self, node: int, cells: dict[Key, int]) -> Variant:
        live = self.live.at[node]
        return tuple(sorted((key, value) for key, value in cells.items() if key in live))

    def _ways(self, node: Node, cells: dict[Key, int]) -> Iterator[tuple[int, dict[Key, int]]]:
        """Where the flow goes on, and what is known there."""
        match node:
            case Do(effects=effects) | ChanceNode(effects=effects):
                yield node.target, self._after(effects, cells)
            case Test():
                for condition, target in node.arms:
                    simple = self._simplifier(cells).term(condition)
                    if simple == terms.Const(0):
                        continue
                    yield target, cells
                    if isinstance(simple, terms.Const):
                        return
                yield node.otherwise, cells
            case Decide():
                for option in node.options:
                    yield option.target, self._after(option.effects, cells)
                yield node.otherwise, cells
            case _:
                pass

    def _simplifier(self, cells: dict[Key, int]) -> Simplifier:
        return Simplifier(self._facts, {key: terms.Const(value) for key, value in cells.items()}, self._cells)

    def _after(self, effects: Iterable[Effect], cells: dict[Key, int]) -> dict[Key, int]:
        """What is known after effects: only what is put into the cells is looked at."""
        known, named = dict(cells), dict[str, Term]()
        for effect in effects:
            match effect:
                case terms.Put(region, terms.Const(index), value):
                    if (region, index) in self._cells:
                        simple = self._simplifier(known).term(shape.substitute(value, named))
                        known.pop((region, index), None)
                        if isinstance(simple, terms.Const):
                            known[region, index] = simple.value
                case terms.Name(name, value):
                    simple = self._simplifier(known).term(shape.substitute(value, named))
                    if isinstance(simple, terms.Const):
                        named[name] = simple
                case _:
                    written = named_writes(effect)
                    known = {key: value for key, value in known.items() if key[0] not in written}
        return known


def _told_apart(found: set[Variant], kept: frozenset[Key]) -> set[Variant]:
    """Variants without the cells that are the same in all, but for those that are kept."""
    same = set[tuple[Key, int]].intersection(*map(set, found)) if found else set()
    return {tuple(one for one in variant if one not in same or one[0] in kept) for variant in found}
