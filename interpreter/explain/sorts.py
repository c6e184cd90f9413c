"""What the number that a term gives stands for: a truth, an amount, an element of a class, or a set of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.wording.names import Names
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Region
from rulelang.graph.program import Program
from rulelang.tuning.fast_dataclass import dataclass

MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class ElementClass:
    """The class of the elements ("truth", "number", "place", "variety" ...), and whether it is a set of them."""

    elements: str
    is_set: bool = False

    def of_one(self) -> ElementClass:
        """The sort of a member."""
        return ElementClass(self.elements)


NUMBER: Final = ElementClass("number")
TRUTH: Final = ElementClass("truth")

Sorts = Mapping[str, ElementClass]


def sort_of(program: Program, term: terms.Term | terms.Domain, known: Sorts) -> ElementClass | None:
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
        case terms.Arithmetic() | terms.Size() | terms.SumIn() | terms.TokenCount() | terms.BestIn() | terms.Between():
            return NUMBER
        case terms.Fingerprint():
            return ElementClass("position")
        case terms.VarietyOf():
            return ElementClass("variety")
        case terms.PlaceOf():
            return ElementClass("place")
        case terms.TokenAt():
            return ElementClass("token")
        case terms.TokenPlaces() | terms.Reached() | terms.InLine():
            return ElementClass("place", is_set=True)
        case terms.Tokens():
            return ElementClass("token", is_set=True)
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
            return ElementClass(found_sort.elements, is_set=True) if found_sort is not None else None
        case terms.Members(inside):
            return sort_of(program, inside, known)
        case terms.Filtered(_, domain) | terms.WhileIn(_, domain) | terms.Leading(_, domain):
            return sort_of(program, domain, known)
        case terms.FirstIn(_, domain):
            found_sort = sort_of(program, domain, known)
            return found_sort.of_one() if found_sort is not None else None
        case terms.CellList(region):
            return ElementClass(program.layout.regions[region].elements, is_set=True)
        case _:
            return None


def _of_region(region: Region) -> ElementClass:
    if region.role == "contents":
        return ElementClass("piece", is_set=True)
    is_bits = region.role == "flag" and region.kind == "set" and bool(region.holder)
    return ElementClass(region.holder if is_bits else region.elements, is_set=region.kind == "set")


def _of_function(program: Program, name: str, known: Sorts) -> ElementClass | None:
    function = program.functions[name]
    if function.kind == "truth":
        return TRUTH
    return NUMBER if function.kind == "number" else sort_of(program, function.body, known)


def said(names: Names, value: int, sort: ElementClass | None) -> str:
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
