"""Which single cells are still going to be read from a node on.

A cell that nobody reads before it is written again tells two places of the flow apart for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Parameter, Test
from rulelang.graph.terms import Term
from rulelang.graph.walk import all_parts

Key: TypeAlias = tuple[str, int]


class Liveness:
    """Live cells among those of `cells`, by node."""

    def __init__(self, facts: Facts, cells: frozenset[Key]) -> None:
        self._facts: Final = facts
        self._cells: Final = cells
        self._regions: Final = frozenset(name for name, _ in cells)
        self._of_functions: Final[dict[str, frozenset[Key]]] = {}
        #: What is read after the end: everything but frames.
        self._lasting: Final = frozenset(key for key in cells if facts.region(key[0]).role != "frame")
        self.at: Final[dict[int, frozenset[Key]]] = {node.number: frozenset() for node in facts.program.nodes}
        self._settle()

    def _settle(self) -> None:
        changed = True
        while changed:
            changed = False
            for node in reversed(self._facts.program.nodes):
                found = self._before(node)
                if found != self.at[node.number]:
                    self.at[node.number] = found
                    changed = True

    def _before(self, node: Node) -> frozenset[Key]:
        match node:
            case End():
                return self._lasting
            case Do():
                return self.before_effects(node.effects, self.after(node.target))
            case Test():
                live = self.after(node.otherwise)
                for condition, target in node.arms:
                    live |= self.reads(condition) | self.after(target)
                return live
            case Decide():
                live = self.reads(node.actor) | self.after(node.otherwise)
                for option in node.options:
                    live |= self.before_effects(option.effects, self.after(option.target))
                    live |= self.reads_of(option.guard).union(*map(self._reads_of_choice, option.parameters))
                return live
            case ChanceNode():
                live = self.before_effects(node.effects, self.after(node.target))
                chosen = frozenset[Key]() if node.parameter is None else self._reads_of_choice(node.parameter)
                return live | chosen | self.reads_of(node.weight, node.shuffles)

    def after(self, target: int) -> frozenset[Key]:
        """What is live on the way to a node."""
        return self.at.get(target, self._lasting)

    def before_effects(self, effects: Iterable[terms.Effect], live: frozenset[Key]) -> frozenset[Key]:
        """What is live before effects, given what is live after them."""
        for effect in reversed(tuple(effects)):
            if isinstance(effect, terms.Put) and isinstance(effect.index, terms.Const):
                live -= {(effect.region, effect.index.value)}
            live |= self.reads(effect)
        return live

    def reads_of(self, *things: Term | None) -> frozenset[Key]:
        """What several terms read; None reads nothing."""
        return frozenset[Key]().union(*(self.reads(thing) for thing in things if thing is not None))

    def _reads_of_choice(self, parameter: Parameter) -> frozenset[Key]:
        """What is looked at to tell what may be chosen."""
        return self.reads(parameter.domain) | self.reads_of(parameter.where, parameter.fewest, parameter.most)

    def reads(self, part: shape.Part) -> frozenset[Key]:
        """The cells a term or an effect reads."""
        found: set[Key] = set()
        for inner in all_parts(part):
            match inner:
                case terms.Possible(node, fill):
                    # What the flow from there reads, but for what is filled in (the values are walked over here too).
                    filled = {(put.region, put.index.value) for put in fill if isinstance(put.index, terms.Const)}
                    found |= self.after(node) - filled
                case terms.Cell(region, terms.Const(index)) if (region, index) in self._cells:
                    found.add((region, index))
                case terms.Cell(region, _) | terms.CellList(region, _, _) if region in self._regions:
                    found |= {key for key in self._cells if key[0] == region}
                case terms.Apply(function, _):
                    found |= self._function(function)
                case _:
                    pass
        return frozenset(found)

    def _function(self, name: str) -> frozenset[Key]:
        if name not in self._of_functions:
            body = self._facts.functions[name].body
            if self._looks_ahead(body):
                # What that reads may still grow.
                return self.reads(body)
            self._of_functions[name] = self.reads(body)
        return self._of_functions[name]

    def _looks_ahead(self, part: shape.Part) -> bool:
        """Does a derived value look ahead, itself or in others?"""
        return any(
            isinstance(inner, terms.Possible)
            or (isinstance(inner, terms.Apply) and self._looks_ahead(self._facts.functions[inner.function].body))
            for inner in all_parts(part)
        )
