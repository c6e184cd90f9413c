"""Short ways to build terms; what is known at once is worked out at once."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.graph import terms as t
from rulelang.graph.terms import Term

YES = t.Const(1)
NO = t.Const(0)
NONE = t.Const(-1)
EMPTY = t.Const(0)


def all_of(parts: Iterable[Term]) -> Term:
    """All parts hold."""
    found: list[Term] = []
    for part in parts:
        if isinstance(part, t.And):
            found.extend(part.parts)
        elif part == NO:
            return NO
        elif not isinstance(part, t.Const):
            found.append(part)
    return YES if not found else found[0] if len(found) == 1 else t.And(tuple(found))


def any_of(parts: Iterable[Term]) -> Term:
    """One part holds."""
    found: list[Term] = []
    for part in parts:
        if isinstance(part, t.Or):
            found.extend(part.parts)
        elif isinstance(part, t.Const):
            if part.value:
                return YES
        else:
            found.append(part)
    return NO if not found else found[0] if len(found) == 1 else t.Or(tuple(found))


def negate(part: Term) -> Term:
    """The part does not hold."""
    if isinstance(part, t.Const):
        return t.Const(0 if part.value else 1)
    return part.inside if isinstance(part, t.Not) else t.Not(part)


def same(left: Term, right: Term) -> Term:
    """Equality."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(int(left.value == right.value))
    return YES if left == right else t.Compare("==", left, right)


def is_there(term: Term) -> Term:
    """Is the term something, not nothing?"""
    if isinstance(term, t.Const):
        return t.Const(int(term.value >= 0))
    return t.Compare(">=", term, t.Const(0))


def either(condition: Term, then: Term, otherwise: Term) -> Term:
    """One of two values."""
    if isinstance(condition, t.Const):
        return then if condition.value else otherwise
    return then if then == otherwise else t.IfElse(condition, then, otherwise)


def intersect(*parts: Term) -> Term:
    """What all sets have in common."""
    known = -1
    found: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, t.Both) else (part,)
        for one in inner:
            if isinstance(one, t.Const):
                known &= one.value
            elif one not in found:
                found.append(one)
    if known == 0:
        return EMPTY
    if known != -1:
        found.insert(0, t.Const(known))
    return t.Const(-1) if not found else found[0] if len(found) == 1 else t.Both(tuple(found))


def unite(parts: Iterable[Term]) -> Term:
    """What any of the sets has."""
    known = 0
    found: list[Term] = []
    for part in parts:
        if isinstance(part, t.Const):
            known |= part.value
        elif part not in found:
            found.append(part)
    if known:
        found.insert(0, t.Const(known))
    return EMPTY if not found else found[0] if len(found) == 1 else t.Either(tuple(found))


def without(left: Term, right: Term) -> Term:
    """The left set without the right one."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(left.value & ~right.value)
    return left if right == EMPTY else t.Without(left, right)


def holds(where: Term, element: Term) -> Term:
    """Membership."""
    if isinstance(where, t.Const) and isinstance(element, t.Const):
        return t.Const(int(element.value >= 0 and where.value >> element.value & 1))
    return NO if where == EMPTY else t.Holds(where, element)


def single(element: Term) -> Term:
    """The set of one element."""
    if isinstance(element, t.Const):
        return t.Const(1 << element.value if element.value >= 0 else 0)
    return t.Single(element)


def size(of: Term) -> Term:
    """How many elements."""
    return t.Const(of.value.bit_count()) if isinstance(of, t.Const) else t.Size(of)


def plus(left: Term, right: Term) -> Term:
    """Sum."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(left.value + right.value)
    if right == t.Const(0):
        return left
    return right if left == t.Const(0) else t.Arithmetic("+", left, right)


def minus(left: Term, right: Term) -> Term:
    """Difference."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(left.value - right.value)
    return left if right == t.Const(0) else t.Arithmetic("-", left, right)


def times(left: Term, right: Term) -> Term:
    """Product."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(left.value * right.value)
    return left if right == t.Const(1) else t.Arithmetic("*", left, right)


def least(left: Term, right: Term) -> Term:
    """The smaller number."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(min(left.value, right.value))
    return t.Arithmetic("min", left, right)


def greatest(left: Term, right: Term) -> Term:
    """The larger number."""
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(max(left.value, right.value))
    return t.Arithmetic("max", left, right)
