"""Between which bounds a term lies, and what a condition says about the terms in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulelang.checks.numbers.atoms import Atoms
from rulelang.checks.numbers.facts import NOTHING_KNOWN, Facts
from rulelang.checks.numbers.linear import ANYTHING, FAR, Interval, added, hull, narrowed, near, scaled
from rulelang.checks.numbers.sizes import Sizes
from rulelang.graph.flow.substitute import rewrite
from rulelang.graph.program import Program
from rulelang.graph.terms import (
    AllIn,
    And,
    AnyIn,
    Apply,
    Arithmetic,
    BestIn,
    Bind,
    Cell,
    Compare,
    Const,
    Entry,
    HasLine,
    Holds,
    IfElse,
    Local,
    Members,
    Not,
    Or,
    Possible,
    Size,
    Span,
    SumIn,
    Term,
    TokenCount,
    VarietyOf,
)

TRUTHS = (Compare, Not, And, Or, Holds, HasLine, AnyIn, AllIn, Possible)
YES: Interval = (1, 1)
NO: Interval = (0, 0)
EITHER: Interval = (0, 1)
EVERYBODY = Const(-2)
"""No holder has this number: a cell with this index stands for the cells of all holders."""
_DEPTH = 6
_PATIENCE = 150
"""So many sums are looked at for one answer; after that, what is known of their parts has to do."""


class Bounds:
    """Bounds of terms in one program."""

    def __init__(self, program: Program, faces: Interval = ANYTHING) -> None:
        self.program = program
        self.faces = faces
        self.atoms = Atoms(program.functions)
        self.sizes = Sizes(program, self)
        self._work = 0
        self._plain: dict[int, Interval] = {}
        self._functions: dict[str, Interval] = {}

    def rested(self) -> Bounds:
        """Ready for another question: how long one may take is limited."""
        self._work = 0
        return self

    # ------------------------------------------------------------------ numbers

    def of(self, term: Term, facts: Facts = NOTHING_KNOWN, depth: int = _DEPTH) -> Interval:
        """The least and the greatest value a number can have; of a truth, 0 for no and 1 for yes."""
        parts, rest = self.atoms.sum_of(term)
        return self.of_sum(parts, rest, facts, depth)

    def of_sum(self, parts: Mapping[int, int], rest: int, facts: Facts, depth: int = _DEPTH) -> Interval:
        """The bounds of a sum, by those of its parts and by what is known of them together."""
        if not parts:
            return rest, rest
        found = facts.of(parts)
        self._work += 1
        if depth > 0 and self._work < _PATIENCE:
            branched = self._branched(parts, facts, depth - 1)
            found = self._both(found, branched if branched is not None else self._added(parts, facts, depth))
            for known, bounds in facts.known.items():
                if 1 < len(known) <= len(parts) and all(parts.get(part) == factor for part, factor in known):
                    left = {part: factor for part, factor in parts.items() if (part, factor) not in known}
                    found = self._both(found, added(bounds, self._added(left, facts, depth)))
        return added(found, (rest, rest))

    @staticmethod
    def _both(one: Interval, other: Interval) -> Interval:
        """Both are true, so the narrower of both; what cannot be is left to others to say."""
        return narrowed(one, other) or one

    def _added(self, parts: Mapping[int, int], facts: Facts, depth: int) -> Interval:
        total: Interval = (0, 0)
        for part, factor in parts.items():
            single = self._both(facts.of({part: 1}), self._single(part, facts, depth))
            total = added(total, scaled(single, factor))
        return total

    def _single(self, part: int, facts: Facts, depth: int) -> Interval:
        """The bounds of one part; without facts they are worked out once."""
        if facts.known or depth < _DEPTH - 1:
            return self._alone(self.atoms.term(part), facts, depth)
        if part not in self._plain:
            self._plain[part] = ANYTHING
            self._plain[part] = self._alone(self.atoms.term(part), facts, depth)
        return self._plain[part]

    def _branched(self, parts: Mapping[int, int], facts: Facts, depth: int) -> Interval | None:
        """`this plus the smaller of that and those` is the smaller of two sums."""
        for part, factor in parts.items():
            others = {other: times for other, times in parts.items() if other != part}
            match self.atoms.term(part):
                case Arithmetic(("min" | "max") as operation, left, right):
                    one, two = (self._joined(others, side, factor, facts, depth) for side in (left, right))
                    pick = min if (operation == "min") == (factor > 0) else max
                    return pick(one[0], two[0]), pick(one[1], two[1])
                case IfElse(condition, then, otherwise):
                    found = [
                        self._joined(others, side, factor, known, depth)
                        for side, known in (
                            (then, self.assume(condition, facts, True, depth)),
                            (otherwise, self.assume(condition, facts, False, depth)),
                        )
                        if known is not None
                    ]
                    return found[0] if len(found) == 1 else hull(found[0], found[1]) if found else None
                case _:
                    pass
        return None

    def _joined(self, others: Mapping[int, int], side: Term, factor: int, facts: Facts, depth: int) -> Interval:
        more, rest = self.atoms.sum_of(side)
        parts = dict(others)
        for part, times in more.items():
            parts[part] = parts.get(part, 0) + times * factor
        return self.of_sum({part: times for part, times in parts.items() if times}, rest * factor, facts, depth)

    def _alone(self, term: Term, facts: Facts, depth: int) -> Interval:
        match term:
            case Cell(region) if region in self.program.layout.regions:
                stored = self.program.layout.regions[region]
                if region == "die value":
                    return self.faces
                if stored.kind != "number" or stored.role != "counter":
                    return ANYTHING
                return self._both((stored.low, stored.high), facts.of({self.everybodys(region): 1}))
            case Entry(table, index):
                return self._entry(table, self.of(index, facts, depth - 1))
            case Arithmetic(operation, left, right):
                return _worked_out(operation, self.of(left, facts, depth - 1), self.of(right, facts, depth - 1))
            case Bind(name, value, body):
                known = self.learn(facts, Local(name), self.of(value, facts, depth - 1))
                return self.of(body, known or facts, depth - 1)
            case Apply(function):
                return self._applied(function, depth)
            case Size(of):
                return 0, self.sizes.most(of)
            case TokenCount(variety):
                return 0, self.sizes.supply_of(variety)
            case SumIn(_, domain, body):
                return self.sizes.total(term, domain, body, facts)
            case BestIn(name, domain, body, _, default):
                inside = self.of(body, self.sizes.inside(name, domain, facts), depth - 1)
                return hull(inside, self.of(default, facts, depth - 1))
            case Compare() | Not() | And() | Or():
                return self.truth(term, facts, depth - 1)
            case _ if isinstance(term, TRUTHS):
                return EITHER
            case VarietyOf():
                return -1, len(self.program.layout.varieties)
            case _:
                return ANYTHING

    def _entry(self, table: str, index: Interval) -> Interval:
        values = self.program.tables.get(table)
        if not values:
            return ANYTHING
        within = index[0] >= 0 and index[1] < len(values)
        chosen = values[index[0] : index[1] + 1] if within else values[:-1] if index[0] >= 0 else values
        return min(chosen or values), max(chosen or values)

    def _applied(self, name: str, depth: int) -> Interval:
        """A definition, whatever it is asked for."""
        if name not in self._functions:
            self._functions[name] = ANYTHING
            function = self.program.functions.get(name)
            if function is not None and function.kind == "truth":
                self._functions[name] = EITHER
            elif function is not None and function.kind == "number":
                self._functions[name] = self.of(function.body)
        return self._functions[name]

    # ---------------------------------------------------------------- conditions

    def truth(self, condition: Term, facts: Facts = NOTHING_KNOWN, depth: int = _DEPTH) -> Interval:
        """(1, 1) if a condition certainly holds, (0, 0) if it certainly does not, else (0, 1)."""
        match condition:
            case Const(value):
                return YES if value else NO
            case Not(inside):
                low, high = self.truth(inside, facts, depth)
                return 1 - high, 1 - low
            case And(parts):
                found = [self.truth(part, facts, depth) for part in parts]
                return min(low for low, _ in found), min(high for _, high in found)
            case Or(parts):
                found = [self.truth(part, facts, depth) for part in parts]
                return max(low for low, _ in found), max(high for _, high in found)
            case Compare(operation, left, right):
                parts_of, rest = self.atoms.difference(left, right)
                worked_out = _compared(operation, self.of_sum(parts_of, rest, facts, depth))
                told = facts.of({self.atoms.number(condition): 1}) if operation in ("==", "!=") else ANYTHING
                return self._both(worked_out, told)
            case _:
                low, high = narrowed(facts.of({self.atoms.number(condition): 1}), EITHER) or EITHER
                return low, high

    def assume(self, condition: Term, facts: Facts, truth: bool = True, depth: int = 3) -> Facts | None:
        """What is known once a condition holds (or does not); None if it cannot be so."""
        self._work += 1
        if self._work > _PATIENCE:
            return facts
        match condition:
            case Const(value):
                return facts if bool(value) == truth else None
            case Not(inside):
                return self.assume(inside, facts, not truth, depth)
            case And(parts) if truth:
                return self._all(parts, facts, True, depth)
            case Or(parts) if not truth:
                return self._all(parts, facts, False, depth)
            case Or(parts) | And(parts):
                return self._one(parts, facts, truth, depth)
            case Compare(operation, left, right):
                return self._compare(_negated(operation) if not truth else operation, left, right, facts, depth)
            case AnyIn(name, Members(Const(members)), body) if not truth:
                return self._every(name, members, body, facts, False, depth)
            case AllIn(name, Members(Const(members)), body) if truth:
                return self._every(name, members, body, facts, True, depth)
            case Apply(name, arguments) if depth > 0 and name in self.program.functions:
                function = self.program.functions[name]
                values = dict(zip(function.parameters, arguments, strict=False))
                known = self.learn(facts, condition, YES if truth else NO)
                return known and self.assume(_filled(function.body, values), known, truth, depth - 1)
            case _:
                return self.learn(facts, condition, YES if truth else NO)

    def _every(self, name: str, members: int, body: Term, facts: Facts, truth: bool, depth: int) -> Facts:
        """What holds for each holder of a counter is known of whoever is asked about."""
        found = self.assume(body, facts, truth, depth - 1) if depth > 0 else None
        for known, bounds in found.known.items() if found is not None else ():
            (atom, factor), *more = known
            term = self.atoms.term(atom)
            if not more and factor == 1 and isinstance(term, Cell) and term.index == Local(name):
                region = self.program.layout.regions[term.region]
                if members.bit_count() == region.length:
                    facts = facts.learning({self.everybodys(term.region): 1}, bounds) or facts
        return facts

    def everybodys(self, region: str) -> int:
        """The atom that stands for a counter of all its holders."""
        return self.atoms.number(Cell(region, EVERYBODY))

    def _all(self, parts: tuple[Term, ...], facts: Facts, truth: bool, depth: int) -> Facts | None:
        found: Facts | None = facts
        for part in parts:
            if found is not None:
                found = self.assume(part, found, truth, depth)
        return found

    def _one(self, parts: tuple[Term, ...], facts: Facts, truth: bool, depth: int) -> Facts | None:
        found: Facts | None = None
        for part in parts:
            one = self.assume(part, facts, truth, depth)
            if one is not None:
                found = one if found is None else found.or_else(one)
        return found

    def _compare(self, operation: str, left: Term, right: Term, facts: Facts, depth: int) -> Facts | None:
        parts, rest = self.atoms.difference(left, right)
        now = self.of_sum(parts, rest, facts, max(1, depth))
        if _compared(operation, now) == NO:
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
        known = self.learn_sum(facts, parts, added((low, high), (-rest, -rest)))
        return known and (self.learn(known, Compare("!=", left, right), YES) if operation == "!=" else known)

    def learn(self, facts: Facts, term: Term, interval: Interval) -> Facts | None:
        """With the bounds of one term."""
        return self.learn_sum(facts, {self.atoms.number(term): 1}, interval)

    def learn_sum(self, facts: Facts, parts: Mapping[int, int], interval: Interval) -> Facts | None:
        """With the bounds of a sum, if it may ever be of use; None if it contradicts what is known."""
        return facts.learning(parts, interval)

    def between(self, name: str, span: Span, facts: Facts) -> Facts:
        """What is known of a number chosen from a span."""
        here = Local(name)
        known = self._all((Compare(">=", here, span.low), Compare("<=", here, span.high)), facts, True, 2)
        return known or facts


def _filled(body: Term, values: Mapping[str, Term]) -> Term:
    def change(part: Any) -> Any:
        return values.get(part.name, part) if isinstance(part, Local) else part

    return rewrite(body, change)


def _negated(operation: str) -> str:
    return {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}[operation]


def _compared(operation: str, left: Interval) -> Interval:
    """A comparison of a number within bounds with 0."""
    low, high = left
    match operation:
        case "==" | "!=":
            same = YES if low == high == 0 else NO if low > 0 or high < 0 else EITHER
            return same if operation == "==" else (1 - same[1], 1 - same[0])
        case "<":
            return YES if high < 0 else NO if low >= 0 else EITHER
        case "<=":
            return YES if high <= 0 else NO if low > 0 else EITHER
        case ">":
            return YES if low > 0 else NO if high <= 0 else EITHER
        case _:
            return YES if low >= 0 else NO if high < 0 else EITHER


def _worked_out(operation: str, left: Interval, right: Interval) -> Interval:
    match operation:
        case "min":
            return min(left[0], right[0]), min(left[1], right[1])
        case "max":
            return max(left[0], right[0]), max(left[1], right[1])
        case "*":
            ends = [near(x * y) for x in left for y in right]
            return min(ends), max(ends)
        case "//" | "/^":
            return _shared_out(left, right)
        case _:
            return ANYTHING


def _shared_out(left: Interval, right: Interval) -> Interval:
    """A division, rounded down or up; by 0 it gives 0."""
    if right[0] < 0:
        return ANYTHING
    low, high = max(1, right[0]), max(1, right[1])
    ends = [number // by if number != -FAR else -FAR for number in left for by in (low, high)]
    ends += [-(-number // by) if abs(number) < FAR else number for number in left for by in (low, high)]
    if right[0] == 0:
        ends.append(0)
    return min(ends), max(ends)
