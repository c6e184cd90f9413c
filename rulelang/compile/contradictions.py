"""Conditions that can never hold together, told by their words alone."""

from __future__ import annotations

from collections.abc import Container

from rulelang.tree import nodes as tree


def contradict(one: tree.Condition | None, other: tree.Condition | None, marks: Container[str]) -> bool:
    """Is there a part of one condition that rules out a part of the other? `marks` are names that are no values:
    a thing can bear several of them at once."""
    return any(_exclude(left, right, marks) for left in _parts(one) for right in _parts(other))


def _parts(condition: tree.Condition | None) -> tuple[tree.Node, ...]:
    """What all has to hold."""
    if condition is None:
        return ()
    if isinstance(condition, tree.AllOf):
        return tuple(inner for part in condition.parts for inner in _parts(part))
    if isinstance(condition, tree.Bracketed):
        return _parts(condition.inside)
    return (condition,)


def _exclude(one: tree.Node, other: tree.Node, marks: Container[str]) -> bool:
    if isinstance(one, tree.ThereFact) and isinstance(other, tree.ThereFact) and one.set == other.set:
        return _apart(asked_for(one.count), asked_for(other.count))
    if isinstance(one, tree.HasFact) and isinstance(other, tree.HasFact):
        same = one.subject == other.subject and one.set == other.set
        return same and _apart(asked_for(one.count), asked_for(other.count))
    if not (isinstance(one, tree.IsFact) and isinstance(other, tree.IsFact)) or one.subject != other.subject:
        return False
    return _excluding(one.compare, other.compare, marks) or _apart(_numbers(one.compare), _numbers(other.compare))


def _excluding(one: tree.Compare, other: tree.Compare, marks: Container[str]) -> bool:
    """`A` and `B` with different plain values, or a fact and its denial."""
    if isinstance(one, tree.IsEmpty) and isinstance(other, tree.IsEmpty):
        return one.negated != other.negated
    if isinstance(one, tree.Equals) and isinstance(other, tree.Equals):
        if one.negated != other.negated:
            return one.value == other.value
        plain = _is_plain(one.value, marks) and _is_plain(other.value, marks)
        return not one.negated and plain and one.value != other.value
    return False


def _is_plain(value: tree.Value, marks: Container[str]) -> bool:
    return isinstance(value, tree.NumberLiteral) or (isinstance(value, tree.BareName) and value.word.text not in marks)


def _numbers(compare: tree.Compare) -> tuple[int | None, int | None]:
    """The numbers that a comparison with a plain number allows."""
    value = getattr(compare, "value", None)
    if not isinstance(value, tree.NumberLiteral):
        return None, None
    match compare:
        case tree.Equals(negated=False):
            return value.value, value.value
        case tree.Bounded(bound="least"):
            return value.value, None
        case tree.Bounded(bound="most"):
            return None, value.value
        case tree.MoreThan():
            return value.value + 1, None
        case tree.LessThan():
            return None, value.value - 1
        case _:
            return None, None


def asked_for(count: tree.Count | None) -> tuple[int, int | None]:
    """The least and the most that `a`, `no`, `at least 2` ask for."""
    form, number = (count.form, count.number or 0) if count is not None else ("some", 0)
    match form:
        case "none":
            return 0, 0
        case "just one":
            return 1, 1
        case "exactly":
            return number, number
        case "at least":
            return number, None
        case "at most":
            return 0, number
        case _:
            return 1, None


def _apart(one: tuple[int | None, int | None], other: tuple[int | None, int | None]) -> bool:
    """Is what the one allows above or below all that the other allows?"""
    return any(
        low is not None and high is not None and high < low for low, high in ((one[0], other[1]), (other[0], one[1]))
    )
