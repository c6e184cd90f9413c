"""Narrower sets to choose from: what the condition of a choice implies is asked first.

    a Square of all Squares where (it is A or (it is in S and ...))      becomes      a Square of {A} + S where ...

The condition stays; only candidates that could never meet it are left out, so that nothing has to be tried one by one.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.graph.build import intersect, single, unite
from rulelang.graph.program import Function, Parameter
from rulelang.graph.shape import substitute
from rulelang.graph.terms import And, Apply, Compare, Const, Holds, Local, Members, Or, Single, Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import replace


def bounded(parameter: Parameter, functions: Mapping[str, Function]) -> Parameter:
    """The parameter with its domain narrowed by its own condition."""
    if parameter.where is None or not isinstance(parameter.domain, Members):
        return parameter
    found = _bound(parameter.where, Local(parameter.name), functions, 3)
    if found is None or found == Const(-1):
        return parameter
    return replace(parameter, domain=Members(intersect(parameter.domain.set, found)))


def _bound(condition: Term, element: Local, functions: Mapping[str, Function], depth: int) -> Term | None:
    """A set without the element in it that contains every element meeting the condition; None if nothing is known."""
    match condition:
        case Or(parts):
            sets = [_bound(part, element, functions, depth) for part in parts]
            return None if None in sets else unite(one for one in sets if one is not None)
        case And(parts):
            known = [found for part in parts if (found := _bound(part, element, functions, depth)) is not None]
            return intersect(*known) if known else None
        case Holds(where, inside) if inside == element and not _speaks_of(where, element):
            return where
        case Holds(Single(one), other) if one == element and not _speaks_of(other, element):
            return single(other)
        case Compare("==", left, right) if element in (left, right):
            other = right if left == element else left
            return None if _speaks_of(other, element) else single(other)
        case Apply(name, arguments) if depth and name in functions:
            function = functions[name]
            values = dict(zip(function.parameters, arguments, strict=False))
            return _bound(substitute(function.body, values), element, functions, depth - 1)
        case _:
            return None


def _speaks_of(term: Term, element: Local) -> bool:
    return any(part == element for part in all_parts(term))
