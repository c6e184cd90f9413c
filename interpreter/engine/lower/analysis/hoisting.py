"""Parts of a loop's body that can be worked out before it."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.engine.lower.analysis.placed import pieces_placed, places_asked
from rulelang.graph import shape, terms
from rulelang.graph.terms import Term
from rulelang.graph.walk import direct_parts


def invariant_parts(bodies: tuple[Term, ...], name: str, names: Collection[str]) -> list[Term]:
    """The largest parts that cost something, cannot fail, read the state and do not depend on `name`. `names` are the
    locals that are there."""
    found: list[Term] = []

    def visit(part: shape.Part) -> None:
        gathered = pieces_placed(part) or places_asked(part)
        if gathered is not None and name not in shape.free_locals(part) <= set(names):
            if shape.is_term(part) and part not in found:
                found.append(part)
            return
        if _is_safe(part) and shape.weight(part) > 3:
            if shape.is_term(part) and not shape.free_locals(part) and part not in found:
                found.append(part)
            return
        for inner in direct_parts(part):
            visit(inner)

    for body in bodies:
        if any(name in shape.free_locals(part) for part in bodies):
            visit(body)
    return found


def _is_safe(part: shape.Part) -> bool:
    """Only cells with known numbers and set algebra: it cannot fail, and it depends on the state."""
    match part:
        case terms.Cell(_, terms.Const()) | terms.Const():
            return True
        case terms.Both() | terms.Either() | terms.Without() | terms.Arithmetic("*"):
            return all(_is_safe(inner) for inner in direct_parts(part))
        case _:
            return False
