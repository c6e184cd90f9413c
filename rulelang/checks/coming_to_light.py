"""What is moved or shown after it was chosen, so that others may have seen it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rulelang.graph.terms import Cell, Local, MovePiece, MoveTokens, Name, Put, Tell, Term
from rulelang.graph.walk import all_parts


def coming_to_light(program_part: Any) -> set[Term]:
    """The locals, and the cells of actions (at 0), that stand for something which some effect moves or shows; also by
    way of other names that it was handed on to."""
    found: set[Term] = set()
    handed_on: dict[Term, set[Term]] = defaultdict(set)
    for effect in all_parts(program_part):
        match effect:
            case MovePiece(piece):
                found.update(_names(piece))
            case MoveTokens(variety, source):
                found.update(_names((variety, source)))
            case Tell(_, values):
                found.update(_names(values))
            case Put(region, index, value):
                handed_on[Cell(region, index)].update(_names(value))
            case Name(name, value):
                handed_on[Local(name)].update(_names(value))
            case _:
                pass
    waiting = list(found)
    while waiting:
        more = handed_on[waiting.pop()] - found
        found |= more
        waiting += more
    return found


def _names(part: Any) -> set[Term]:
    return {one for one in all_parts(part) if isinstance(one, Local | Cell)}
