"""Where the flow goes if every call comes back to its own caller.

An action that is called from several places is drawn once; a cell remembers which caller to come back to. A moment is
a node together with what these cells hold: followed from moment to moment, a way never comes back to another caller.
Actions never call themselves, so there are finitely many moments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulelang.graph.program import Chance, Decide, Do, Node, Program, Test
from rulelang.graph.terms import Cell, Compare, Const, Effect, Put, Term

#: The callers that are waited for: cell and value.
Callers: TypeAlias = tuple[tuple[str, int], ...]
Moment: TypeAlias = tuple[int, Callers]

#: More moments than this are not looked at: every rulebook so far has less than a tenth of it.
_MOST_MOMENTS = 100_000


def moments(program: Program) -> dict[Moment, tuple[Moment, ...]] | None:
    """The moments a game can come to from its beginning, each with those that it leads to; None if there are too
    many."""
    cells = frozenset(node.back for node in program.nodes if isinstance(node, Test) and node.back)
    found: dict[Moment, tuple[Moment, ...]] = {}
    work: list[Moment] = [(program.entry, ())]
    while work:
        moment = work.pop()
        if moment in found:
            continue
        number, callers = moment
        node = program.nodes[number]
        known = dict(callers)
        ways = dict.fromkeys(
            (target, _callers(after, effects, cells)) for target, effects, after in _ways(node, known) if target >= 0
        )
        found[moment] = tuple(ways)
        work += ways
        if len(found) > _MOST_MOMENTS:
            return None
    return found


def _ways(node: Node, known: dict[str, int]) -> Iterator[tuple[int, tuple[Effect, ...], dict[str, int]]]:
    """Where a node leads to, what is done on the way, and the callers that are waited for after it."""
    match node:
        case Decide():
            for option in node.options:
                yield option.target, option.effects, known
            yield node.otherwise, (), known
        case Do() | Chance():
            yield node.target, node.effects, known
        case Test() if node.back in known:
            after = {cell: value for cell, value in known.items() if cell != node.back}
            own = [target for condition, target in node.arms if _is_for(condition, node.back, known[node.back])]
            for target in own or [*(target for _, target in node.arms), node.otherwise]:
                yield target, (), after
        case Test():
            for _, target in node.arms:
                yield target, (), known
            yield node.otherwise, (), known
        case _:
            pass


def _is_for(condition: Term, cell: str, value: int) -> bool:
    """Does an arm lead back to the caller of a number?"""
    match condition:
        case Compare("==", Cell(region), Const(number)):
            return region == cell and number == value
        case _:
            return False


def _callers(known: dict[str, int], effects: tuple[Effect, ...], cells: frozenset[str]) -> Callers:
    after = known
    for effect in effects:
        if isinstance(effect, Put) and effect.region in cells and isinstance(effect.value, Const):
            after = {cell: value for cell, value in after.items() if cell != effect.region}
            if effect.value.value >= 0:
                after[effect.region] = effect.value.value
    return tuple(sorted(after.items()))
