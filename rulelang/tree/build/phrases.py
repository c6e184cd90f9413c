"""Builds phrases, sets and values."""

from __future__ import annotations

from typing import Literal, TypeVar, cast

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, number, optional_word, place, singular, whole, word

Quantifier = Literal["any", "every", "no"]
Nth = Literal["first", "last", "only"]
Bound = Literal["least", "most"]
Group = TypeVar("Group", tree.AnyOf, tree.AllOf)


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


@builds("the")
def the(span: Span, noun: tree.Noun) -> tree.The:
    return tree.The(noun, span=span)


@builds("introduced")
def introduced(span: Span, noun: tree.Noun) -> tree.Introduced:
    return tree.Introduced(noun, span=span)


@builds("another")
def another(span: Span, noun: tree.Noun) -> tree.Another:
    return tree.Another(noun, span=span)


@builds("your")
def your(span: Span, noun: tree.Noun) -> tree.Yours:
    return tree.Yours(noun, span=span)


@builds("its")
def its(span: Span, noun: tree.Noun | None = None, row: Token | None = None) -> tree.Its:
    return tree.Its(_noun_or_row(noun, row, span), span=span)


@builds("name")
def name(span: Span, name: Token) -> tree.BareName:
    return tree.BareName(word(name, span), span=span)


@builds("coordinate")
def coordinate(span: Span, coord: Token) -> tree.Coordinate:
    return tree.Coordinate(coord.text, span=span)


@builds("you")
def you(span: Span) -> tree.You:
    return tree.You(span=span)


@builds("it")
def it(span: Span) -> tree.It:
    return tree.It(span=span)


@builds("chance")
def chance(span: Span) -> tree.ChanceChooses:
    return tree.ChanceChooses(span=span)


@builds("of_thing")
def of_thing(span: Span, phrase: tree.Phrase, noun: tree.Noun | None = None, row: Token | None = None) -> tree.OfThing:
    return tree.OfThing(phrase, _noun_or_row(noun, row, span), span=span)


@builds("argument")
def argument(span: Span, arg: Token, phrase: tree.Phrase | None = None, int_: Token | None = None) -> tree.Argument:
    value = phrase or (None if int_ is None else number(int_, span))
    assert value is not None
    return tree.Argument(arg.text, value, span=span)


@builds("apply")
def apply(span: Span, term: tree.Term, argument: tree.Argument) -> tree.ValueFor:
    return tree.ValueFor(term, argument.preposition, argument.value, span=span)


@builds("call")
def call(span: Span, name: Token, arguments: tuple[tree.Argument, ...] = ()) -> tree.Call:
    return tree.Call(word(name, span), arguments, span=span)


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


@builds("of")
def of(span: Span, phrase: tree.Phrase) -> tree.OfFilter:
    return tree.OfFilter(phrase, span=span)


@builds("with")
def best(span: Span, ranking: tree.Ranking) -> tree.Best:
    return tree.Best(ranking, span=span)


@builds("located")
def located(span: Span, location: Token, places: tree.Places) -> tree.Located:
    return tree.Located(cast(Literal["in", "on", "from", "among"], location.text), places, span=span)


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


@builds("sharing")
def sharing(span: Span, phrase: tree.Phrase) -> tree.Sharing:
    return tree.Sharing(phrase, span=span)


@builds("nth_place")
def nth_place(span: Span, nth: Token, plain_set: tree.SetPhrase) -> tree.NthPlace:
    return tree.NthPlace(cast(Nth, nth.text), plain_set, span=span)


@builds("every_place")
def every_place(span: Span, quant: Token, noun: tree.Noun) -> tree.EveryPlace:
    return tree.EveryPlace(cast(Quantifier, quant.text), noun, span=span)


@builds("every_of")
def every_of(
    span: Span, nouns: tuple[tree.Noun, ...], quant: Token | None = None, every_of: tree.EveryOf | None = None
) -> tree.EveryOf:
    if every_of is not None:
        return tree.EveryOf(every_of.quantifier, every_of, nouns[0], span=span)
    assert quant is not None
    return tree.EveryOf(cast(Quantifier, quant.text), *nouns, span=span)


@builds("either_place")
def either_place(span: Span, phrases: tuple[tree.Phrase, ...]) -> tree.EitherPlace:
    return tree.EitherPlace(phrases, span=span)


@builds("rank")
def rank(
    span: Span,
    noun: tree.Noun | None = None,
    row: Token | None = None,
    highest: Token | None = None,
    arguments: tuple[tree.Argument, ...] = (),
) -> tree.Rank:
    return tree.Rank(highest is not None, _noun_or_row(noun, row, span), arguments, span=span)


@builds("ranking")
def ranking(span: Span, ranks: tuple[tree.Rank, ...]) -> tree.Ranking:
    return tree.Ranking(ranks, span=span)


# ------------------------------------------------------------------- values
@builds("number")
def number_value(span: Span, int_: Token) -> tree.NumberLiteral:
    return tree.NumberLiteral(whole(int_), span=span)


@builds("nothing")
def nothing(span: Span) -> tree.Nothing:
    return tree.Nothing(span=span)


@builds("plus")
def plus(span: Span, sum_: tree.Value, product: tree.Value) -> tree.Plus:
    return tree.Plus(sum_, product, span=span)


@builds("minus")
def minus(span: Span, sum_: tree.Value, product: tree.Value) -> tree.Minus:
    return tree.Minus(sum_, product, span=span)


@builds("times")
def times(span: Span, product: tree.Value, atom: tree.Value) -> tree.Times:
    return tree.Times(product, atom, span=span)


@builds("divided")
def divided(
    span: Span, product: tree.Value, atom: tree.Value, rounded: Token | None = None, up: Token | None = None
) -> tree.Divided:
    rounding: tree.Rounding | None = None if rounded is None else "up" if up else "down"
    return tree.Divided(product, atom, rounding, span=span)


@builds("nth_of")
def nth_of(span: Span, nth: Token, set_: tree.SetPhrase) -> tree.NthOf:
    return tree.NthOf(cast(Nth, nth.text), set_, span=span)


@builds("after")
def after(span: Span, noun: tree.Noun, phrase: tree.Phrase) -> tree.After:
    return tree.After(noun, phrase, span=span)


@builds("count_of")
def count_of(span: Span, name: Token | None = None, set_: tree.SetPhrase | None = None) -> tree.CountOf:
    if set_ is not None:
        return tree.CountOf(set_, span=span)
    assert name is not None
    return tree.CountOf(word(name, span), span=span)


@builds("arrangement")
def arrangement(span: Span, set_: tree.SetPhrase) -> tree.Arrangement:
    return tree.Arrangement(set_, span=span)


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
