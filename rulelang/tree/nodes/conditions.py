"""Conditions: what may be true or not."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Node
from rulelang.tree.nodes.phrases import Call, EveryOf, Phrase, Relation, SetPhrase, Value
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class AnyOf(Node):
    """`A or B`; bracketed groups stay groups"""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """`A and B`"""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Bracketed(Node):
    """`( C )`: kept, so that `and` beside `or` can be asked to be bracketed."""

    inside: Condition


@dataclass(frozen=True, slots=True)
class Every(Node):
    """`any Coast Town`, `every Land Field next to it`, `no player` as a subject"""

    quantifier: Literal["any", "every", "no"]
    set: SetPhrase


Subject: TypeAlias = Value | Every | EveryOf


@dataclass(frozen=True, slots=True)
class Count(Node):
    """How many: `a`, `another`, `no`, `just one`, `3`, `at least 2`, `at most 2`."""

    form: Literal["some", "another", "none", "just one", "exactly", "at least", "at most"]
    number: int | None


@dataclass(frozen=True, slots=True)
class Equals(Node):
    """`[not] V`: equality, membership of a class, or an author's condition, told apart by names"""

    negated: bool
    value: Value


@dataclass(frozen=True, slots=True)
class Bounded(Node):
    """`at least V`, `at most V`"""

    bound: Literal["least", "most"]
    value: Value


@dataclass(frozen=True, slots=True)
class MoreThan(Node):
    """`more than V`"""

    value: Value


@dataclass(frozen=True, slots=True)
class LessThan(Node):
    """`less than V`"""

    value: Value


@dataclass(frozen=True, slots=True)
class AmongValues(Node):
    """`[not] one of A, B`"""

    negated: bool
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class IsEmpty(Node):
    """`[not] empty`"""

    negated: bool


@dataclass(frozen=True, slots=True)
class IsFace(Node):
    """`[not] face-up`"""

    negated: bool
    face: Literal["face-up", "face-down"]


@dataclass(frozen=True, slots=True)
class IsRelated(Node):
    """`[not] in your Hand`, `[not] next to it`"""

    negated: bool
    relation: Relation


@dataclass(frozen=True, slots=True)
class IsRound(Node):
    """`[not] round 3`, said of `it` in examples"""

    negated: bool
    number: int


@dataclass(frozen=True, slots=True)
class IsTurn(Node):
    """`[not] Ann's turn`, said of `it` in examples"""

    negated: bool
    player: Phrase


Compare: TypeAlias = (
    Equals | Bounded | MoreThan | LessThan | AmongValues | IsEmpty | IsFace | IsRelated | IsRound | IsTurn
)


@dataclass(frozen=True, slots=True)
class IsFact(Node):
    """`X is ...`"""

    subject: Subject
    compare: Compare


@dataclass(frozen=True, slots=True)
class HasFact(Node):
    """`X has [a|no|2] ...`"""

    subject: Subject
    count: Count | None
    set: SetPhrase


@dataclass(frozen=True, slots=True)
class CanFact(Node):
    """`you can Pay Toll`, `any player can Move`"""

    actor: Phrase | Every
    call: Call


@dataclass(frozen=True, slots=True)
class ThereFact(Node):
    """`there is a Card in your Hand`"""

    count: Count
    set: SetPhrase


@dataclass(frozen=True, slots=True)
class LineFact(Node):
    """`there is a line of 3 of your Marks through the Square`: that many (or more) in a straight row on the grid"""

    negated: bool
    exactly: bool
    length: int
    set: SetPhrase
    through: Phrase | None


Condition: TypeAlias = AnyOf | AllOf | Bracketed | IsFact | HasFact | CanFact | ThereFact | LineFact
