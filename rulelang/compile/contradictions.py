"""Conditions that can never hold together, told by their words alone."""

from __future__ import annotations

from collections.abc import Container

from rulelang.tree import nodes as tree

_FAR = 1 << 40


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
        return _apart(_counted(one.count), _counted(other.count))
    if isinstance(one, tree.HasFact) and isinstance(other, tree.HasFact):
        same = one.subject == other.subject and one.set == other.set
        return same and _apart(_counted(one.count), _counted(other.count))
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


def _numbers(compare: tree.Compare) -> tuple[int, int]:
    """The numbers that a comparison with a plain number allows."""
    value = getattr(compare, "value", None)
    if not isinstance(value, tree.NumberLiteral):
        return -_FAR, _FAR
    number = value.value
    match compare:
        case tree.Equals(negated=False):
            return number, number
        case tree.Bounded(bound="least"):
            return number, _FAR
        case tree.Bounded(bound="most"):
            return -_FAR, number
        case tree.MoreThan():
            return number + 1, _FAR
        case tree.LessThan():
            return -_FAR, number - 1
        case _:
            return -_FAR, _FAR


def _counted(count: tree.Count | None) -> tuple[int, int]:
    if count is None:
        return 1, _FAR
    number = count.number or 0
    match count.form:
        case "none":
            return 0, 0
        case "just one":
            return 1, 1
        case "exactly":
            return number, number
        case "at least":
            return number, _FAR
        case "at most":
            return 0, number
        case _:
            return 1, _FAR


def _apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[1] < other[0] or other[1] < one[0]
