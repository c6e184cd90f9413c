"""What an example gives: facts made true, and what they set off."""

from __future__ import annotations

from typing import Final

from interpreter.engine.executor import Cells, Executor, Told, Unable
from rulelang.graph.program import Program, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Effect, Term

_NOT_ARRANGED: Final = "this could not be arranged: what is needed is not there, or does not fit"


def arrange(executor: Executor, cells: Cells, effects: tuple[Effect, ...], fact: Term | None) -> str | None:
    """Make a fact true; what is the matter, if it cannot be."""
    try:
        executor.apply(cells, effects)
    except Unable:
        return _NOT_ARRANGED
    return None if fact is None or executor.evaluate(cells, fact) else _NOT_ARRANGED


def set_off(executor: Executor, program: Program, cells: Cells) -> list[Told]:
    """What was given may have made an `as soon as` true: each is looked at before whoever decides now. Gives what is
    told of it."""
    node = program.layout.regions["node"].base
    after = {
        one.otherwise: one.number for one in program.nodes if isinstance(one, Test) and one.role is NodeRole.TRIGGER
    }
    asked = cells[node]
    while asked in after:
        asked = after[asked]
    told: list[Told] = []
    if asked != cells[node]:
        cells[node] = asked
        executor.run(cells, told)
    return told
