"""Conditions: what may be true or not."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Node
from rulelang.tree.nodes.phrases import Call, EveryOf, Phrase, Relation, SetPhrase, Value


class AnyOf(Node):
    """`A or B`; bracketed groups stay groups"""

    parts: tuple[Condition, ...]


class AllOf(Node):
    """`A and B`"""

    parts: tuple[Condition, ...]


class Bracketed(Node):
    """`( C )`: kept, so that `and` beside `or` can be asked to be bracketed."""

    inside: Condition


class Every(Node):
    """`any Coast Town`, `every Land Field next to it`, `no player` as a subject"""

    quantifier: Literal["any", "every", "no"]
    set: SetPhrase


Subject: TypeAlias = Value | Every | EveryOf


class Count(Node):
    """How many: `a`, `another`, `no`, `just one`, `3`, `at least 2`, `at most 2`."""

    form: Literal["some", "another", "none", "just one", "exactly", "at least", "at most"]
    number: int | None


class Equals(Node):
    """`[not] V`: equality, membership of a class, or an author's condition, told apart by names"""

    negated: bool
    value: Value


class Bounded(Node):
    """`at least V`, `at most V`"""

    bound: Literal["least", "most"]
    value: Value


class MoreThan(Node):
    """`more than V`"""

    value: Value


class LessThan(Node):
    """`less than V`"""

    value: Value


class AmongValues(Node):
    """`[not] one of A, B`"""

    negated: bool
    values: tuple[Value, ...]


class IsEmpty(Node):
    """`[not] empty`"""

    negated: bool


class IsFace(Node):
    """`[not] face-up`"""

    negated: bool
    face: Literal["face-up", "face-down"]


class IsRelated(Node):
    """`[not] in your Hand`, `[not] next to it`"""

    negated: bool
    relation: Relation


class IsRound(Node):
    """`[not] round 3`, said of `it` in examples"""

    negated: bool
    number: int


class IsTurn(Node):
    """`[not] Ann's turn`, said of `it` in examples"""

    negated: bool
    player: Phrase


Compare: TypeAlias = (
    Equals | Bounded | MoreThan | LessThan | AmongValues | IsEmpty | IsFace | IsRelated | IsRound | IsTurn
)


class IsFact(Node):
    """`X is ...`"""

    subject: Subject
    compare: Compare


class HasFact(Node):
    """`X has [a|no|2] ...`"""

    subject: Subject
    count: Count | None
    set: SetPhrase


class CanFact(Node):
    """`you can Pay Toll`, `any player can Move`"""

    actor: Phrase | Every
    call: Call


class ThereFact(Node):
    """`there is a Card in your Hand`"""

    count: Count
    set: SetPhrase


class LineFact(Node):
    """`there is a line of 3 of your Marks through the Square`: that many (or more) in a straight row on the grid"""

    negated: bool
    exactly: bool
    length: int
    set: SetPhrase
    through: Phrase | None


Condition: TypeAlias = AnyOf | AllOf | Bracketed | IsFact | HasFact | CanFact | ThereFact | LineFact
