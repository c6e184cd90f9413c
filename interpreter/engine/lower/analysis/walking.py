"""Walks over neighbours of which only one thing is asked, so that they can end early."""

from __future__ import annotations

from interpreter.engine.lower.analysis.algebra import both_of
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.terms import Term


def goals_beside(name: str, walk: terms.Reached, body: Term, every: int) -> Term | None:
    """Where a condition on what is walked to says that it lies next to one of some goals, in the sense of the walk:
    these goals. `every` is the set of all there is."""
    match body:
        case terms.Not(terms.Not(inside)) | terms.Compare("!=" | ">", terms.Size(inside), terms.Const(0)):
            return goals_beside(name, walk, inside, every)
        case terms.Compare("!=", inside, terms.Const(0)) if shape.kind_of(inside) == "set":
            return goals_beside(name, walk, inside, every)
        case terms.Without(near, taken) if _are_neighbours(name, walk, near) and _is_free(name, taken):
            return terms.Without(terms.Const(every), taken)
        case terms.Both(parts):
            others = tuple(part for part in parts if not _are_neighbours(name, walk, part))
            goals = both_of(others)
            return goals if 0 < len(others) < len(parts) and _is_free(name, goals) else None
        case _:
            return None


def only_step(table: tuple[int, ...]) -> tuple[int, int] | None:
    """The one distance from everything to its neighbours, and who has one there; None if there are several. It leads
    away: what is next to itself, as the one space of a ring is, would be walked to without end."""
    steps: dict[int, int] = {}
    for place, near in enumerate(table[:-1]):
        for goal in members(near):
            steps[goal - place] = steps.get(goal - place, 0) | 1 << place
    return next(iter(steps.items())) if len(steps) == 1 and 0 not in steps else None


def _are_neighbours(name: str, walk: terms.Reached, near: Term) -> bool:
    return near == terms.Entry(walk.neighbours, terms.Local(name))


def _is_free(name: str, term: Term) -> bool:
    return name not in shape.free_locals(term)
