"""What the number that a term gives stands for: a truth, an amount, an element of a class, or a set of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.engine.storage import members
from interpreter.wording.names import Names
from rulelang.graph import terms
from rulelang.graph.layout import Region
from rulelang.graph.program import Program
from rulelang.tuning.fast_dataclass import dataclass

MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class Sort:
    """The class of the elements ("truth", "number", "place", "variety" ...), and whether it is a set of them."""

    elements: str
    is_set: bool = False

    def of_one(self) -> Sort:
        """The sort of a member."""
        return Sort(self.elements)


NUMBER: Final = Sort("number")
TRUTH: Final = Sort("truth")

Sorts = Mapping[str, Sort]


def sort_of(program: Program, term: terms.Term | terms.Domain, known: Sorts) -> Sort | None:
    """The sort of a term, as far as it can be told; `known` are the sorts of its locals."""
    match term:
        case terms.Local(name):
            return known.get(name)
        case terms.Cell(region):
            return _of_region(program.layout.regions[region])
        case (
            terms.Compare() | terms.Not() | terms.And() | terms.Or() | terms.Holds() | terms.AnyIn() | terms.AllIn()
            | terms.HasLine() | terms.Possible()
        ):  # fmt: skip
            return TRUTH
        case terms.Arithmetic() | terms.Size() | terms.SumIn() | terms.TokenCount() | terms.BestIn() | terms.Span():
            return NUMBER
        case terms.Fingerprint():
            return Sort("position")
        case terms.VarietyOf():
            return Sort("variety")
        case terms.PlaceOf():
            return Sort("place")
        case terms.TokenAt():
            return Sort("token")
        case terms.TokenPlaces() | terms.Reached() | terms.InLine():
            return Sort("place", is_set=True)
        case terms.Tokens():
            return Sort("token", is_set=True)
        case terms.Apply(function):
            return _of_function(program, function, known)
        case terms.IfElse(_, then, otherwise):
            return sort_of(program, then, known) or sort_of(program, otherwise, known)
        case terms.Bind(name, value, body):
            inner = dict(known)
            found_sort = sort_of(program, value, known)
            if found_sort is not None:
                inner[name] = found_sort
            return sort_of(program, body, inner)
        case terms.Both(parts) | terms.Either(parts):
            return next((found for part in parts if (found := sort_of(program, part, known)) is not None), None)
        case terms.Without(left, right):
            return sort_of(program, left, known) or sort_of(program, right, known)
        case terms.Lowest(inside) | terms.Highest(inside):
            found_sort = sort_of(program, inside, known)
            return found_sort.of_one() if found_sort is not None else None
        case terms.Single(element):
            found_sort = sort_of(program, element, known)
            return Sort(found_sort.elements, is_set=True) if found_sort is not None else None
        case terms.Members(inside):
            return sort_of(program, inside, known)
        case terms.Filtered(_, domain) | terms.WhileIn(_, domain) | terms.Leading(_, domain):
            return sort_of(program, domain, known)
        case terms.FirstIn(_, domain):
            found_sort = sort_of(program, domain, known)
            return found_sort.of_one() if found_sort is not None else None
        case terms.Sequence(region):
            return Sort(program.layout.regions[region].elements, is_set=True)
        case _:
            return None


def _of_region(region: Region) -> Sort:
    if region.role == "contents":
        return Sort("piece", is_set=True)
    is_bits = region.role == "flag" and region.kind == "set" and bool(region.holder)
    return Sort(region.holder if is_bits else region.elements, is_set=region.kind == "set")


def _of_function(program: Program, name: str, known: Sorts) -> Sort | None:
    function = program.functions[name]
    if function.kind == "truth":
        return TRUTH
    return NUMBER if function.kind == "number" else sort_of(program, function.body, known)


def sort_of_parameter(program: Program, parameter: str) -> Sort | None:
    """What a definition is given; its parameters are named after nouns: `player`, `a_card`, `trade_tile2`."""
    stem = parameter.rstrip("0123456789").removeprefix("a_").removeprefix("an_").removeprefix("the_")
    nouns = [*program.names, *(piece.kind for piece in program.layout.pieces)]
    nouns += [place.holder for place in program.layout.places]
    if stem in ("you", "opponent"):
        return Sort("player")
    return next((Sort(noun) for noun in nouns if noun.lower().replace(" ", "_") == stem), None)


def said(names: Names, value: int, sort: Sort | None) -> str:
    """A value in words."""
    if sort is None:
        return str(value)
    if sort == TRUTH:
        return "yes" if value else "no"
    if sort.is_set:
        listed = list(members(value)) if value >= 0 else []
        if len(listed) > MOST_NAMED:
            return f"{len(listed)} {sort.elements}s"
        return names.joined([_one(names, member, sort.elements) for member in listed])
    return _one(names, value, sort.elements)


def _one(names: Names, value: int, elements: str) -> str:
    if elements == "variety":
        return names.variety(value)
    return names.element(elements, value)
