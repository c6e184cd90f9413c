"""What is known just before a step of the course of play, as far as a short look back shows.

Before: a finished program. After: for the asked nodes, a `Visitor` was told what is known at each effect and term in
them. Facts flow along the edges of the graph; where several ways meet, what they agree on stays. The look back goes a
few steps only and never round in a circle: what was asked further back is not known, which is never wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rulelang.checks.numbers.atoms import PIECES, TOKENS, replaced, written
from rulelang.checks.numbers.bounds import Bounds
from rulelang.checks.numbers.facts import NOTHING_KNOWN, Facts
from rulelang.checks.numbers.linear import ANYTHING, combination, hull
from rulelang.graph.program import Chance, Decide, Do, Node, Option, Program, Test
from rulelang.graph.terms import (
    Append,
    Cell,
    Const,
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

_STEPS_BACK = 8
_MOST_WAYS = 4


class Visitor(Protocol):
    """Is told what is known where."""

    def effect(self, effect: Effect, facts: Facts) -> None:
        """Just before an effect."""

    def term(self, term: Term, facts: Facts) -> None:
        """Where a term is worked out."""


class Nobody:
    """Listens to nothing, while the facts are being gathered."""

    def effect(self, effect: Effect, facts: Facts) -> None:
        """Nothing."""

    def term(self, term: Term, facts: Facts) -> None:
        """Nothing."""


class Course:
    """Facts at the nodes of a program, worked out where they are asked for."""

    def __init__(self, program: Program, bounds: Bounds) -> None:
        self.program = program
        self.bounds = bounds
        self.atoms = bounds.atoms
        self.visitor: Visitor = Nobody()
        self._at: dict[int, Facts | None] = {}
        self._before = _predecessors(program)
        self._setting_up = _setting_up(program)

    def tell(self, visitor: Visitor, number: int) -> None:
        """Go through one node."""
        facts = self.at(number)
        if facts is None:
            return
        self.visitor = visitor
        for _ in self._ways(self.program.nodes[number], facts):
            pass
        self.visitor = Nobody()

    def at(self, number: int, steps: int = _STEPS_BACK) -> Facts | None:
        """What is known when a node is come to; None if it is never come to."""
        if number in self._at:
            return self._at[number]
        before = self._before.get(number, ())
        base = self._always(number)
        if number == self.program.entry or not before or len(before) > _MOST_WAYS or steps == 0:
            return base
        self._at[number] = base
        ends: list[Facts] = []
        for earlier in before:
            facts = self.at(earlier, steps - 1)
            if facts is not None:
                ways = self._ways(self.program.nodes[earlier], facts)
                ends += [known for target, known in ways if target == number]
        self._at[number] = ends[0] if ends else None
        for end in ends[1:]:
            self._at[number] = (self._at[number] or base).or_else(end)
        return self._at[number]

    def _always(self, number: int) -> Facts:
        """`as soon as` also asks whether the game is being played: it is, once the setup is over."""
        if number in self._setting_up:
            return NOTHING_KNOWN
        return self.bounds.learn(NOTHING_KNOWN, Cell("playing", Const(0)), (1, 1)) or NOTHING_KNOWN

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
            held = self.bounds.rested().assume(condition, left)
            if held is not None:
                yield target, self._outside(held)
            left = self.bounds.rested().assume(condition, left, False)
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
        self.bounds.rested()
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
            known = self.bounds.rested().assume(condition, facts, truth)
            if known is not None:
                ends.append(self.after(effects, known))
        found = [end for end in ends if end is not None]
        return None if not found else found[0] if len(found) == 1 else found[0].or_else(found[1])

    def _after_put(self, region: str, index: Term, value: Term, facts: Facts) -> Facts:
        stored = self.program.layout.regions.get(region)
        kept = self._forget(facts, frozenset({region}))
        cell = Cell(region, index)
        bounds = self.bounds.of(value, facts)
        if stored is None or stored.kind != "number" or region in self.atoms.regions(index):
            return kept
        if isinstance(value, Local | Cell) and region not in self.atoms.regions(value):
            kept = self._renamed(kept, value, cell)
        if stored.role == "counter":
            everybody = {self.bounds.everybodys(region): 1}
            before = facts.of(everybody)
            if before != ANYTHING:
                kept = kept.learning(everybody, hull(before, bounds)) or kept
            bounds = max(bounds[0], stored.low), min(bounds[1], stored.high)
        return (self.bounds.learn(kept, cell, bounds) or kept) if bounds[0] <= bounds[1] else kept

    def _renamed(self, facts: Facts, value: Term, cell: Term) -> Facts:
        """What is known of anything that speaks of a value is also known of the cell that now holds it."""
        found = dict(facts.known)
        for parts, bounds in facts.known.items():
            renamed: dict[int, int] = {}
            for atom, factor in parts:
                new = self.atoms.number(replaced(self.atoms.term(atom), value, cell))
                renamed[new] = renamed.get(new, 0) + factor
            found.setdefault(combination(renamed), bounds)
        return Facts(found)

    def _equal(self, name: Term, value: Term, facts: Facts) -> Facts:
        """A name that stands for a value from now on."""
        known = facts.copied(self.atoms.number(value), self.atoms.number(name))
        return self.bounds.learn(known, name, self.bounds.of(value, facts)) or known

    def _forget(self, facts: Facts, regions: frozenset[str]) -> Facts:
        """Without what speaks of regions that have changed."""
        if not facts.known or not regions:
            return facts
        changed = regions | {"*"}
        return facts.without(lambda parts: not changed.isdisjoint(self.atoms.read_by(parts)))

    def _outside(self, facts: Facts) -> Facts:
        """Names are known only inside one step."""
        return facts.without(lambda parts: "?" in self.atoms.read_by(parts))


def _targets(node: Node) -> list[int]:
    match node:
        case Do() | Chance():
            return [node.target]
        case Test():
            return [*(target for _, target in node.arms), node.otherwise]
        case Decide():
            return [*(option.target for option in node.options), node.otherwise]
        case _:
            return []


def _predecessors(program: Program) -> dict[int, list[int]]:
    """From where each node is come to, each once."""
    found: dict[int, list[int]] = {}
    for node in program.nodes:
        for target in dict.fromkeys(_targets(node)):
            found.setdefault(target, []).append(node.number)
    return found


def _setting_up(program: Program) -> set[int]:
    """Nodes that can be come to before the game is being played."""
    found: set[int] = set()
    work = [program.entry, *program.example_entries]
    while work:
        number = work.pop()
        if number < 0 or number in found:
            continue
        found.add(number)
        node = program.nodes[number]
        begins = isinstance(node, Do) and any(isinstance(e, Put) and e.region == "playing" for e in node.effects)
        work += [] if begins else _targets(node)
    return found
