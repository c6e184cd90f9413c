"""Builds conditions."""

from __future__ import annotations

from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, whole

Quantifier = Literal["any", "every", "no"]


@builds("any_of")
def any_of(span: Span, any_: tree.Condition, all_: tree.Condition) -> tree.AnyOf:
    return tree.AnyOf((*any_.parts, all_) if isinstance(any_, tree.AnyOf) else (any_, all_), span=span)


@builds("all_of")
def all_of(span: Span, all_: tree.Condition, fact: tree.Condition) -> tree.AllOf:
    return tree.AllOf((*all_.parts, fact) if isinstance(all_, tree.AllOf) else (all_, fact), span=span)


@builds("bracketed")
def bracketed(span: Span, cond: tree.Condition) -> tree.Bracketed:
    return tree.Bracketed(cond, span=span)


@builds("every")
def every(span: Span, quant: Token, set_: tree.SetPhrase) -> tree.Every:
    return tree.Every(cast(Quantifier, quant.text), set_, span=span)


@builds("is_fact")
def is_fact(span: Span, subject: tree.Subject, compare: tree.Compare) -> tree.IsFact:
    return tree.IsFact(subject, compare, span=span)


@builds("has_fact")
def has_fact(span: Span, subject: tree.Subject, set_: tree.SetPhrase, count: tree.Count | None = None) -> tree.HasFact:
    return tree.HasFact(subject, count, set_, span=span)


@builds("can_fact")
def can_fact(
    span: Span, call: tree.Call, person: tree.Phrase | None = None, every: tree.Every | None = None
) -> tree.CanFact:
    actor = person or every
    assert actor is not None
    return tree.CanFact(actor, call, span=span)


@builds("there_fact")
def there_fact(span: Span, count: tree.Count, set_: tree.SetPhrase) -> tree.ThereFact:
    return tree.ThereFact(count, set_, span=span)


@builds("line_fact")
def line_fact(
    span: Span,
    int_: Token,
    plain_set: tree.SetPhrase,
    no: Token | None = None,
    just: Token | None = None,
    phrase: tree.Phrase | None = None,
) -> tree.LineFact:
    return tree.LineFact(no is not None, just is not None, whole(int_), plain_set, phrase, span=span)


@builds("count")
def count(
    span: Span,
    another: Token | None = None,
    no: Token | None = None,
    just: Token | None = None,
    int_: Token | None = None,
    least: Token | None = None,
    most: Token | None = None,
) -> tree.Count:
    if int_ is not None:
        return tree.Count("at least" if least else "at most" if most else "exactly", whole(int_), span=span)
    return tree.Count("another" if another else "none" if no else "just one" if just else "some", None, span=span)


@builds("equals")
def equals(span: Span, sum_: tree.Value, not_: Token | None = None) -> tree.Equals:
    return tree.Equals(not_ is not None, sum_, span=span)


@builds("bounded")
def bounded(span: Span, sum_: tree.Value, least: Token | None = None) -> tree.Bounded:
    return tree.Bounded("least" if least else "most", sum_, span=span)


@builds("more_than")
def more_than(span: Span, sum_: tree.Value) -> tree.MoreThan:
    return tree.MoreThan(sum_, span=span)


@builds("less_than")
def less_than(span: Span, sum_: tree.Value) -> tree.LessThan:
    return tree.LessThan(sum_, span=span)


@builds("among_values")
def among_values(span: Span, listeds: tuple[tree.Value, ...], not_: Token | None = None) -> tree.AmongValues:
    return tree.AmongValues(not_ is not None, listeds, span=span)


@builds("is_empty")
def is_empty(span: Span, not_: Token | None = None) -> tree.IsEmpty:
    return tree.IsEmpty(not_ is not None, span=span)


@builds("is_face")
def is_face(span: Span, face: tree.Face, not_: Token | None = None) -> tree.IsFace:
    return tree.IsFace(not_ is not None, face, span=span)


@builds("is_round")
def is_round(span: Span, int_: Token, not_: Token | None = None) -> tree.IsRound:
    return tree.IsRound(not_ is not None, int(int_.text), span=span)


@builds("is_turn")
def is_turn(span: Span, phrase: tree.Phrase, not_: Token | None = None) -> tree.IsTurn:
    return tree.IsTurn(not_ is not None, phrase, span=span)


@builds("is_related")
def is_related(span: Span, relation: tree.Relation, not_: Token | None = None) -> tree.IsRelated:
    return tree.IsRelated(not_ is not None, relation, span=span)
