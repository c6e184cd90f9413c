"""What a condition depends on besides the name it is asked about."""

from __future__ import annotations

from typing import Final

from rulelang.graph import shape, terms
from rulelang.graph.terms import Const, Term
from rulelang.graph.walk import direct_parts

#: What depends on the state, or may.
STATEFUL: Final[frozenset[type]] = frozenset({
    terms.Cell, terms.TokenCount, terms.TokenPlaces, terms.Possible, terms.CellList, terms.Tokens, terms.Apply
})  # fmt: skip


def outer_values(body: Term, name: str) -> set[Term] | None:
    """The largest parts of a condition that do not depend on `name` and are not constant; None if some part depends on
    `name` in a way that cannot be tried out (on the state)."""
    found: set[Term] = set()

    def visit(part: shape.Part, bound: frozenset[str]) -> bool:
        free = shape.free_locals(part)
        if isinstance(part, Const):
            return True
        if isinstance(part, terms.Local):
            if part.name != name and part.name not in bound:
                found.add(part)
            return True
        if name not in free and not free & bound and not is_static(part):
            if not shape.is_term(part):
                return all(visit(inner, bound) for inner in direct_parts(part)) and not isinstance(
                    part, terms.CellList | terms.Tokens
                )
            found.add(part)
            return True
        if type(part) in STATEFUL:
            return False
        binders = (*shape.FOLDS, terms.Leading, terms.Bind)
        binds = frozenset({part.name}) if isinstance(part, binders) else frozenset[str]()
        return all(visit(inner, bound | binds) for inner in direct_parts(part))

    return found if visit(body, frozenset()) else None


def is_static(part: shape.Part) -> bool:
    """Does a part depend on nothing at all?"""
    return not shape.free_locals(part) and not shape.kinds(part) & STATEFUL
