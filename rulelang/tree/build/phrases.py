"""Builds phrases, sets and values."""

from __future__ import annotations

from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, number, optional_word, said, singular

Quantifier = Literal["any", "every", "no"]


# ------------------------------------------------------------------ phrases
@builds("noun")
def noun(span: Span, name: Token | None = None, noun: Token | None = None, player: Token | None = None) -> tree.Noun:
    builtin = noun or player
    return tree.Noun(optional_word(name, span), singular(builtin) if builtin else None, span=span)


made_of("the", tree.The, "noun")
made_of("introduced", tree.Introduced, "noun")
made_of("another", tree.Another, "noun")
made_of("your", tree.Yours, "noun")
made_of("its", tree.Its, "noun|row")


made_of("name", tree.BareName, "name")
made_of("coordinate", tree.Coordinate, "coord")
made_of("you", tree.You)
made_of("it", tree.It)
made_of("chance", tree.ChanceChooses)
made_of("of_thing", tree.OfThing, "phrase", "noun|row")


@builds("argument")
def argument(
    span: Span,
    arg: Token,
    phrase: tree.Phrase | None = None,
    value: tree.Value | None = None,
    int_: Token | None = None,
) -> tree.Argument:
    given = phrase or value or (None if int_ is None else number(int_, span))
    assert given is not None
    return tree.Argument(arg.text, given, span=span)


@builds("apply")
def apply(span: Span, term: tree.Term, argument: tree.Argument) -> tree.ValueFor:
    return tree.ValueFor(term, argument.preposition, argument.value, span=span)


made_of("call", tree.Call, "name", "arguments*")


# --------------------------------------------------------------------- sets
@builds("adjective")
def adjective(
    span: Span, empty: Token | None = None, other: Token | None = None, face: tree.Face | None = None
) -> tree.Adjective:
    return tree.Adjective("empty" if empty else "other" if other else face or "your", span=span)


@builds("face")
def face(lying: Token | None = None, up: Token | None = None) -> tree.Face:
    return cast(tree.Face, lying.text) if lying else "face-up" if up else "face-down"


made_of("plain_set", tree.SetPhrase, "adjectives*", "noun", said(()), said(None), said(None))


@builds("filtered")
def filtered(
    span: Span,
    plain_set: tree.SetPhrase,
    filters: tuple[tree.Filter, ...] = (),
    where: Token | None = None,
    cond: tree.Condition | None = None,
) -> tree.SetPhrase:
    if not filters and cond is None:
        return plain_set
    holds, goes_on = (cond, None) if where else (None, cond)
    return tree.SetPhrase(plain_set.adjectives, plain_set.noun, filters, holds, goes_on, span=span)


made_of("of", tree.OfFilter, "phrase")
made_of("with", tree.Best, "ranking")
made_of("located", tree.Located, "location", "places")


@builds("touching")
def touching(
    span: Span,
    phrases: tuple[tree.Phrase, ...] = (),
    quant: Token | None = None,
    noun: tree.Noun | None = None,
    name: Token | None = None,
    toward: Token | None = None,
) -> tree.Touching:
    direction = phrases[-1] if toward else None
    to = noun or phrases[0]
    quantifier = cast(Quantifier, quant.text) if quant else None
    return tree.Touching(to, quantifier, optional_word(name, span), direction, span=span)


made_of("beyond", tree.Beyond, "phrases..")


@builds("reached")
def reached(
    span: Span,
    phrase: tree.Phrase,
    connected: Token | None = None,
    name: Token | None = None,
    plain_set: tree.SetPhrase | None = None,
    sharing: tree.Sharing | None = None,
) -> tree.Connected | tree.StandsInLine:
    how = tree.Connected if connected else tree.StandsInLine
    return how(phrase, optional_word(name, span), plain_set, sharing, span=span)


made_of("sharing", tree.Sharing, "phrase")
made_of("nth_place", tree.NthPlace, "nth", "plain_set")
made_of("every_place", tree.EveryPlace, "quant", "noun")


@builds("every_of")
def every_of(
    span: Span, nouns: tuple[tree.Noun, ...], quant: Token | None = None, every_of: tree.EveryOf | None = None
) -> tree.EveryOf:
    if every_of is not None:
        return tree.EveryOf(every_of.quantifier, every_of, nouns[0], span=span)
    assert quant is not None
    return tree.EveryOf(cast(Quantifier, quant.text), *nouns, span=span)


made_of("either_place", tree.EitherPlace, "phrases")
made_of("rank", tree.Rank, "highest!", "noun|row", "arguments*")


made_of("ranking", tree.Ranking, "ranks")


# ------------------------------------------------------------------- values
made_of("number", tree.NumberLiteral, "int_")
made_of("nothing", tree.Nothing)
made_of("plus", tree.Plus, "sum_", "product")
made_of("minus", tree.Minus, "sum_", "product")
made_of("times", tree.Times, "product", "atom")
made_of("divided", tree.Divided, "product", "atom", said(None, up="up", rounded="down"))


made_of("nth_of", tree.NthOf, "nth", "set_")
made_of("after", tree.After, "noun", "person")
made_of("count_of", tree.CountOf, "set_|name|player")
made_of("arrangement", tree.Arrangement, "set_")
made_of(
    "aggregate",
    tree.Aggregate,
    said("lowest", total="total", highest="highest"),
    "noun|row",
    "arguments*",
    "name|player|set_",
)
made_of("lookup", tree.Lookup, "atom", "ints")
