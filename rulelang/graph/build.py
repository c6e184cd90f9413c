"""Short ways to build terms; what is known at once is worked out at once."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.graph.terms import (
    And,
    Arithmetic,
    Both,
    Compare,
    Const,
    Either,
    Holds,
    IfElse,
    Not,
    Or,
    Single,
    Size,
    Term,
    Without,
)

YES = Const(1)
NO = Const(0)
NONE = Const(-1)
EMPTY = Const(0)


def all_of(parts: Iterable[Term]) -> Term:
    """All parts hold."""
    found: list[Term] = []
    for part in parts:
        if isinstance(part, And):
            found.extend(part.parts)
        elif part == NO:
            return NO
        elif not isinstance(part, Const):
            found.append(part)
    return YES if not found else found[0] if len(found) == 1 else And(tuple(found))


def any_of(parts: Iterable[Term]) -> Term:
    """One part holds."""
    found: list[Term] = []
    for part in parts:
        if isinstance(part, Or):
            found.extend(part.parts)
        elif isinstance(part, Const):
            if part.value:
                return YES
        else:
            found.append(part)
    return NO if not found else found[0] if len(found) == 1 else Or(tuple(found))


def negate(part: Term) -> Term:
    """The part does not hold."""
    if isinstance(part, Const):
        return Const(0 if part.value else 1)
    return part.inside if isinstance(part, Not) else Not(part)


def same(left: Term, right: Term) -> Term:
    """Equality."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(int(left.value == right.value))
    return YES if left == right else Compare("==", left, right)


def is_there(term: Term) -> Term:
    """Is the term something, not nothing?"""
    if isinstance(term, Const):
        return Const(int(term.value >= 0))
    return Compare(">=", term, Const(0))


def either(condition: Term, then: Term, otherwise: Term) -> Term:
    """One of two values."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return then if then == otherwise else IfElse(condition, then, otherwise)


def intersect(*parts: Term) -> Term:
    """What all sets have in common."""
    known = -1
    found: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, Both) else (part,)
        for one in inner:
            if isinstance(one, Const):
                known &= one.value
            elif one not in found:
                found.append(one)
    if known == 0:
        return EMPTY
    if known != -1:
        found.insert(0, Const(known))
    return Const(-1) if not found else found[0] if len(found) == 1 else Both(tuple(found))


def unite(parts: Iterable[Term]) -> Term:
    """What any of the sets has."""
    known = 0
    found: list[Term] = []
    for part in parts:
        if isinstance(part, Const):
            known |= part.value
        elif part not in found:
            found.append(part)
    if known:
        found.insert(0, Const(known))
    return EMPTY if not found else found[0] if len(found) == 1 else Either(tuple(found))


def without(left: Term, right: Term) -> Term:
    """The left set without the right one."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value & ~right.value)
    return left if right == EMPTY else Without(left, right)


def holds(where: Term, element: Term) -> Term:
    """Membership."""
    if isinstance(where, Const) and isinstance(element, Const):
        return Const(int(element.value >= 0 and where.value >> element.value & 1))
    return NO if where == EMPTY else Holds(where, element)


def single(element: Term) -> Term:
    """The set of one element."""
    if isinstance(element, Const):
        return Const(1 << element.value if element.value >= 0 else 0)
    return Single(element)


def size(of: Term) -> Term:
    """How many elements."""
    return Const(of.value.bit_count()) if isinstance(of, Const) else Size(of)


def plus(left: Term, right: Term) -> Term:
    """Sum."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value + right.value)
    if right == Const(0):
        return left
    return right if left == Const(0) else Arithmetic("+", left, right)


def minus(left: Term, right: Term) -> Term:
    """Difference."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value - right.value)
    return left if right == Const(0) else Arithmetic("-", left, right)


def times(left: Term, right: Term) -> Term:
    """Product."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(left.value * right.value)
    return left if right == Const(1) else Arithmetic("*", left, right)


def least(left: Term, right: Term) -> Term:
    """The smaller number."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(min(left.value, right.value))
    return Arithmetic("min", left, right)


def greatest(left: Term, right: Term) -> Term:
    """The larger number."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(max(left.value, right.value))
    return Arithmetic("max", left, right)
