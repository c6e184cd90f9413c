"""Builds phrases, sets and values."""

from __future__ import annotations

from typing import Literal, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, number, optional_word, place, singular, whole, word

Quantifier = Literal["any", "every", "no"]


# ------------------------------------------------------------------ phrases
@builds("noun")
def noun(span: Span, name: Token | None = None, noun: Token | None = None, player: Token | None = None) -> tree.Noun:
    builtin = noun or player
    return tree.Noun(optional_word(name, span), singular(builtin) if builtin else None, span=span)


def _noun_or_row(noun: tree.Noun | None, row: Token | None, span: Span) -> tree.Noun:
    if noun is not None:
        return noun
    assert row is not None
    return tree.Noun(None, singular(row), span=place(row, span))


made_of("the", tree.The, "noun")
made_of("introduced", tree.Introduced, "noun")
made_of("another", tree.Another, "noun")
made_of("your", tree.Yours, "noun")


@builds("its")
def its(span: Span, noun: tree.Noun | None = None, row: Token | None = None) -> tree.Its:
    return tree.Its(_noun_or_row(noun, row, span), span=span)


made_of("name", tree.BareName, "name")
made_of("coordinate", tree.Coordinate, "coord")
made_of("you", tree.You)
made_of("it", tree.It)
made_of("chance", tree.ChanceChooses)


@builds("of_thing")
def of_thing(span: Span, phrase: tree.Phrase, noun: tree.Noun | None = None, row: Token | None = None) -> tree.OfThing:
    return tree.OfThing(phrase, _noun_or_row(noun, row, span), span=span)


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


@builds("plain_set")
def plain_set(span: Span, noun: tree.Noun, adjectives: tuple[tree.Adjective, ...] = ()) -> tree.SetPhrase:
    return tree.SetPhrase(adjectives, noun, (), None, None, span=span)


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


@builds("beyond")
def beyond(span: Span, phrases: tuple[tree.Phrase, ...]) -> tree.Beyond:
    start, toward = phrases
    return tree.Beyond(start, toward, span=span)


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


@builds("rank")
def rank(
    span: Span,
    noun: tree.Noun | None = None,
    row: Token | None = None,
    highest: Token | None = None,
    arguments: tuple[tree.Argument, ...] = (),
) -> tree.Rank:
    return tree.Rank(highest is not None, _noun_or_row(noun, row, span), arguments, span=span)


made_of("ranking", tree.Ranking, "ranks")


# ------------------------------------------------------------------- values
made_of("number", tree.NumberLiteral, "int_")
made_of("nothing", tree.Nothing)
made_of("plus", tree.Plus, "sum_", "product")
made_of("minus", tree.Minus, "sum_", "product")
made_of("times", tree.Times, "product", "atom")


@builds("divided")
def divided(
    span: Span, product: tree.Value, atom: tree.Value, rounded: Token | None = None, up: Token | None = None
) -> tree.Divided:
    rounding: tree.Rounding | None = None if rounded is None else "up" if up else "down"
    return tree.Divided(product, atom, rounding, span=span)


made_of("nth_of", tree.NthOf, "nth", "set_")
made_of("after", tree.After, "noun", "person")
made_of("count_of", tree.CountOf, "set_|name")
made_of("arrangement", tree.Arrangement, "set_")


@builds("aggregate")
def aggregate(
    span: Span,
    set_: tree.SetPhrase | None = None,
    name: Token | None = None,
    noun: tree.Noun | None = None,
    row: Token | None = None,
    total: Token | None = None,
    highest: Token | None = None,
    arguments: tuple[tree.Argument, ...] = (),
) -> tree.Aggregate:
    form: Literal["total", "highest", "lowest"] = "total" if total else "highest" if highest else "lowest"
    assert set_ is not None or name is not None
    of = word(name, span) if name is not None else cast(tree.SetPhrase, set_)
    return tree.Aggregate(form, _noun_or_row(noun, row, span), arguments, of, span=span)


@builds("lookup")
def lookup(span: Span, atom: tree.Value, ints: tuple[Token, ...]) -> tree.Lookup:
    return tree.Lookup(atom, tuple(whole(token) for token in ints), span=span)
