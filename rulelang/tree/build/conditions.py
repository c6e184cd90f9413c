"""Builds conditions."""

from __future__ import annotations

from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, whole
from rulelang.tree.nodes import (
    AllOf,
    AmongValues,
    AnyOf,
    Bounded,
    Bracketed,
    Call,
    CanFact,
    Compare,
    Condition,
    Count,
    Equals,
    Every,
    Face,
    HasFact,
    IsEmpty,
    IsFace,
    IsFact,
    IsRelated,
    IsRound,
    IsTurn,
    LessThan,
    LineFact,
    MoreThan,
    Phrase,
    Relation,
    SetPhrase,
    Subject,
    ThereFact,
    Value,
)

Quantifier = Literal["any", "every", "no"]


@builds("any_of")
def any_of(span: Span, any_: Condition, all_: Condition) -> AnyOf:
    return AnyOf((*any_.parts, all_) if isinstance(any_, AnyOf) else (any_, all_), span=span)


@builds("all_of")
def all_of(span: Span, all_: Condition, fact: Condition) -> AllOf:
    return AllOf((*all_.parts, fact) if isinstance(all_, AllOf) else (all_, fact), span=span)


@builds("bracketed")
def bracketed(span: Span, cond: Condition) -> Bracketed:
    return Bracketed(cond, span=span)


@builds("every")
def every(span: Span, quant: Token, set_: SetPhrase) -> Every:
    return Every(cast(Quantifier, quant.text), set_, span=span)


@builds("is_fact")
def is_fact(span: Span, subject: Subject, compare: Compare) -> IsFact:
    return IsFact(subject, compare, span=span)


@builds("has_fact")
def has_fact(span: Span, subject: Subject, set_: SetPhrase, count: Count | None = None) -> HasFact:
    return HasFact(subject, count, set_, span=span)


@builds("can_fact")
def can_fact(span: Span, call: Call, person: Phrase | None = None, every: Every | None = None) -> CanFact:
    actor = person or every
    assert actor is not None
    return CanFact(actor, call, span=span)


@builds("there_fact")
def there_fact(span: Span, count: Count, set_: SetPhrase) -> ThereFact:
    return ThereFact(count, set_, span=span)


@builds("line_fact")
def line_fact(
    span: Span,
    int_: Token,
    plain_set: SetPhrase,
    no: Token | None = None,
    just: Token | None = None,
    phrase: Phrase | None = None,
) -> LineFact:
    return LineFact(no is not None, just is not None, whole(int_), plain_set, phrase, span=span)


@builds("count")
def count(
    span: Span,
    another: Token | None = None,
    no: Token | None = None,
    just: Token | None = None,
    int_: Token | None = None,
    least: Token | None = None,
    most: Token | None = None,
) -> Count:
    if int_ is not None:
        return Count("at least" if least else "at most" if most else "exactly", whole(int_), span=span)
    return Count("another" if another else "none" if no else "just one" if just else "some", None, span=span)


@builds("equals")
def equals(span: Span, sum_: Value, not_: Token | None = None) -> Equals:
    return Equals(not_ is not None, sum_, span=span)


@builds("bounded")
def bounded(span: Span, sum_: Value, least: Token | None = None) -> Bounded:
    return Bounded("least" if least else "most", sum_, span=span)


@builds("more_than")
def more_than(span: Span, sum_: Value) -> MoreThan:
    return MoreThan(sum_, span=span)


@builds("less_than")
def less_than(span: Span, sum_: Value) -> LessThan:
    return LessThan(sum_, span=span)


@builds("among_values")
def among_values(span: Span, listeds: tuple[Value, ...], not_: Token | None = None) -> AmongValues:
    return AmongValues(not_ is not None, listeds, span=span)


@builds("is_empty")
def is_empty(span: Span, not_: Token | None = None) -> IsEmpty:
    return IsEmpty(not_ is not None, span=span)


@builds("is_face")
def is_face(span: Span, face: Face, not_: Token | None = None) -> IsFace:
    return IsFace(not_ is not None, face, span=span)


@builds("is_round")
def is_round(span: Span, int_: Token, not_: Token | None = None) -> IsRound:
    return IsRound(not_ is not None, int(int_.text), span=span)


@builds("is_turn")
def is_turn(span: Span, phrase: Phrase, not_: Token | None = None) -> IsTurn:
    return IsTurn(not_ is not None, phrase, span=span)


@builds("is_related")
def is_related(span: Span, relation: Relation, not_: Token | None = None) -> IsRelated:
    return IsRelated(not_ is not None, relation, span=span)
