"""How many steps it takes to work something out, as it is written: what is asked of many things is asked many times.

your Lot 1 is your Coins plus your Coins      2 steps
your Lot 2 is your Lot 1 plus your Lot 1      4
your Lot 30 ...                               1,073,741,824
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import bounds as wording
from rulelang.graph.program import Decide, Node
from rulelang.graph.shape import is_domain, is_term
from rulelang.graph.terms import AllIn, AnyIn, Apply, BestIn, Filtered, FirstIn, Leading, SumIn, WhileIn
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.graph.walk import direct_parts
from rulelang.source import Span

_OF_MANY = AnyIn | AllIn | SumIn | BestIn | FirstIn | Filtered | WhileIn | Leading

#: So many are worked out within seconds; the games we know stay below a thousandth of it, boards of a hundred spaces
#: with chains of stones below a twentieth.
_MOST_STEPS = 1_000_000_000
#: So long may it be when every definition is written out where it is used: so much code is written for it.
_LONGEST = 50_000
_MOST_ELEMENTS = 100_000


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each sentence once, with the largest number found for it."""
    steps: dict[Span, int] = {}
    for look in context.looks:
        effort = CountedEffort(look)
        for node in look.reached_nodes:
            for span, part in _asked(node):
                if span is None:
                    continue
                count, length = effort.of(part)
                if count > _MOST_STEPS or length > _LONGEST:
                    steps[span] = max(count if count > _MOST_STEPS else length, steps.get(span, 0))
    for span, count in steps.items():
        yield wording.too_much_to_work_out(span, count)


def _asked(node: Node) -> Iterator[tuple[Span | None, object]]:
    """What is worked out at a node, and the sentence that asks for it."""
    if isinstance(node, Decide):
        yield from ((option.origin.span or node.origin.span, option) for option in node.options)
    else:
        yield node.origin.span, node


class CountedEffort:
    """Counts steps, once for every term however often it is used."""

    def __init__(self, look: ProgramFacts) -> None:
        self._look = look
        self._known: dict[object, tuple[int, int]] = {}

    def of(self, part: object) -> tuple[int, int]:
        """The steps of a term, of an effect, or of all that a node works out, with those for each element of a set, and
        as it is written. Only equal terms are one object, of which it is quickly known whether they were counted."""
        if not is_term(part) and not is_domain(part):
            return self._inside(part)
        known = self._known.get(part)
        if known is None:
            steps, length = self._inside(part)
            if isinstance(part, Apply):
                more, longer = self.of(self._look.program.functions[part.function].body)
                steps, length = steps + more, length + longer
            if isinstance(part, _OF_MANY):
                there = self._look.values.rested().count(part.domain, {}, NOTHING_KNOWN)[1]
                steps = (steps - 1) * min(max(there, 1), _MOST_ELEMENTS) + 1
            known = self._known[part] = steps, length
        return known

    def _inside(self, part: object) -> tuple[int, int]:
        steps = length = 1
        for inner in direct_parts(part):
            more, longer = self.of(inner)
            steps, length = steps + more, length + longer
        return steps, length
