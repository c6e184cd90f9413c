"""Going through a whole program once, with what is known at every step.

Before: a finished program. After: for every effect, condition and choice that can be reached, `Visitor` was told what
is known there. Facts flow along the edges of the graph; where several ways meet, what they agree on stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from rulelang.checks.numbers.atoms import PIECES, TOKENS, written
from rulelang.checks.numbers.bounds import Bounds
from rulelang.checks.numbers.facts import NOTHING_KNOWN, Facts
from rulelang.checks.numbers.linear import ANYTHING, hull
from rulelang.graph.program import Chance, Decide, Do, Node, Option, Program, Test
from rulelang.graph.terms import (
    Append,
    Cell,
    Effect,
    ForIn,
    Local,
    MovePiece,
    MoveTokens,
    Name,
    Put,
    Require,
    SortInto,
    Span,
    Term,
    When,
)

_PATIENCE = 4
"""So often a meeting point is looked at again before what still changes there is given up."""
_SWEEPS = 4


class Visitor(Protocol):
    """Is told, once everything is settled, what is known where."""

    def effect(self, effect: Effect, facts: Facts) -> None:
        """Just before an effect."""

    def term(self, term: Term, facts: Facts) -> None:
        """Where a term is worked out."""


class Nobody:
    """Listens to nothing, while the facts are still being gathered."""

    def effect(self, effect: Effect, facts: Facts) -> None:
        """Nothing."""

    def term(self, term: Term, facts: Facts) -> None:
        """Nothing."""


class Walk:
    """Facts at every node of a program."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self.program = program
        self.bounds = bounds
        self.atoms = bounds.atoms
        self.at: dict[int, Facts] = {}
        self.visitor: Visitor = Nobody()
        self._given_up = False
        self._last: tuple[Facts, frozenset[str]] | None = None
        self._gather()
        for _ in range(_SWEEPS if self._given_up else 0):
            self._regain()

    def tell(self, visitor: Visitor, nodes: Iterable[int] | None = None) -> None:
        """Go through every node that can be reached, or through some of them."""
        self.visitor = visitor
        for number in sorted(self.at) if nodes is None else (number for number in nodes if number in self.at):
            for _ in self._ways(self.program.nodes[number], self.at[number]):
                pass
        self.visitor = Nobody()

    def _gather(self) -> None:
        visits: dict[int, int] = {}
        work = [self.program.entry, *self.program.example_entries]
        for number in self.program.example_entries:
            self.at[number] = NOTHING_KNOWN
        self.at[self.program.entry] = self._first()
        while work:
            number = work.pop()
            for target, facts in self._ways(self.program.nodes[number], self.at[number]):
                if target < 0:
                    continue
                before = self.at.get(target)
                after = facts if before is None else before.or_else(facts)
                if before is not None and after.known == before.known:
                    continue
                visits[target] = visits.get(target, 0) + 1
                if before is not None and visits[target] > _PATIENCE:
                    self._given_up = True
                    after = Facts({key: value for key, value in after.known.items() if before.known.get(key) == value})
                self.at[target] = after
                work.append(target)

    def _regain(self) -> None:
        """What was given up at one meeting point may follow from what is asked elsewhere on the way back to it."""
        again = dict.fromkeys(self.program.example_entries, NOTHING_KNOWN)
        again[self.program.entry] = self._first()
        for number, facts in self.at.items():
            for target, known in self._ways(self.program.nodes[number], facts):
                if target >= 0:
                    again[target] = again[target].or_else(known) if target in again else known
        self.at = again

    def _first(self) -> Facts:
        """What is known before the game begins: every counter has its first value."""
        facts = NOTHING_KNOWN
        for region in self.program.layout.regions.values():
            matters = self.bounds.relevant is None or region.name in self.bounds.relevant
            if matters and region.role == "counter" and region.kind == "number" and region.start:
                parts = {self.bounds.everybodys(region.name): 1}
                facts = facts.learning(parts, (min(region.start), max(region.start))) or facts
        return facts

    # --------------------------------------------------------------------- nodes

    def _ways(self, node: Node, facts: Facts) -> Iterator[tuple[int, Facts]]:
        """Where a node leads to, and what is known there."""
        match node:
            case Do():
                after = self.after(node.effects, facts)
                if after is not None:
                    yield node.target, self._outside(after)
            case Test():
                yield from self._forks(node, facts)
            case Decide():
                self.visitor.term(node.actor, facts)
                for option in node.options:
                    after = self._option(option, facts)
                    if after is not None:
                        yield option.target, self._outside(after)
                yield node.otherwise, self._outside(facts)
            case Chance():
                inside = facts
                if node.parameter is not None and isinstance(node.parameter.domain, Span):
                    inside = self.bounds.between(node.parameter.name, node.parameter.domain, facts)
                if node.shuffles is not None:
                    inside = self._forget(inside, PIECES)
                after = self.after(node.effects, inside)
                if after is not None:
                    yield node.target, self._outside(after)
            case _:
                pass

    def _forks(self, node: Test, facts: Facts) -> Iterator[tuple[int, Facts]]:
        left: Facts | None = facts
        for condition, target in node.arms:
            if left is None:
                return
            self.visitor.term(condition, left)
            held = self.bounds.assume(condition, left)
            if held is not None:
                yield target, self._outside(held)
            left = self.bounds.assume(condition, left, False)
        if left is not None:
            yield node.otherwise, self._outside(left)

    def _option(self, option: Option, facts: Facts) -> Facts | None:
        known: Facts | None = facts
        for parameter in option.parameters:
            if known is None:
                return None
            if isinstance(parameter.domain, Span):
                known = self.bounds.between(parameter.name, parameter.domain, known)
            if parameter.where is not None and parameter.form == "pick":
                self.visitor.term(parameter.where, known)
                known = self.bounds.assume(parameter.where, known)
        if known is not None and option.guard is not None:
            self.visitor.term(option.guard, known)
            known = self.bounds.assume(option.guard, known)
        return None if known is None else self.after(option.effects, known)

    # ------------------------------------------------------------------- effects

    def after(self, effects: tuple[Effect, ...], facts: Facts) -> Facts | None:
        """What is known after effects; None if they cannot all be obeyed."""
        known: Facts | None = facts
        for effect in effects:
            if known is None:
                return None
            self.visitor.effect(effect, known)
            known = self._after_one(effect, known)
        return known

    def _after_one(self, effect: Effect, facts: Facts) -> Facts | None:
        match effect:
            case Put(region, index, value):
                self.visitor.term(value, facts)
                return self._after_put(region, index, value, facts)
            case Name(name, value):
                self.visitor.term(value, facts)
                return self._equal(Local(name), value, self._forget(facts, frozenset({f"?{name}"})))
            case Require(condition):
                self.visitor.term(condition, facts)
                return self.bounds.assume(condition, facts)
            case When(condition, then, otherwise):
                self.visitor.term(condition, facts)
                return self._after_when(condition, then, otherwise, facts)
            case ForIn(name, domain, body):
                inside = self._forget(facts, written(body) | {f"?{name}"})
                known = self.bounds.between(name, domain, inside) if isinstance(domain, Span) else inside
                self.after(body, known)
                return inside
            case MovePiece():
                return self._forget(facts, PIECES)
            case MoveTokens(_, _, _, count):
                self.visitor.term(count, facts)
                return self._forget(facts, TOKENS)
            case Append(region) | SortInto(region):
                return self._forget(facts, frozenset({region}))
            case _:
                return facts

    def _after_when(
        self, condition: Term, then: tuple[Effect, ...], otherwise: tuple[Effect, ...], facts: Facts
    ) -> Facts | None:
        ends = []
        for effects, truth in ((then, True), (otherwise, False)):
            known = self.bounds.assume(condition, facts, truth)
            if known is not None:
                ends.append(self.after(effects, known))
        found = [end for end in ends if end is not None]
        return None if not found else found[0] if len(found) == 1 else found[0].or_else(found[1])

    def _after_put(self, region: str, index: Term, value: Term, facts: Facts) -> Facts:
        stored = self.program.layout.regions.get(region)
        kept = self._forget(facts, frozenset({region}))
        if self.bounds.relevant is not None and region not in self.bounds.relevant:
            return kept
        cell = Cell(region, index)
        bounds = self.bounds.of(value, facts)
        if stored is None or stored.kind != "number" or region in self.atoms.regions(index):
            return kept
        if isinstance(value, Local | Cell) and region not in self.atoms.regions(value):
            kept = kept.copied(self.atoms.number(value), self.atoms.number(cell))
        if stored.role == "counter":
            everybody = {self.bounds.everybodys(region): 1}
            before = facts.of(everybody)
            if before != ANYTHING:
                kept = kept.learning(everybody, hull(before, bounds)) or kept
            bounds = max(bounds[0], stored.low), min(bounds[1], stored.high)
        return (self.bounds.learn(kept, cell, bounds) or kept) if bounds[0] <= bounds[1] else kept

    def _equal(self, name: Term, value: Term, facts: Facts) -> Facts:
        """A name that stands for a value from now on."""
        if self.bounds.relevant is not None and self.atoms.regions(name).isdisjoint(self.bounds.relevant):
            return facts
        known = facts.copied(self.atoms.number(value), self.atoms.number(name))
        return self.bounds.learn(known, name, self.bounds.of(value, facts)) or known

    def _forget(self, facts: Facts, regions: frozenset[str]) -> Facts:
        """Without what speaks of regions that have changed."""
        if not facts.known or not regions:
            return facts
        changed = regions | {"*"}
        if changed.isdisjoint(self._read_by(facts)):
            return facts
        return facts.without(lambda parts: not changed.isdisjoint(self.atoms.read_by(parts)))

    def _read_by(self, facts: Facts) -> frozenset[str]:
        """Everything that facts speak of. Facts hardly change from one step to the next, so the last are remembered."""
        if self._last is None or self._last[0] is not facts:
            self._last = facts, frozenset().union(*map(self.atoms.read_by, facts.known))
        return self._last[1]

    def _outside(self, facts: Facts) -> Facts:
        """Names are known only inside one step."""
        if "?" not in self._read_by(facts):
            return facts
        return facts.without(lambda parts: "?" in self.atoms.read_by(parts))
