"""Builds phrases, sets and values."""

from __future__ import annotations

from typing import Literal, TypeVar, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, number, optional_word, place, singular, whole, word
from rulelang.tree.nodes import (
    Adjective,
    After,
    Aggregate,
    AllOf,
    Another,
    AnyOf,
    Argument,
    Arrangement,
    BareName,
    Best,
    Beyond,
    Call,
    ChanceChooses,
    Condition,
    Connected,
    Coordinate,
    CountOf,
    Divided,
    EitherPlace,
    EveryOf,
    EveryPlace,
    Face,
    Filter,
    Introduced,
    It,
    Its,
    Located,
    Lookup,
    Minus,
    Nothing,
    Noun,
    NthOf,
    NthPlace,
    NumberLiteral,
    OfFilter,
    OfThing,
    Phrase,
    Places,
    Plus,
    Rank,
    Ranking,
    Rounding,
    SetPhrase,
    Sharing,
    StandsInLine,
    Term,
    The,
    Times,
    Touching,
    Value,
    ValueFor,
    You,
    Yours,
)

Quantifier = Literal["any", "every", "no"]
Nth = Literal["first", "last", "only"]
Bound = Literal["least", "most"]
Group = TypeVar("Group", AnyOf, AllOf)


# ------------------------------------------------------------------ phrases
@builds("noun")
def noun(span: Span, name: Token | None = None, noun: Token | None = None, player: Token | None = None) -> Noun:
    builtin = noun or player
    return Noun(optional_word(name, span), singular(builtin) if builtin else None, span=span)


def _noun_or_row(noun: Noun | None, row: Token | None, span: Span) -> Noun:
    if noun is not None:
        return noun
    assert row is not None
    return Noun(None, singular(row), span=place(row, span))


@builds("the")
def the(span: Span, noun: Noun) -> The:
    return The(noun, span=span)


@builds("introduced")
def introduced(span: Span, noun: Noun) -> Introduced:
    return Introduced(noun, span=span)


@builds("another")
def another(span: Span, noun: Noun) -> Another:
    return Another(noun, span=span)


@builds("your")
def your(span: Span, noun: Noun) -> Yours:
    return Yours(noun, span=span)


@builds("its")
def its(span: Span, noun: Noun | None = None, row: Token | None = None) -> Its:
    return Its(_noun_or_row(noun, row, span), span=span)


@builds("name")
def name(span: Span, name: Token) -> BareName:
    return BareName(word(name, span), span=span)


@builds("coordinate")
def coordinate(span: Span, coord: Token) -> Coordinate:
    return Coordinate(coord.text, span=span)


@builds("you")
def you(span: Span) -> You:
    return You(span=span)


@builds("it")
def it(span: Span) -> It:
    return It(span=span)


@builds("chance")
def chance(span: Span) -> ChanceChooses:
    return ChanceChooses(span=span)


@builds("of_thing")
def of_thing(span: Span, phrase: Phrase, noun: Noun | None = None, row: Token | None = None) -> OfThing:
    return OfThing(phrase, _noun_or_row(noun, row, span), span=span)


@builds("argument")
def argument(span: Span, arg: Token, phrase: Phrase | None = None, int_: Token | None = None) -> Argument:
    value = phrase or (None if int_ is None else number(int_, span))
    assert value is not None
    return Argument(arg.text, value, span=span)


@builds("apply")
def apply(span: Span, term: Term, argument: Argument) -> ValueFor:
    return ValueFor(term, argument.preposition, argument.value, span=span)


@builds("call")
def call(span: Span, name: Token, arguments: tuple[Argument, ...] = ()) -> Call:
    return Call(word(name, span), arguments, span=span)


# --------------------------------------------------------------------- sets
@builds("adjective")
def adjective(
    span: Span, empty: Token | None = None, other: Token | None = None, face: Face | None = None
) -> Adjective:
    return Adjective("empty" if empty else "other" if other else face or "your", span=span)


@builds("face")
def face(lying: Token | None = None, up: Token | None = None) -> Face:
    return cast(Face, lying.text) if lying else "face-up" if up else "face-down"


@builds("plain_set")
def plain_set(span: Span, noun: Noun, adjectives: tuple[Adjective, ...] = ()) -> SetPhrase:
    return SetPhrase(adjectives, noun, (), None, None, span=span)


@builds("filtered")
def filtered(
    span: Span,
    plain_set: SetPhrase,
    filters: tuple[Filter, ...] = (),
    where: Token | None = None,
    cond: Condition | None = None,
) -> SetPhrase:
    if not filters and cond is None:
        return plain_set
    holds, goes_on = (cond, None) if where else (None, cond)
    return SetPhrase(plain_set.adjectives, plain_set.noun, filters, holds, goes_on, span=span)


@builds("of")
def of(span: Span, phrase: Phrase) -> OfFilter:
    return OfFilter(phrase, span=span)


@builds("with")
def best(span: Span, ranking: Ranking) -> Best:
    return Best(ranking, span=span)


@builds("located")
def located(span: Span, location: Token, places: Places) -> Located:
    return Located(cast(Literal["in", "on", "from", "among"], location.text), places, span=span)


@builds("touching")
def touching(
    span: Span,
    phrases: tuple[Phrase, ...] = (),
    quant: Token | None = None,
    noun: Noun | None = None,
    name: Token | None = None,
    toward: Token | None = None,
) -> Touching:
    direction = phrases[-1] if toward else None
    to = noun or phrases[0]
    quantifier = cast(Quantifier, quant.text) if quant else None
    return Touching(to, quantifier, optional_word(name, span), direction, span=span)


@builds("beyond")
def beyond(span: Span, phrases: tuple[Phrase, ...]) -> Beyond:
    start, toward = phrases
    return Beyond(start, toward, span=span)


@builds("reached")
def reached(
    span: Span,
    phrase: Phrase,
    connected: Token | None = None,
    name: Token | None = None,
    plain_set: SetPhrase | None = None,
    sharing: Sharing | None = None,
) -> Connected | StandsInLine:
    how = Connected if connected else StandsInLine
    return how(phrase, optional_word(name, span), plain_set, sharing, span=span)


@builds("sharing")
def sharing(span: Span, phrase: Phrase) -> Sharing:
    return Sharing(phrase, span=span)


@builds("nth_place")
def nth_place(span: Span, nth: Token, plain_set: SetPhrase) -> NthPlace:
    return NthPlace(cast(Nth, nth.text), plain_set, span=span)


@builds("every_place")
def every_place(span: Span, quant: Token, noun: Noun) -> EveryPlace:
    return EveryPlace(cast(Quantifier, quant.text), noun, span=span)


@builds("every_of")
def every_of(
    span: Span, nouns: tuple[Noun, ...], quant: Token | None = None, every_of: EveryOf | None = None
) -> EveryOf:
    if every_of is not None:
        return EveryOf(every_of.quantifier, every_of, nouns[0], span=span)
    assert quant is not None
    return EveryOf(cast(Quantifier, quant.text), *nouns, span=span)


@builds("either_place")
def either_place(span: Span, phrases: tuple[Phrase, ...]) -> EitherPlace:
    return EitherPlace(phrases, span=span)


@builds("rank")
def rank(
    span: Span,
    noun: Noun | None = None,
    row: Token | None = None,
    highest: Token | None = None,
    arguments: tuple[Argument, ...] = (),
) -> Rank:
    return Rank(highest is not None, _noun_or_row(noun, row, span), arguments, span=span)


@builds("ranking")
def ranking(span: Span, ranks: tuple[Rank, ...]) -> Ranking:
    return Ranking(ranks, span=span)


# ------------------------------------------------------------------- values
@builds("number")
def number_value(span: Span, int_: Token) -> NumberLiteral:
    return NumberLiteral(whole(int_), span=span)


@builds("nothing")
def nothing(span: Span) -> Nothing:
    return Nothing(span=span)


@builds("plus")
def plus(span: Span, sum_: Value, product: Value) -> Plus:
    return Plus(sum_, product, span=span)


@builds("minus")
def minus(span: Span, sum_: Value, product: Value) -> Minus:
    return Minus(sum_, product, span=span)


@builds("times")
def times(span: Span, product: Value, atom: Value) -> Times:
    return Times(product, atom, span=span)


@builds("divided")
def divided(span: Span, product: Value, atom: Value, rounded: Token | None = None, up: Token | None = None) -> Divided:
    rounding: Rounding | None = None if rounded is None else "up" if up else "down"
    return Divided(product, atom, rounding, span=span)


@builds("nth_of")
def nth_of(span: Span, nth: Token, set_: SetPhrase) -> NthOf:
    return NthOf(cast(Nth, nth.text), set_, span=span)


@builds("after")
def after(span: Span, noun: Noun, phrase: Phrase) -> After:
    return After(noun, phrase, span=span)


@builds("count_of")
def count_of(span: Span, name: Token | None = None, set_: SetPhrase | None = None) -> CountOf:
    if set_ is not None:
        return CountOf(set_, span=span)
    assert name is not None
    return CountOf(word(name, span), span=span)


@builds("arrangement")
def arrangement(span: Span, set_: SetPhrase) -> Arrangement:
    return Arrangement(set_, span=span)


@builds("aggregate")
def aggregate(
    span: Span,
    set_: SetPhrase | None = None,
    name: Token | None = None,
    noun: Noun | None = None,
    row: Token | None = None,
    total: Token | None = None,
    highest: Token | None = None,
    arguments: tuple[Argument, ...] = (),
) -> Aggregate:
    form: Literal["total", "highest", "lowest"] = "total" if total else "highest" if highest else "lowest"
    assert set_ is not None or name is not None
    of = word(name, span) if name is not None else cast(SetPhrase, set_)
    return Aggregate(form, _noun_or_row(noun, row, span), arguments, of, span=span)


@builds("lookup")
def lookup(span: Span, atom: Value, ints: tuple[Token, ...]) -> Lookup:
    return Lookup(atom, tuple(whole(token) for token in ints), span=span)
