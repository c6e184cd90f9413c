"""`as soon as`: is its condition false in the end?

It is looked at again until it does not hold any more. So its sentences have to change what it speaks of; it certainly
stops if on every way through them a number goes down (or up) for good that the condition needs to be high (or low), or
becomes one that the condition rules out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.measure import FALLS, RISES, STAYS, change
from rulelang.checks.program_facts import ProgramFacts
from rulelang.checks.removal import empties
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import course as wording
from rulelang.graph.access import ANYTHING, every_effect
from rulelang.graph.program import ChanceNode, End, Node, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import MIRRORED, And, AnyIn, Cell, Compare, Const, Effect, Either, Holds, Not, Put, Term
from rulelang.graph.values.cell_values import Names
from rulelang.graph.values.intervals import NEVER, compared
from rulelang.source import Span
from rulelang.tree import nodes as tree

#: Which way a number has to go so that a comparison with it on the left becomes false.
_ENDS: dict[str, set[str]] = {
    ">=": {FALLS},
    ">": {FALLS},
    "<=": {RISES},
    "<": {RISES},
    "==": {FALLS, RISES},
    "!=": set(),
}
_NOT_ITS_OWN = frozenset({"playing"})


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each `as soon as` once: certain not to stop, or not proved to stop."""
    answers: dict[Span, list[str]] = {}
    for look in context.looks:
        for trigger in _triggers(look):
            answers.setdefault(trigger.span, []).append(trigger.answer())
    for item in context.sentences:
        if isinstance(item, tree.StateTrigger):
            found = answers.get(item.span, [])
            if found and all(answer == "for ever" for answer in found):
                yield wording.never_stops(item.condition.span, item.body.span)
            elif any(answer != "stops" for answer in found):
                yield wording.perhaps_never_stops(item.condition.span)


def _triggers(look: ProgramFacts) -> list[_Trigger]:
    """Each once, wherever it is looked at."""
    found: dict[int, _Trigger] = {}
    for node in look.reached_nodes:
        if isinstance(node, Test) and node.role is NodeRole.TRIGGER and node.origin.span is not None:
            for condition, target in node.arms:
                for step in look.course.steps[target]:
                    if step.through < 0:
                        found.setdefault(step.target, _Trigger(look, node.origin.span, condition, step.target))
    for trigger in found.values():
        trigger.others = [other for other in found.values() if other is not trigger]
    return list(found.values())


class _Trigger:
    """One `as soon as` in one program."""

    def __init__(self, look: ProgramFacts, span: Span, condition: Term, entry: int) -> None:
        self.look = look
        self.span = span
        self.condition = condition
        self.entry = entry
        self.others: list[_Trigger] = []
        self.steps = look.course.ways_through(entry)
        self.reads = look.reader.reads(condition) - _NOT_ITS_OWN
        self.writes = {region for step in self.steps for region in look.reader.writes(step.effects)}
        if any(_shuffles(look.program.nodes[step.source]) for step in self.steps):
            self.writes.add("order")

    def answer(self) -> str:
        """`stops`, `for ever` or `perhaps`."""
        course = self.look.course
        exits = course.exits.get(self.entry, set())
        if not exits & course.reached([self.entry]):
            return "stops"
        if any(self._ends(part, names) for part, names in self._conjuncts(self.condition, {})):
            return "stops"
        if ANYTHING in self.reads or self.reads & self.writes:
            return "perhaps"
        ahead = {self.look.program.nodes[number] for number in course.reached([self.entry])}
        rescued = any(other.reads & self.writes or ANYTHING in other.reads for other in self.others)
        return "perhaps" if rescued or any(isinstance(node, End) for node in ahead) else "for ever"

    # ----------------------------------------------------------------- proofs

    def _ends(self, part: Term, names: Names) -> bool:
        """Do the sentences make this part of the condition false, at once or bit by bit?"""
        match part:
            case Not(Holds(Cell("ending"), bit)):
                return self._on_every_way([step for step in self.steps if _latches(step.effects, bit)])
            case Not(Compare("==", left, right)):
                return self._ends(Compare("!=", left, right), names)
            case Compare(operation, left, right) if operation in _ENDS:
                mirrored = MIRRORED[operation]
                return self._falsified(operation, left, right, names) or self._falsified(mirrored, right, left, names)
            case _:
                return False

    def _falsified(self, operation: str, left: Term, right: Term, names: Names) -> bool:
        if self.look.reader.reads(right) & self.writes:
            return False
        if isinstance(left, Cell) and left.region in self.writes:
            return self._measured(operation, left.region, right, names)
        if operation in (">", ">="):
            return self._on_every_way(empties(self.look, left, self.steps, names))
        return False

    def _measured(self, operation: str, region: str, right: Term, names: Names) -> bool:
        values = self.look.values
        bound = values.number(right, names)
        holding = operation in (">", ">=", "==") and compared(operation, (0, 0), bound) == NEVER
        certain: list[CourseStep] = []
        ways: set[str] = set()
        for step in self.steps:
            value = _set_to(step.effects, region)
            if value is not None and compared(operation, (value, value), bound) == NEVER:
                certain.append(step)
                continue
            changed = change(step.effects, region, values, holding)
            ways |= {changed.way} - {STAYS}
            if changed.certain:
                certain.append(step)
        return ways <= _ENDS[operation] and len(ways) < 2 and self._on_every_way(certain)

    def _conjuncts(self, condition: Term, names: Names) -> Iterator[tuple[Term, Names]]:
        """All that has to hold at once, also for the one that is found."""
        match condition:
            case And(parts):
                for part in parts:
                    yield from self._conjuncts(part, names)
            case AnyIn(name, domain, body):
                yield from self._conjuncts(body, self.look.values.with_element(name, domain, names))
            case _:
                yield condition, names

    def _on_every_way(self, certain: list[CourseStep]) -> bool:
        """Do all ways through the sentences pass one of these steps?"""
        course, without = self.look.course, set(certain)
        entries = {step.through for step in self.steps if step.through >= 0}
        inside = {entry for entry in entries if not self._free_way(entry, without)}

        def allowed(step: CourseStep) -> bool:
            return step not in without and step.through not in inside

        return not course.reached([self.entry], allowed) & course.exits.get(self.entry, set())

    def _free_way(self, entry: int, without: set[CourseStep]) -> bool:
        course = self.look.course
        return bool(course.reached([entry], lambda step: step not in without) & course.exits.get(entry, set()))


def _shuffles(node: Node) -> bool:
    return isinstance(node, ChanceNode) and node.shuffles is not None


def _latches(effects: tuple[Effect, ...], bit: Term) -> bool:
    """Does `the game ends after this round` stand here?"""
    if not isinstance(bit, Const):
        return False
    added = [
        part
        for effect in effects
        if isinstance(effect, Put) and effect.region == "ending" and isinstance(effect.value, Either)
        for part in effect.value.parts
    ]
    return any(isinstance(part, Const) and part.value >> bit.value & 1 for part in added)


def _set_to(effects: tuple[Effect, ...], region: str) -> int | None:
    """The number a cell plainly becomes, if nothing else happens to its region."""
    puts = [effect for effect in every_effect(effects) if isinstance(effect, Put) and effect.region == region]
    last = puts[0] if len(puts) == 1 else None
    return last.value.value if last is not None and last in effects and isinstance(last.value, Const) else None
