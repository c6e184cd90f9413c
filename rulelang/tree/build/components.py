"""Builds declarations and tables."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.build.registry import builds, optional_number, optional_word, singular, whole, word
from rulelang.tree.nodes import (
    Bit,
    Cite,
    Combinations,
    Face,
    Faces,
    Features,
    FlagDeclaration,
    FromTo,
    HeldCounter,
    HeldPieces,
    HeldPlace,
    HeldValue,
    Holding,
    KindDeclaration,
    Lot,
    Lots,
    Noun,
    Phrase,
    PiecesDeclaration,
    PluralDeclaration,
    Prop,
    PropAs,
    PropBundle,
    PropLinks,
    PropMark,
    SidesDeclaration,
    Sight,
    Stock,
    Table,
    TableCell,
    TableRow,
    Term,
    ThingDeclaration,
    Trait,
    TraitBank,
    TraitGrid,
    TraitOf,
    TraitRing,
    TraitStart,
    UnionDeclaration,
)
from rulelang.tuning.fast_dataclass import replace

Held = HeldPlace | HeldValue | HeldCounter | HeldPieces


# ------------------------------------------------------- tables and contents
@builds("bit")
def bit(
    span: Span,
    ints: tuple[Token, ...] = (),
    name: Token | None = None,
    coord: Token | None = None,
    string: Token | None = None,
    lang: Token | None = None,
    yes: Token | None = None,
) -> Bit:
    numbers = tuple([whole(token) for token in ints]) if ints else ()
    if name is not None:
        return Bit("name", word(name, span), numbers, span=span)
    if numbers:
        return Bit("number" if len(numbers) == 1 else "spot", None, numbers, span=span)
    if coord is not None:
        return Bit("coordinate", text=coord.text, span=span)
    if string is not None:
        return Bit("text", text=string.text[1:-1], span=span)
    if lang is not None:
        return Bit("language", text=lang.text, span=span)
    return Bit("yes" if yes else "at", span=span)


@builds("cell")
def cell(span: Span, bits: tuple[Bit, ...] = ()) -> TableCell:
    return TableCell(bits, span=span)


@builds("row")
def row(span: Span, cells: tuple[TableCell, ...], cite: Cite | None = None) -> TableRow:
    return TableRow(cells, cite, span=span)


@builds("lot")
def lot(span: Span, name: Token, int_: Token | None = None) -> Lot:
    return Lot(optional_number(int_), word(name, span), None, span=span)


@builds("combinations")
def combinations(span: Span, names: tuple[Token, ...], int_: Token | None = None) -> Combinations:
    return Combinations(optional_number(int_), tuple(word(name, span) for name in names), None, span=span)


@builds("content")
def content(span: Span, lots: tuple[Lot | Combinations, ...], cite: Cite | None = None) -> Lots:
    if cite is not None:
        lots = tuple(replace(lot, cite=cite) for lot in lots)
    return Lots(lots, span=span)


def table(rows: tuple[TableRow, ...]) -> Table:
    """The rows of a table as one thing."""
    return Table(rows, span=rows[0].span.merge(rows[-1].span))


@builds("stock")
def stock(contents: tuple[Lots, ...] = (), rows: tuple[TableRow, ...] = ()) -> Stock:
    if rows:
        return table(rows)
    if not contents:
        return None
    whole = contents[0].span.merge(contents[-1].span)
    return Lots(tuple(chain.from_iterable(content.lots for content in contents)), span=whole)


# ------------------------------------------------------------------- traits
class Nature(NamedTuple):
    """What a declaration says behind `is`."""

    sights: tuple[Sight, ...]
    shape: str
    traits: tuple[Trait, ...]
    features: Features | Faces | None
    cite: Cite | None
    stock: Stock


@builds("nature")
def nature(
    stock: Stock,
    shape: Token | None = None,
    row: Token | None = None,
    sights: tuple[Sight, ...] = (),
    traits: tuple[Trait, ...] = (),
    features: Features | Faces | None = None,
    cite: Cite | None = None,
) -> Nature:
    token = shape or row
    assert token is not None
    return Nature(sights, singular(token), traits, features, cite, stock)


@builds("sight")
def sight(secret: Token | None = None, faceout: Token | None = None, face: Face | None = None) -> Sight:
    return "secret" if secret else "face-out" if faceout else face or "open"


@builds("trait_of")
def trait_of(span: Span, nouns: tuple[Noun, ...], int_: Token | None = None) -> TraitOf:
    return TraitOf(optional_number(int_), nouns, span=span)


@builds("range")
def number_range(span: Span, ints: tuple[Token, ...]) -> FromTo:
    low, high = ints
    return FromTo(whole(low), whole(high), span=span)


@builds("starting")
def starting(span: Span, phrase: Phrase | None = None, int_: Token | None = None) -> TraitStart:
    if phrase is not None:
        return TraitStart(phrase, span=span)
    assert int_ is not None
    return TraitStart(whole(int_), span=span)


@builds("out")
def bank(span: Span, int_: Token) -> TraitBank:
    return TraitBank(whole(int_), span=span)


@builds("trait_ring")
def trait_ring(span: Span, ring: Token | None = None) -> TraitRing:
    return TraitRing("ring" if ring else "line", span=span)


@builds("trait_grid")
def trait_grid(span: Span, ints: tuple[Token, ...], square: Token | None = None) -> TraitGrid:
    columns, rows = ints
    return TraitGrid("square" if square else "hexagonal", whole(columns), whole(rows), span=span)


@builds("features")
def features(
    span: Span,
    props: tuple[Prop | PropAs | PropBundle | PropLinks | PropMark, ...] = (),
    ints: tuple[Token, ...] = (),
) -> Features | Faces:
    return Faces(tuple(whole(token) for token in ints), span=span) if ints else Features(props, span=span)


@builds("prop")
def prop(span: Span, name: Token, range_: FromTo | None = None) -> Prop:
    return Prop(word(name, span), range_, span=span)


@builds("prop_as")
def prop_as(span: Span, name: Token, noun: Noun) -> PropAs:
    return PropAs(word(name, span), noun, span=span)


@builds("prop_bundle")
def prop_bundle(span: Span, names: tuple[Token, ...]) -> PropBundle:
    name, kind = names
    return PropBundle(word(name, span), word(kind, span), span=span)


@builds("prop_links")
def prop_links(span: Span, name: Token, noun: Noun, oneway: Token | None = None) -> PropLinks:
    return PropLinks(oneway is not None, word(name, span), noun, span=span)


@builds("perhaps")
def perhaps(span: Span, name: Token) -> PropMark:
    return PropMark(word(name, span), span=span)


# ------------------------------------------------------------- declarations
@builds("kind")
def kind(span: Span, term: Term, names: tuple[Token, ...], cite: Cite | None = None) -> KindDeclaration:
    return KindDeclaration(term, tuple(word(name, span) for name in names), cite, span=span)


@builds("union")
def union(span: Span, term: Term, nouns: tuple[Noun, ...], cite: Cite | None = None) -> UnionDeclaration:
    return UnionDeclaration(term, nouns, cite, span=span)


@builds("thing")
def thing(span: Span, term: Term, nature: Nature) -> ThingDeclaration:
    return ThingDeclaration(term, *nature, span=span)


@builds("sides")
def sides(span: Span, names: tuple[Token, ...], cite: Cite | None = None) -> SidesDeclaration:
    return SidesDeclaration(tuple(word(name, span) for name in names), cite, span=span)


@builds("pieces")
def pieces(span: Span, int_: Token, name: Token, stock: Stock, cite: Cite | None = None) -> PiecesDeclaration:
    return PiecesDeclaration(whole(int_), word(name, span), cite, stock, span=span)


@builds("holding")
def holding(span: Span, held: Held, noun: Noun | None = None, name: Token | None = None) -> Holding:
    holder = noun or optional_word(name, span)
    assert holder is not None
    return Holding(holder, held, span=span)


@builds("held_place")
def held_place(span: Span, name: Token, nature: Nature) -> HeldPlace:
    return HeldPlace(word(name, span), *nature, span=span)


@builds("held_value")
def held_value(span: Span, name: Token, noun: Noun, open_: Token | None = None, cite: Cite | None = None) -> HeldValue:
    return HeldValue(word(name, span), noun, cite, open_ is not None, span=span)


@builds("held_counter")
def held_counter(
    span: Span,
    name: Token,
    range_: FromTo,
    open_: Token | None = None,
    quant: Token | None = None,
    traits: tuple[Trait, ...] = (),
    cite: Cite | None = None,
) -> HeldCounter:
    return HeldCounter(quant is not None, word(name, span), range_, traits, cite, open_ is not None, span=span)


@builds("held_pieces")
def held_pieces(span: Span, int_: Token, name: Token, stock: Stock, cite: Cite | None = None) -> HeldPieces:
    return HeldPieces(whole(int_), word(name, span), cite, stock, span=span)


@builds("mark")
def mark(span: Span, noun: Noun, name: Token, cite: Cite | None = None) -> FlagDeclaration:
    return FlagDeclaration(noun, word(name, span), cite, span=span)


@builds("plural")
def plural(span: Span, names: tuple[Token, ...]) -> PluralDeclaration:
    one, many = names
    return PluralDeclaration(word(one, span), word(many, span), span=span)
