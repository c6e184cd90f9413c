"""Builds conditions."""

from __future__ import annotations

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, said, whole


@builds("any_of")
def any_of(span: Span, any_: tree.Condition, all_: tree.Condition) -> tree.AnyOf:
    return tree.AnyOf((*any_.parts, all_) if isinstance(any_, tree.AnyOf) else (any_, all_), span=span)


@builds("all_of")
def all_of(span: Span, all_: tree.Condition, fact: tree.Condition) -> tree.AllOf:
    return tree.AllOf((*all_.parts, fact) if isinstance(all_, tree.AllOf) else (all_, fact), span=span)


made_of("bracketed", tree.Bracketed, "cond")
made_of("every", tree.Every, "quant", "set_")
made_of("is_fact", tree.IsFact, "subject", "compare")
made_of("has_fact", tree.HasFact, "subject", "count?", "set_")
made_of("can_fact", tree.CanFact, "person|every", "call")
made_of("there_fact", tree.ThereFact, "count", "set_")
made_of("line_fact", tree.LineFact, "no!", "just!", "int_", "plain_set", "phrase?")


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


made_of("equals", tree.Equals, "not_!", "sum_")
made_of("bounded", tree.Bounded, said("most", least="least"), "sum_")


made_of("more_than", tree.MoreThan, "sum_")
made_of("less_than", tree.LessThan, "sum_")
made_of("among_values", tree.AmongValues, "not_!", "listeds")
made_of("is_empty", tree.IsEmpty, "not_!")
made_of("is_face", tree.IsFace, "not_!", "face")
made_of("is_round", tree.IsRound, "not_!", "int_")


made_of("is_turn", tree.IsTurn, "not_!", "phrase")
made_of("is_related", tree.IsRelated, "not_!", "relation")
