"""Decisions that somebody was found to have a choice at just before the flow comes to them: it is not asked again.

    if you can Play Disc: Play Disc       is there a playable square? then go on to choosing one, without asking again

The look-ahead goes a way of its own to a decision of its own. What is asked there must be the same, and must not hang
on what is different at the ends of both ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.build.routine_table import RoutineTable
from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.bounds import NO_SCOPE
from rulelang.graph.program import Decide, Do
from rulelang.graph.terms import Effect, Put, Term
from rulelang.graph.walk import rewrite
from rulelang.tuning.fast_dataclass import dataclass, replace

#: Nodes on the way to a decision, at most.
_MOST: Final = 12


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to a decision on which only what calls remember is written."""

    node: Decide
    puts: tuple[Put, ...]


class FoundPossible:
    """Tells which decisions need not be asked about again."""

    def __init__(self, table: RoutineTable) -> None:
        self._table: Final = table
        self._facts: Final = table.source.facts

    def decision(self, condition: Term, target: int, known: Mapping[Key, Term]) -> int:
        """The decision that the way from a node leads to, if the condition says that there is a choice; else -1."""
        parts = condition.parts if isinstance(condition, terms.And) else (condition,)
        asked = [part for part in parts if isinstance(part, terms.Possible)]
        way = self._way(target, ()) if asked and self._facts.tries_less else None
        if way is None:
            return -1
        found = (self._way(part.node, part.fill) for part in asked)
        same = any(other is not None and self._is_alike(way, other, known) for other in found)
        return way.node.number if same else -1

    def _way(self, number: int, puts: Sequence[Put]) -> _Way | None:
        """The way from a node to a decision at which a look-ahead asks just what is asked in play."""
        found, nodes = list(puts), self._table.source.nodes
        for _ in range(_MOST):
            match nodes.get(number):
                case Decide(otherwise=-1, rest=False, options=options) as node:
                    plain = all(not one.window and one.role != "pass" and not one.handfuls for one in options)
                    return _Way(node, tuple(found)) if plain and all(map(self._is_safe, found)) else None
                case Do(rest=False, effects=effects, target=number) if all(isinstance(one, Put) for one in effects):
                    found += [one for one in effects if isinstance(one, Put)]
                case _:
                    return None
        return None

    def _is_safe(self, effect: Effect) -> bool:
        """Is something written that a call remembers, and that surely has room for it?"""
        if not isinstance(effect, Put) or not isinstance(effect.index, terms.Const):
            return False
        region, bound = self._facts.region(effect.region), self._facts.bound(effect.value, NO_SCOPE)
        if region.role != "frame" or region.kind == "set" or bound.low is None or bound.high is None:
            return False
        return region.low <= bound.low and bound.high <= region.high

    def _is_alike(self, first: _Way, second: _Way, known: Mapping[Key, Term]) -> bool:
        """Is the same asked at the ends of two ways?"""
        simplifier = self._table.source.simplifier(by_variant=True)
        ends: list[dict[Key, Term]] = []
        for way in (first, second):
            simplifier.known.restore(known)
            simplifier.effects(way.puts)
            ends.append(dict(simplifier.known))
        common = {key: value for key, value in ends[0].items() if ends[1].get(key) == value}
        written = {(put.region, index) for way in (first, second) for put in way.puts
                   for index in range(self._facts.region(put.region).length)}  # fmt: skip
        differing = {region for region, index in written if (region, index) not in common}
        simplifier.known.restore(common)
        asked = self._asked(first.node, simplifier)
        if asked is None or any(differing & self._facts.reads(term) for term in asked):
            return False
        return first.node is second.node or asked == self._asked(second.node, simplifier)

    def _asked(self, node: Decide, simplifier: Simplifier) -> list[Term] | None:
        """What has to hold of the choices at a decision; None where that is not all."""
        found: list[Term] = []
        for option in node.options:
            plan = self._table.plan_of(option, simplifier, NO_SCOPE)
            if plan.needs_trial:
                return None
            body: Term = terms.And(plan.conditions)
            for one in reversed(option.parameters):
                body = terms.AnyIn(one.name, one.domain, body if one.where is None else terms.And((one.where, body)))
            found.append(_renamed(simplifier.term(_renamed(body, "asked")), "told"))
        return None if any(terms.Possible in shape.kinds(term) for term in found) else found


def _renamed(term: Term, word: str) -> Term:
    """A term in which the names inside it hang on its form alone; the word is in no name yet."""

    def change(part: shape.Part) -> shape.Part:
        if not isinstance(part, shape.FOLDS):
            return part
        name = f"{word} {shape.weight(part)}"
        return replace(part, name=name, body=shape.substitute(part.body, {part.name: terms.Local(name)}))

    return rewrite(term, change)
