"""Lists of places in a row (rays of squares, rings) as sets, so that walking along all of them is arithmetic.

all y whose first x in S on the ray is in M     becomes   steps back from S & M, on through what is not in S
all y whose first x in S on the ray is one z    becomes   the way back from z to the next one in S
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import set_of
from rulelang.graph.bounds import Scope
from rulelang.graph.terms import Const, Term
from rulelang.tuning.fast_dataclass import dataclass

#: Lists for at most so many starting points.
_MOST_STARTS: Final = 1024


@dataclass(frozen=True, slots=True)
class Rays:
    """A list for each value of `start`."""

    start: Term
    rows: Mapping[int, tuple[int, ...]]
    order: Literal["up", "down", ""]

    @property
    def everything(self) -> int:
        """All elements of all lists."""
        return set_of(element for row in self.rows.values() for element in row)


def rays_of(domain: terms.Listed, facts: Facts, scope: Scope) -> Rays | None:
    """The lists a domain can be, by the one value they depend on."""
    others = set(_leaves(domain.index))
    if len(others) != 1:
        return None
    lists = facts.lists[domain.table]
    start = others.pop()
    bound = facts.bound(start, scope)
    if bound.among is None or not bound.never_nothing or bound.among.bit_length() > _MOST_STARTS:
        return None
    key = ("rays", domain, bound)
    if key not in facts.remembered_rays:
        facts.remembered_rays[key] = _rows(domain.index, start, bound.among, lists, facts)
    rows = facts.remembered_rays[key]
    return Rays(start, rows, _order(rows)) if rows else None


def _leaves(index: Term) -> Iterator[Term]:
    """What an index is calculated from."""
    match index:
        case Const():
            pass
        case terms.Arithmetic(_, left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case terms.Entry(_, inner):
            yield from _leaves(inner)
        case _:
            yield index


def _rows(
    index: Term, start: Term, among: int, lists: tuple[tuple[int, ...], ...], facts: Facts
) -> dict[int, tuple[int, ...]]:
    stand_in = "the start"
    where = facts.tried(shape.exchanged(index, start, terms.Local(stand_in)), (stand_in,))
    rows = {}
    for value in range(among.bit_length()):
        if among >> value & 1:
            found = where(value)
            if not -1 <= found < len(lists):
                return {}
            rows[value] = lists[found]
    return rows


def _order(rows: Mapping[int, tuple[int, ...]]) -> Literal["up", "down", ""]:
    if all(list(row) == sorted(set(row)) for row in rows.values()):
        return "up"
    if all(list(row) == sorted(set(row), reverse=True) for row in rows.values()):
        return "down"
    return ""


def up_to_first(rays: Rays, stops: Term, facts: Facts) -> Term | None:
    """The elements of the list before the first one that is in a set, and that one."""
    if not rays.order:
        return None
    size = rays.everything.bit_length()
    every = (1 << size) - 1
    sets = (set_of(rays.rows.get(value, ())) for value in range(max(rays.rows) + 1))
    row = terms.Entry(facts.invent_table("along ray", (*sets, 0)), rays.start)
    met = terms.Both((row, stops))
    if rays.order == "up":
        before = tuple((2 << place) - 1 for place in range(size))
        return terms.Both((row, terms.Entry(facts.invent_table("up to", (*before, every)), terms.Lowest(met))))
    after = tuple(every & -(1 << place) for place in range(size))
    return terms.Both((row, terms.Entry(facts.invent_table("down to", (*after, every)), terms.Highest(met))))


def steps_back(rays: Rays) -> dict[int, int] | None:
    """Where the lists are walked through: for each element the one before it; None where they are not that regular."""
    back: dict[int, int] = {}
    for value, row in rays.rows.items():
        if not row:
            continue
        if row[0] in back or (row[0] in rays.rows and rays.rows[row[0]] != row[1:]):
            return None
        if row[0] not in rays.rows and len(row) > 1:
            return None
        back[row[0]] = value
    return back


def turned_round(back: Mapping[int, int], starts: int) -> dict[int, tuple[int, ...]]:
    """The lists that lead back."""
    rows = {}
    for place in range(starts.bit_length()):
        row: list[int] = []
        here = place
        while here in back and len(row) <= len(back):
            here = back[here]
            row.append(here)
        rows[place] = tuple(row)
    return rows


def rays_back(rays: Rays, start: Term, starts: int) -> Rays | None:
    """The lists that lead back to where the given ones start, from `start`."""
    back = steps_back(rays)
    if back is None:
        return None
    rows = turned_round(back, starts)
    return Rays(start, rows, _order(rows))


def is_mutual(facts: Facts, table: str, directions: int) -> bool:
    """Is a place always seen from those that it sees, with the same places between?"""
    if table not in facts.remembered_mutual:
        lists = facts.lists[table][:-1]
        lines = {(number // directions, row[: end + 1]) for number, row in enumerate(lists) for end in range(len(row))}
        facts.remembered_mutual[table] = all((row[-1], (*row[-2::-1], start)) in lines for start, row in lines)
    return facts.remembered_mutual[table]
