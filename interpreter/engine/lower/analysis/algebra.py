"""Sums, truths and sets put together with what is certain left out."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from rulelang.graph import shape, terms
from rulelang.graph.operations import arithmetic
from rulelang.graph.shape import Part
from rulelang.graph.terms import Const, Term
from rulelang.graph.walk import direct_parts

Operation: TypeAlias = Literal["+", "-", "*", "//", "/^", "min", "max"]
Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]

FALSE: Final = Const(0)
TRUE: Final = Const(1)
NO_SET: Final = Const(0)


def is_atom(value: Term) -> bool:
    """Does it cost nothing to write a value where its name stands?"""
    if isinstance(value, terms.TokenAt):
        return isinstance(value.variety, Const) and isinstance(value.place, terms.Local)
    return isinstance(value, Const | terms.Local)


def uses(part: Part, name: str) -> int:
    """How often a local is used; inside a fold it counts as often."""
    count = 0
    for inner in direct_parts(part):
        if isinstance(inner, terms.Local) and inner.name == name:
            count += 1
        elif name in shape.free_locals(inner):
            inside = uses(inner, name)
            count += 2 * inside if isinstance(part, (*shape.FOLDS, terms.Leading)) else inside
    return count + (isinstance(part, terms.Local) and part.name == name)


def covers(large: Term, small: Term) -> bool:
    """Is one set certainly part of the other?"""
    if isinstance(small, terms.Either):
        return all(covers(large, part) for part in small.parts)
    return small == large or (isinstance(large, terms.Either) and small in large.parts)


def without_again(elements: Term, taken: Term) -> Term:
    """A set from which some are taken away later on, so that its parts need not be without them."""
    match elements:
        case terms.Both(parts):
            return both_of(tuple(without_again(part, taken) for part in parts))
        case terms.Either(parts):
            return either_of(tuple(without_again(part, taken) for part in parts))
        case terms.Without(left, right) if covers(taken, right):
            return without_again(left, taken)
        case _:
            return elements


def sets_of(term: Term) -> list[Term]:
    """The sets whose sizes a sum adds up; none if it adds anything else."""
    match term:
        case terms.Size(elements):
            return [elements]
        case terms.Arithmetic("+", left, right):
            first, second = sets_of(left), sets_of(right)
            return [*first, *second] if first and second else []
        case _:
            return []


def truths_of(term: Term) -> list[Term]:
    """The parts of a sum of truths, if it is one."""
    if isinstance(term, terms.Arithmetic) and term.operation == "+":
        left, right = truths_of(term.left), truths_of(term.right)
        return [*left, *right] if left and right else []
    return [term] if shape.kind_of(term) == "truth" and not isinstance(term, Const) else []


def arithmetic_of(operation: Operation, left: Term, right: Term) -> Term:
    match operation, left, right:
        case _, Const(a), Const(b):
            return Const(arithmetic(operation, a, b))
        case ("+" | "-", _, Const(0)) | ("*" | "//", _, Const(1)):
            return left
        case ("+", Const(0), _) | ("*", Const(1), _):
            return right
        case ("*", Const(0), _) | ("*", _, Const(0)):
            return Const(0)
        case _:
            return terms.Arithmetic(operation, left, right)


def and_of(parts: tuple[Term, ...]) -> Term:
    flat: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, terms.And) else (part,)
        for one in inner:
            if isinstance(one, Const):
                if not one.value:
                    return FALSE
            elif one not in flat:
                flat.append(one)
    # What is in a set is there.
    held = [one.element for one in flat if isinstance(one, terms.Holds)]
    flat = [one for one in flat if not _says_there(one, held)]
    if not flat:
        return TRUE
    return flat[0] if len(flat) == 1 and shape.kind_of(flat[0]) == "truth" else terms.And(tuple(flat))


def _says_there(condition: Term, things: list[Term]) -> bool:
    """Does a condition say no more than that one of some things is not nothing?"""
    match condition:
        case terms.Compare(">=", thing, Const(0)):
            return any(_are_same(thing, other) for other in things)
        case _:
            return False


def _are_same(left: Term, right: Term) -> bool:
    """Are two terms the same but for the name of what is gone through?"""
    if isinstance(left, terms.FirstIn) and isinstance(right, terms.FirstIn):
        body = shape.substitute(right.body, {right.name: terms.Local(left.name)})
        return left.domain == right.domain and left.body == body
    return left == right


def or_of(parts: tuple[Term, ...]) -> Term:
    flat: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, terms.Or) else (part,)
        for one in inner:
            if isinstance(one, Const):
                if one.value:
                    return TRUE
            elif one not in flat:
                flat.append(one)
    if not flat:
        return FALSE
    return flat[0] if len(flat) == 1 and shape.kind_of(flat[0]) == "truth" else terms.Or(tuple(flat))


def both_of(parts: tuple[Term, ...]) -> Term:
    fixed = -1
    flat: list[Term] = []
    for part in parts:
        for one in part.parts if isinstance(part, terms.Both) else (part,):
            if isinstance(one, Const):
                fixed &= one.value
            elif one not in flat:
                flat.append(one)
    if fixed == 0 or not flat:
        return Const(max(fixed, 0))
    kept = flat if fixed == -1 else [*flat, Const(fixed)]
    return kept[0] if len(kept) == 1 else terms.Both(tuple(kept))


def either_of(parts: tuple[Term, ...]) -> Term:
    fixed = 0
    flat: list[Term] = []
    for part in parts:
        for one in part.parts if isinstance(part, terms.Either) else (part,):
            if isinstance(one, Const):
                fixed |= one.value
            elif one not in flat:
                flat.append(one)
    kept = [*flat, Const(fixed)] if fixed or not flat else flat
    return kept[0] if len(kept) == 1 else terms.Either(tuple(kept))
