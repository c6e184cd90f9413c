"""`repeat turns until your Coins are 50`: what gains 2 at a time may never be just 50."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import without_effect as wording
from rulelang.graph.access import effect_lists, every_effect
from rulelang.graph.program import Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Arithmetic, Cell, Compare, Const, Local, Name, Put, Term
from rulelang.graph.values.intervals import Range
from rulelang.graph.walk import all_parts
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass

_ENDS = (tree.Win, tree.SharedEnd, tree.EndNow, tree.EndAfter)
_ASKED = (NodeRole.UNTIL, NodeRole.TRIGGER)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """What ends something when a number is just so large, each once."""
    for item in context.sentences:
        condition = _ending(item)
        for asked, number, fact in _exact(condition) if condition is not None else ():
            jump = next(filter(None, (_jump(look, item.span, number) for look in context.looks)), None)
            if jump is not None:
                yield wording.jumped_over(asked.span, fact.span, number, *jump)


def _ending(item: tree.Node) -> tree.Condition | None:
    """When turns, rounds or the game are over."""
    if isinstance(item, tree.StateTrigger) and any(isinstance(one, _ENDS) for one in parts(item.body)):
        return item.condition
    return item.until if isinstance(item, tree.Loop) else None


def _exact(condition: tree.Condition) -> Iterator[tuple[tree.Node, int, tree.Node]]:
    """Where a condition asks for just so many, and the fact in which it does."""
    for fact in parts(condition):
        match fact:
            case tree.IsFact(compare=tree.Equals(negated=False, value=tree.NumberLiteral(number) as literal)):
                yield literal, number, fact
            case tree.HasFact(count=tree.Count("exactly", int(number)) as count):
                yield count, number, fact
            case _:
                pass


def _jump(look: ProgramFacts, asked: Span, number: int) -> tuple[bool, Span | None] | None:
    """Whether it is jumped over on the way up, and by which sentence; None if it is not. Where something asks for more
    or less than that, too, it is meant so."""
    tests = [node for node in look.reached_nodes if isinstance(node, Test) and node.role in _ASKED]
    compared = [(node, part) for node in tests for part in all_parts(node.arms) if isinstance(part, Compare)]
    for node, part in compared:
        exact = part.operation == "==" and part.right == Const(number) and node.origin.span == asked
        region = look.program.layout.regions[part.left.region] if isinstance(part.left, Cell) else None
        if not exact or region is None or region.role != "counter" or not region.low < number < region.high:
            continue
        if any(one.operation != "==" and _is_of(one, region.name) for _, one in compared):
            continue
        up = max(region.start) < number
        changes = [one for one in _changes(look, region.name) if one.up == up]
        largest = max(changes, key=lambda one: one.most, default=None)
        if largest is not None and largest.most > 1:
            steps = {one.most for one in changes} if all(one.least == one.most for one in changes) else set[int]()
            if len(steps) != 1 or any((number - start) % largest.most for start in region.start):
                return up, largest.span
    return None


def _is_of(compared: Compare, region: str) -> bool:
    return any(isinstance(one, Cell) and one.region == region for one in all_parts((compared.left, compared.right)))


@dataclass(frozen=True, slots=True)
class _Change:
    """What a sentence adds to a number, or takes from it."""

    up: bool
    least: int
    most: int
    span: Span | None

    def after(self, other: _Change) -> _Change:
        """Both, one after the other."""
        return _Change(self.up, self.least + other.least, self.most + other.most, self.span)


def _changes(look: ProgramFacts, region: str) -> Iterator[_Change]:
    """All that changes a number by an amount. (What it becomes otherwise it becomes at once.)"""
    for node in look.reached_nodes:
        for effects in effect_lists(node):
            named = {one.name: one.value for one in every_effect(effects) if isinstance(one, Name)}
            together: dict[tuple[Cell, bool], _Change] = {}
            for whole in effects:
                span = whole.said.span if whole.said is not None else None
                for one in every_effect((whole,)):
                    value = one.value if isinstance(one, Put) and one.region == region else None
                    if isinstance(value, Arithmetic) and isinstance(value.left, Cell) and value.left.region == region:
                        change = _Change(value.operation != "-", *_amount(look, value.right, named), span)
                        if one is not whole:
                            yield change
                            continue
                        # What changes the same number before anything is asked changes it at once.
                        key = value.left, change.up
                        together[key] = change.after(together[key]) if key in together else change
            yield from together.values()


def _amount(look: ProgramFacts, term: Term, named: Mapping[str, Term]) -> Range:
    """Of `2, or as many as there is room for` the 2."""
    if isinstance(term, Local) and term.name in named:
        return _amount(look, named[term.name], named)
    if isinstance(term, Arithmetic) and term.operation == "min":
        fixed = term.left if isinstance(term.left, Const) else term.right
        return (fixed.value, fixed.value) if isinstance(fixed, Const) else _amount(look, term.left, named)
    return look.values.rested().number(term, {})
