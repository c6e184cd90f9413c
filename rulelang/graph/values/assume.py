"""What a condition says about the terms in it, once it is known to hold, or not to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members
from rulelang.graph.shape import substitute
from rulelang.graph.terms import Term
from rulelang.graph.values.cell_values import NO_NAMES, Names
from rulelang.graph.values.counts import in_order
from rulelang.graph.values.intervals import ALWAYS, FAR, NEVER, Range, added, compared, narrowed, scaled
from rulelang.graph.values.known_facts import Content, KnownFacts
from rulelang.graph.values.truths import Truths

_YES: Range = (1, 1)
_NO: Range = (0, 0)
_MOST_CHOICES = 8
_MOST_CASES = 4
"""Of more cases at once hardly anything is true in all."""


class Values(Truths):
    """Everything that can be told about the values of terms in one program."""

    def assume(
        self, condition: Term, facts: KnownFacts, truth: bool = True, names: Names = NO_NAMES, depth: int = 3
    ) -> KnownFacts | None:
        """What is known once a condition holds (or does not); None if it cannot be so."""
        self._work += 1
        if self._work > 150:
            return facts
        match condition:
            case t.Const(value):
                return facts if bool(value) == truth else None
            case t.Not(inside):
                return self.assume(inside, facts, not truth, names, depth)
            case t.And(parts) if truth:
                return self._all(parts, facts, True, names, depth)
            case t.Or(parts) if not truth:
                return self._all(parts, facts, False, names, depth)
            case t.Or(parts):
                return self._one(tuple(t.Not(part) for part in parts), facts, names, depth)
            case t.And(parts):
                return self._one(parts, facts, names, depth)
            case t.Compare(operation, left, right):
                return self._compare(t.NEGATED[operation] if not truth else operation, left, right, facts, names)
            case t.Holds(where, element):
                return self._holds(where, element, facts, truth, names, depth)
            case t.AnyIn(name, t.Members(t.Const(members)), body) if not truth:
                return self.learn(self._every(name, members, body, facts, False, depth), condition, _NO)
            case t.AllIn(name, t.Members(t.Const(members)), body) if truth:
                return self.learn(self._every(name, members, body, facts, True, depth), condition, _YES)
            case t.AnyIn(
                name, t.Members(t.Const(members)), t.Not(t.Holds(t.TokenPlaces(t.Const(varieties)), t.Local(one)))
            ) if truth and name == one:
                some = self.learn(facts, condition, _YES)
                return some and self._space_left(members, varieties, some)
            case t.AnyIn(name, domain, body) if (lying := in_order(name, domain, body)) is not None:
                return self.assume(
                    t.Compare(">" if truth else "<=", t.Size(lying), t.Const(0)), facts, True, names, depth
                )
            case t.AnyIn(_, t.Members(of)) if truth:
                some = self.learn(facts, condition, _YES)
                return some and self.learn(some, t.Size(of), (1, FAR))
            case t.Apply(name, arguments) if depth > 0 and name in self.program.functions:
                function = self.program.functions[name]
                values = dict(zip(function.parameters, arguments, strict=False))
                told = self.learn(facts, condition, _YES if truth else _NO)
                return told and self.assume(substitute(function.body, values), told, truth, names, depth - 1)
            case t.IfElse(asked, then, otherwise):
                return self._branch(asked, then, otherwise, facts, truth, names, depth)
            case t.Possible():
                ahead = self.learn(facts, condition, _YES if truth else _NO)
                return ahead and self._settled(ahead, names, depth)
            case _:
                return self.learn(facts, condition, _YES if truth else _NO)

    def _branch(
        self, asked: Term, then: Term, otherwise: Term, facts: KnownFacts, truth: bool, names: Names, depth: int
    ) -> KnownFacts | None:
        ends = []
        for side, answer in ((then, True), (otherwise, False)):
            known = self.assume(asked, facts, answer, names, depth)
            ends.append(known and self.assume(side, known, truth, names, depth))
        found = [end for end in ends if end is not None]
        return None if not found else found[0] if len(found) == 1 else found[0].or_else(found[1])

    def _every(self, name: str, members: int, body: Term, facts: KnownFacts, truth: bool, depth: int) -> KnownFacts:
        """What holds for each holder of a counter is known of whoever is asked about."""
        found = self.assume(body, facts, truth, NO_NAMES, depth - 1) if depth > 0 else None
        for known, bounds in found.bounds.items() if found is not None else ():
            (atom, factor), *more = known
            term = self.atoms.term(atom)
            if not more and factor == 1 and isinstance(term, t.Cell) and term.index == t.Local(name):
                region = self.program.layout.regions[term.region]
                if members.bit_count() == region.length:
                    facts = facts.learning({self.everybodys(term.region): 1}, bounds) or facts
                    facts = self._in_cells(term.region, range(region.length), bounds, facts) or facts
        return facts

    def _all(
        self, parts: tuple[Term, ...], facts: KnownFacts, truth: bool, names: Names, depth: int
    ) -> KnownFacts | None:
        found: KnownFacts | None = facts
        for part in parts:
            if found is not None:
                found = self.assume(part, found, truth, names, depth)
        return found

    def _one(self, parts: tuple[Term, ...], facts: KnownFacts, names: Names, depth: int) -> KnownFacts | None:
        """Not all of these hold. Those that certainly do say nothing; if one is left, it does not hold."""
        left = [part for part in parts if self.truth(part, names, facts) != ALWAYS]
        if not left:
            return None
        if len(left) == 1:
            return self.assume(left[0], facts, False, names, depth)
        if len(left) > _MOST_CASES or any(self.truth(part, names, facts) == NEVER for part in left):
            return facts
        found: KnownFacts | None = None
        for part in left:
            one = self.assume(part, facts, False, names, depth)
            if one is not None:
                found = one if found is None else found.or_else(one)
        asks_ahead = any(isinstance(part, t.Possible) for part in left)
        if found is not None and asks_ahead and len(found.choices) < _MOST_CHOICES:
            found = found.with_choice(tuple(left))
        return found

    def _settled(self, facts: KnownFacts, names: Names, depth: int) -> KnownFacts | None:
        """What was left open may be settled by what has become known since."""
        found: KnownFacts | None = facts
        for parts in facts.choices:
            if found is not None:
                left = [part for part in parts if self.truth(part, names, found) != ALWAYS]
                found = self.assume(left[0], found, False, names, depth) if len(left) == 1 else found
        return found

    # ------------------------------------------------------------- comparisons

    def _compare(self, operation: str, left: Term, right: Term, facts: KnownFacts, names: Names) -> KnownFacts | None:
        parts, rest = self.atoms.difference(left, right)
        now = self.of_sum(parts, rest, facts, names)
        if compared(operation, now, (0, 0)) == NEVER:
            return None
        if not parts:
            return facts
        low, high = {
            "==": (0, 0),
            "<": (-FAR, -1),
            "<=": (-FAR, 0),
            ">": (1, FAR),
            ">=": (0, FAR),
        }.get(operation, (now[0] + (now[0] == 0), now[1] - (now[1] == 0)))
        wanted = added((low, high), (-rest, -rest))
        if len(parts) == 1 and facts.cells:
            kept = self._kept(parts, wanted, facts)
            if kept is not facts:
                return kept
        known = facts.learning(parts, wanted)
        if known is not None and operation == "!=":
            known = self.learn(known, t.Compare("!=", left, right), _YES)
            known = known and self.learn(known, t.Compare("==", left, right), _NO)
        if known is not None and len(parts) == 1:
            known = self._told_alone(next(iter(parts)), parts, known)
        return known

    def _kept(self, parts: Mapping[int, int], wanted: Range, facts: KnownFacts) -> KnownFacts | None:
        """A single cell that is kept in the state needs no further fact; the same facts if it is none."""
        ((atom, factor),) = parts.items()
        term = self.atoms.term(atom)
        if factor not in (1, -1) or type(term) is not t.Cell or term.region not in facts.cells:
            return facts
        at = self.number(term.index, NO_NAMES, facts)
        return self._in_cells(term.region, (at[0],), scaled(wanted, factor), facts) if at[0] == at[1] else facts

    def _told_alone(self, atom: int, parts: Mapping[int, int], facts: KnownFacts) -> KnownFacts | None:
        """What is known of a single cell, or of how much a set holds, is noted where the state is kept."""
        factor = parts[atom]
        if factor not in (1, -1):
            return facts
        low, high = facts.of({atom: 1})
        match self.atoms.term(atom):
            case t.Cell(region, index):
                at = self.number(index, NO_NAMES, facts)
                if at[0] == at[1]:
                    return self._in_cells(region, (at[0],), (low, high), facts)
            case t.Size(t.Cell(region, index)) if region in facts.sets:
                at = self.number(index, NO_NAMES, facts) if len(facts.sets[region]) > 1 else (0, 0)
                if at[0] == at[1]:
                    return self._in_sets(region, at[0], (low, high), facts)
            case _:
                pass
        return facts

    def _in_cells(self, region: str, indices: Iterable[int], bounds: Range, facts: KnownFacts) -> KnownFacts | None:
        known = facts.cells.get(region)
        if known is None:
            empty = bounds[1] <= 0
            asked = region in facts.sets and (empty or bounds[0] > 0)
            return self._in_sets(region, min(indices), (0, 0) if empty else (1, FAR), facts) if asked else facts
        found = list(known)
        for index in indices:
            if 0 <= index < len(found):
                narrow = narrowed(found[index], bounds)
                if narrow is None:
                    return None
                found[index] = narrow
        changed = tuple(found)
        return facts.with_cells({region: changed})

    @staticmethod
    def _in_sets(region: str, index: int, bounds: Range, facts: KnownFacts) -> KnownFacts | None:
        """Between how many members a set has."""
        known = list(facts.sets[region])
        if not 0 <= index < len(known):
            return facts
        certain, may, least, most = known[index]
        least, most = max(least, bounds[0]), min(most, bounds[1])
        if most <= 0:
            certain, may = 0, 0
        if may.bit_count() == least:
            certain = may
        known[index] = certain, may, least, most
        return None if least > most else facts.with_sets({region: tuple(known)})

    # ------------------------------------------------------------------- sets

    def _holds(
        self, where: Term, element: Term, facts: KnownFacts, truth: bool, names: Names, depth: int
    ) -> KnownFacts | None:
        answer = self.truth(t.Holds(where, element), names, facts)
        if answer != (NEVER if truth else ALWAYS):
            known = self.learn(facts, t.Holds(where, element), _YES if truth else _NO)
            if known is None:
                return None
            match where:
                case t.Both(parts) if truth:
                    return self._all(tuple(t.Holds(part, element) for part in parts), known, True, names, depth)
                case t.Without(left, right) if truth:
                    inside = self.assume(t.Holds(left, element), known, True, names, depth)
                    return inside and self.assume(t.Holds(right, element), inside, False, names, depth)
                case t.Single(other):
                    return self._compare("==" if truth else "!=", other, element, known, names)
                case t.Cell(region, index) if region in facts.sets:
                    return self._member(region, index, element, known, truth, names)
                case _:
                    return known
        return None

    def _member(
        self, region: str, index: Term, element: Term, facts: KnownFacts, truth: bool, names: Names
    ) -> KnownFacts | None:
        known = list(facts.sets[region])
        at = self.number(index, names, facts) if len(known) > 1 else (0, 0)
        one = self.number(element, names, facts)
        if at[0] != at[1] or not 0 <= at[0] < len(known):
            return facts
        content = known[at[0]]
        if one[0] == one[1] >= 0:
            known[at[0]] = content = with_member(content, one[0], truth)
        elif truth:
            known[at[0]] = content = (content[0], content[1], max(content[2], 1), content[3])
        return None if content[2] > content[3] else facts.with_sets({region: tuple(known)})

    def _space_left(self, spaces: int, varieties: int, facts: KnownFacts) -> KnownFacts | None:
        """Tokens that fill all spaces but one at most: the others lie where there is no limit."""
        parts: dict[int, int] = {}
        total = 0
        for variety in members(varieties):
            store = self.layout.tokens[variety]
            if store.set_places & ~spaces:
                return facts
            total += self.supplies[variety]
            parts.update(
                {self.atoms.number(t.TokenCount(t.Const(variety), t.Const(place))): 1 for place in store.counts}
            )
        return facts.learning(parts, (total - spaces.bit_count() + 1, FAR)) if parts else facts

    # ------------------------------------------------------------------ learning

    def learn(self, facts: KnownFacts, term: Term, interval: Range) -> KnownFacts | None:
        """With the bounds of one term."""
        return facts.learning({self.atoms.number(term): 1}, interval)

    def between(self, name: str, span: t.Between, facts: KnownFacts) -> KnownFacts:
        """What is known of a number chosen from a span."""
        here = t.Local(name)
        known = self._all((t.Compare(">=", here, span.low), t.Compare("<=", here, span.high)), facts, True, NO_NAMES, 2)
        ends = self.number(span.low, NO_NAMES, facts)[0], self.number(span.high, NO_NAMES, facts)[1]
        # What is known of it beside its ends says nothing about it alone, once the ends are more than numbers.
        return (known and self.learn(known, here, ends)) or facts

    def knowing(self, cells: Mapping[str, Range]) -> KnownFacts:
        """What is known if some cells are."""
        return KnownFacts(cells={region: (bounds,) for region, bounds in cells.items()})


def with_member(content: Content, member: int, inside: bool) -> Content:
    """A set with a member, or without it."""
    certain, may, least, most = content
    bit = 1 << member
    if inside:
        new = certain | bit
        return new, may | bit, max(least, new.bit_count()), most
    left = may & ~bit
    return certain & ~bit, left, least, min(most, left.bit_count())
