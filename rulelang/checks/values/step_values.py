"""What is known after effects, and on each way out of a node.

Facts flow along the steps of the course of play. What is changed is forgotten, unless it is plain what it becomes:
a cell gets a value, a number goes up or down by another, things move from here to there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from rulelang.checks.values.many import Many
from rulelang.checks.values.moving import Moving
from rulelang.graph import terms as t
from rulelang.graph.access import ANYTHING, PIECES, TOKENS, writes
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Do, Node, OptionEdge, Parameter, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.shape import exchanged
from rulelang.graph.terms import Effect, Term
from rulelang.graph.values.assume import Values
from rulelang.graph.values.intervals import ANYTHING as NO_BOUNDS
from rulelang.graph.values.intervals import Range, added, hull, scaled, span
from rulelang.graph.values.known_facts import KnownFacts

_NOTHING = t.Const(-1)
_TOKENS = frozenset({TOKENS})


class Visitor(Protocol):
    """Is told what is known where."""

    def effect(self, effect: Effect, facts: KnownFacts) -> None:
        """Just before an effect."""

    def term(self, term: Term, facts: KnownFacts) -> None:
        """Where a term is worked out."""


class Nobody:
    """Listens to nothing, while the facts are being gathered."""

    def effect(self, effect: Effect, facts: KnownFacts) -> None:
        """Nothing."""

    def term(self, term: Term, facts: KnownFacts) -> None:
        """Nothing."""


class StepValues:
    """What steps through one program do to what is known."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.program
        self.atoms = values.atoms
        self.moving = Moving(values)
        self.many = Many(self.moving)
        self.visitor: Visitor = Nobody()
        regions = values.layout.regions
        #: Cells in which an action notes who acts and what was chosen.
        self._in_mind = frozenset(name for name, region in regions.items() if region.role == "frame")

    def tell(self, visitor: Visitor, node: Node, facts: KnownFacts) -> None:
        """Go through one node."""
        self.visitor = visitor
        for _ in self.ways(node, facts):
            pass
        self.visitor = Nobody()

    # --------------------------------------------------------------------- nodes

    def ways(self, node: Node, facts: KnownFacts) -> Iterator[tuple[int, KnownFacts]]:
        """Where a node leads to, and what is known there."""
        match node:
            case Do():
                after = self.after(node.effects, facts)
                if after is not None:
                    yield node.target, self.outside(after)
            case Test():
                for target, known in self.forks(node, facts):
                    yield target, self._gone_back(node, known)
            case Decide():
                self.visitor.term(node.actor, facts)
                for option in node.options:
                    after = self.taken(option, facts)
                    if after is not None:
                        yield option.target, self.outside(after)
                yield node.otherwise, self.outside(facts)
            case ChanceNode():
                inside: KnownFacts | None = facts
                if node.parameter is not None:
                    inside = self.chosen(node.parameter, facts)
                if node.shuffles is not None and inside is not None:
                    inside = self.forget(inside, PIECES)
                after = inside and self.after(node.effects, inside)
                if after is not None:
                    yield node.target, self.outside(after)
            case _:
                pass

    def _gone_back(self, node: Test, facts: KnownFacts) -> KnownFacts:
        """Where an action goes on is of no use any more once it has gone on there."""
        return self._unknown(facts, node.back) if facts.cells and node.role is NodeRole.WAY_BACK else facts

    def forks(self, node: Test, facts: KnownFacts) -> Iterator[tuple[int, KnownFacts]]:
        """The arms of a fork, in their order."""
        left: KnownFacts | None = facts
        for condition, target in node.arms:
            if left is None:
                return
            self.visitor.term(condition, left)
            held = self.values.rested().assume(condition, left)
            if held is not None:
                yield target, self.outside(held)
            left = self.values.rested().assume(condition, left, False)
        if left is not None:
            yield node.otherwise, self.outside(left)

    def taken(self, option: OptionEdge, facts: KnownFacts) -> KnownFacts | None:
        """What is known once an option is taken; None if that cannot be."""
        known = self.picked(option, facts)
        if known is not None and option.guard is not None:
            self.visitor.term(option.guard, known)
            known = self.values.rested().assume(option.guard, known)
        return None if known is None else self.after(option.effects, known)

    def picked(self, option: OptionEdge, facts: KnownFacts) -> KnownFacts | None:
        """What is known once everything of an option is picked, whatever it is."""
        known: KnownFacts | None = facts
        for parameter in option.parameters:
            known = known and self.chosen(parameter, known)
            known = known and self.held_in_hand(option, parameter, known)
        return known

    def held_in_hand(self, option: OptionEdge, parameter: Parameter, facts: KnownFacts) -> KnownFacts:
        """A handful is written down as soon as it is chosen: what the option asks for is asked of the new one."""
        region = option.handfuls.get(parameter.name)
        if region is None:
            return facts
        fewest, most = parameter.fewest, parameter.most
        least = 0 if fewest is None else max(0, self.values.number(fewest, {}, facts)[0])
        greatest = NO_BOUNDS[1] if most is None else self.values.number(most, {}, facts)[1]
        fresh = self._unknown(self.forget(facts, frozenset({region})), region)
        size: Range = least, max(least, greatest)
        if region in fresh.cells:
            return fresh.with_cells({region: (size, *fresh.cells[region][1:])})
        return self.values.learn(fresh, t.Cell(region, t.Const(0)), size) or fresh

    def chosen(self, parameter: Parameter, facts: KnownFacts) -> KnownFacts | None:
        """What is known of something that was chosen."""
        known: KnownFacts | None = facts
        if parameter.form == "pick":
            known = self.element(parameter.name, parameter.domain, facts)
        if known is not None and parameter.where is not None and parameter.form == "pick":
            self.visitor.term(parameter.where, known)
            known = self.values.rested().assume(parameter.where, known)
        return known

    def element(self, name: str, domain: t.Between | t.Members | object, facts: KnownFacts) -> KnownFacts | None:
        """What is known of an element of a domain."""
        match domain:
            case t.Between():
                return self.values.rested().between(name, domain, facts)
            case t.Members(of):
                self.values.rested()
                known = self.values.learn(facts, t.Local(name), span(self.values.element(domain, {}, facts)))
                return known and self.values.assume(t.Holds(of, t.Local(name)), known)
            case _:
                return facts

    # ------------------------------------------------------------------- effects

    def after(self, effects: tuple[Effect, ...], facts: KnownFacts) -> KnownFacts | None:
        """What is known after effects; None if they cannot all be obeyed."""
        known: KnownFacts | None = facts
        for effect in effects:
            if known is None:
                return None
            self.visitor.effect(effect, known)
            known = self._after_one(effect, known)
        return known

    def _after_one(self, effect: Effect, facts: KnownFacts) -> KnownFacts | None:
        self.values.rested()
        match effect:
            case t.Put(region, index, value):
                self.visitor.term(value, facts)
                return self._after_put(region, index, value, facts)
            case t.Name(name, value):
                self.visitor.term(value, facts)
                return self._equal(t.Local(name), value, self.forget(facts, frozenset({f"?{name}"})))
            case t.Require(condition):
                self.visitor.term(condition, facts)
                return self.values.assume(condition, facts)
            case t.When(condition, then, otherwise):
                self.visitor.term(condition, facts)
                return self._after_when(condition, then, otherwise, facts)
            case t.ForIn():
                return self._after_all(effect, facts)
            case t.MovePiece(piece, place):
                return self.moving.piece(piece, place, self.forget(facts, PIECES), facts)
            case t.MoveTokens(_, _, _, count):
                self.visitor.term(count, facts)
                return self._after_tokens(effect, facts)
            case t.Append(region) | t.SortInto(region):
                return self._unknown(self.forget(facts, frozenset({region})), region)
            case _:
                return facts

    def _after_when(
        self, condition: Term, then: tuple[Effect, ...], otherwise: tuple[Effect, ...], facts: KnownFacts
    ) -> KnownFacts | None:
        ends = []
        for effects, truth in ((then, True), (otherwise, False)):
            known = self.values.rested().assume(condition, facts, truth)
            if known is not None:
                ends.append(self.after(effects, known))
        found = [end for end in ends if end is not None]
        return None if not found else found[0] if len(found) == 1 else found[0].or_else(found[1])

    def _after_all(self, effect: t.ForIn, facts: KnownFacts) -> KnownFacts | None:
        """Each element in turn, if all are known; else what is true whichever comes next."""
        elements = self.many.each(effect.domain, facts)
        if elements is not None:
            found: KnownFacts | None = facts
            for element in elements:
                if found is not None:
                    fresh = self.forget(found, frozenset({f"?{effect.name}"}))
                    named = self.values.learn(fresh, t.Local(effect.name), (element, element))
                    found = named and self.after(effect.body, named)
            return found and self.forget(found, frozenset({f"?{effect.name}"}))
        whole = self.many.whole(effect, facts)
        if whole is not None:
            return self.forget(whole, PIECES if isinstance(effect.body[0], t.MovePiece) else _TOKENS)
        changed = frozenset(writes(effect.body))
        inside = self.forget(facts, changed | {f"?{effect.name}"})
        for region in changed:
            inside = self._unknown(inside, region)
        known = self.element(effect.name, effect.domain, inside)
        if known is not None:
            self.after(effect.body, known)
        return inside

    def _after_tokens(self, effect: t.MoveTokens, facts: KnownFacts) -> KnownFacts:
        kept = self.moving.tokens(effect, facts)
        shifted = self.moving.shifted(effect, facts)
        found = dict(self.forget(facts, _TOKENS).bounds)
        for parts, bounds in facts.bounds.items():
            if parts not in found and (change := self._shift(parts, shifted)) is not None:
                found[parts] = added(bounds, change)
        return kept.with_bounds(found)

    def _shift(self, parts: frozenset[tuple[int, int]], shifted: dict[int, Range] | None) -> Range | None:
        """By how much a sum changes of which only these atoms change; None if it is not known."""
        if shifted is None or not all(self.moving.is_a_count(atom) for atom, _ in parts):
            return None
        total: Range = (0, 0)
        for atom, factor in parts:
            total = added(total, scaled(shifted.get(atom, (0, 0)), factor))
        return total

    # ---------------------------------------------------------------------- cells

    def _after_put(self, region: str, index: Term, value: Term, facts: KnownFacts) -> KnownFacts:
        stored = self.program.layout.regions.get(region)
        if stored is None:
            return self.forget(facts, frozenset({region}))
        kept = self.moving.put(stored, index, value, self.forget(facts, frozenset({region})), facts)
        cell = t.Cell(region, index)
        if region in self.atoms.regions(index):
            return kept
        if stored.kind != "number":
            return kept if region in facts.sets else self.moving.remembered(region, index, value, kept)
        forgotten = stored.role == "frame" and value == _NOTHING
        if not forgotten and (facts.bounds or not facts.cells):
            kept = self._facts_of_put(stored, cell, value, kept, facts)
        return kept

    def _facts_of_put(
        self, stored: Region, cell: t.Cell, value: Term, kept: KnownFacts, facts: KnownFacts
    ) -> KnownFacts:
        region = cell.region
        bounds = self.values.number(value, {}, facts)
        if region not in self.atoms.regions(value) and not isinstance(value, t.Const):
            kept = self._renamed(kept, value, cell)
        kept = self._moved_on(kept, facts, cell, value)
        if isinstance(value, t.Cell) and stored.role == "frame":
            alike = {self.atoms.number(cell): 1, self.atoms.number(value): -1}
            kept = (kept.learning(alike, (0, 0)) if len(alike) > 1 else kept) or kept
        if stored.role == "counter":
            everybody = {self.values.everybodys(region): 1}
            before = facts.of(everybody)
            if before != NO_BOUNDS:
                kept = kept.learning(everybody, hull(before, bounds)) or kept
            bounds = max(bounds[0], stored.low), min(bounds[1], stored.high)
        if region in facts.cells and type(cell.index) is t.Const:
            return kept
        return (self.values.learn(kept, cell, bounds) or kept) if bounds[0] <= bounds[1] else kept

    def _moved_on(self, kept: KnownFacts, facts: KnownFacts, cell: t.Cell, value: Term) -> KnownFacts:
        """`gain 2 Coins`: what is known of a sum with the Coins in it is known of it afterwards, 2 more."""
        if not (isinstance(value, t.Arithmetic) and value.operation in "+-" and value.left == cell):
            return kept
        atom = self.atoms.number(cell)
        change = self.values.number(value.right, {}, facts)
        change = change if value.operation == "+" else scaled(change, -1)
        found = dict(kept.bounds)
        for parts, bounds in facts.bounds.items():
            factor = dict(parts).get(atom)
            if factor is not None and len(parts) > 1 and parts not in found:
                others = frozenset(part for part in parts if part[0] != atom)
                if cell.region not in self.atoms.read_by(others):
                    found[parts] = added(bounds, scaled(change, factor))
        return kept.with_bounds(found)

    def _renamed(self, facts: KnownFacts, value: Term, cell: Term) -> KnownFacts:
        """What is known of anything that speaks of a value is also known of the cell that now holds it."""
        found = dict(facts.bounds)
        reads = self.atoms.regions(value)
        for parts, bounds in facts.bounds.items():
            if not reads <= self.atoms.read_by(parts):
                continue
            renamed: dict[int, int] = {}
            for atom, factor in parts:
                new = self.atoms.number(exchanged(self.atoms.term(atom), value, cell))
                renamed[new] = renamed.get(new, 0) + factor
            found.setdefault(frozenset(renamed.items()), bounds)
        return facts.with_bounds(found)

    def _equal(self, name: Term, value: Term, facts: KnownFacts) -> KnownFacts:
        """A name that stands for a value from now on."""
        known = facts.copied(self.atoms.number(value), self.atoms.number(name))
        known = self.values.learn(known, name, self.values.number(value, {}, facts)) or known
        if not isinstance(value, t.FirstIn) or not facts.sets:
            return known
        # What it can be is a set, and not all between its lowest and its highest element.
        return known.learning({self.atoms.number(name): 1, self.atoms.number(value): -1}, (0, 0)) or known

    def _unknown(self, facts: KnownFacts, region: str) -> KnownFacts:
        """Where the state is kept, nothing is known of a region any more."""
        return self.moving.unknown(facts, region)

    # -------------------------------------------------------------------- forgetting

    def forget(self, facts: KnownFacts, regions: frozenset[str]) -> KnownFacts:
        """Without what speaks of regions that have changed."""
        if not regions or not (facts.bounds or facts.choices):
            return facts
        changed = regions if regions <= self._in_mind else regions | {ANYTHING}
        return facts.without(
            lambda parts: not changed.isdisjoint(self.atoms.read_by(parts)),
            lambda term: not changed.isdisjoint(self.atoms.regions(term)),
        )

    def outside(self, facts: KnownFacts) -> KnownFacts:
        """Names are known only inside one step."""
        if not facts.bounds and not facts.choices:
            return facts
        return facts.without(
            lambda parts: "?" in self.atoms.read_by(parts), lambda term: "?" in self.atoms.regions(term)
        )
