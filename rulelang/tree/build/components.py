"""Builds declarations and tables."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, optional_number, optional_word, singular, whole, word
from rulelang.tuning.fast_dataclass import replace

Held = tree.HeldPlace | tree.HeldValue | tree.HeldCounter | tree.HeldPieces


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
) -> tree.Bit:
    numbers = tuple([whole(token) for token in ints]) if ints else ()
    if name is not None:
        return tree.Bit("name", word(name, span), numbers, span=span)
    if numbers:
        return tree.Bit("number" if len(numbers) == 1 else "spot", None, numbers, span=span)
    if coord is not None:
        return tree.Bit("coordinate", text=coord.text, span=span)
    if string is not None:
        return tree.Bit("text", text=string.text[1:-1], span=span)
    if lang is not None:
        return tree.Bit("language", text=lang.text, span=span)
    return tree.Bit("yes" if yes else "at", span=span)


@builds("cell")
def cell(span: Span, bits: tuple[tree.Bit, ...] = ()) -> tree.TableCell:
    return tree.TableCell(bits, span=span)


@builds("row")
def row(span: Span, cells: tuple[tree.TableCell, ...], cite: tree.Cite | None = None) -> tree.TableRow:
    return tree.TableRow(cells, cite, span=span)


@builds("lot")
def lot(span: Span, name: Token, int_: Token | None = None) -> tree.Lot:
    return tree.Lot(optional_number(int_), word(name, span), None, span=span)


@builds("combinations")
def combinations(span: Span, names: tuple[Token, ...], int_: Token | None = None) -> tree.Combinations:
    return tree.Combinations(optional_number(int_), tuple(word(name, span) for name in names), None, span=span)


@builds("content")
def content(span: Span, lots: tuple[tree.Lot | tree.Combinations, ...], cite: tree.Cite | None = None) -> tree.Lots:
    if cite is not None:
        lots = tuple(replace(lot, cite=cite) for lot in lots)
    return tree.Lots(lots, span=span)


def table(rows: tuple[tree.TableRow, ...]) -> tree.Table:
    """The rows of a table as one thing."""
    return tree.Table(rows, span=rows[0].span.merge(rows[-1].span))


@builds("stock")
def stock(contents: tuple[tree.Lots, ...] = (), rows: tuple[tree.TableRow, ...] = ()) -> tree.Stock:
    if rows:
        return table(rows)
    if not contents:
        return None
    whole = contents[0].span.merge(contents[-1].span)
    return tree.Lots(tuple(chain.from_iterable(content.lots for content in contents)), span=whole)


# ------------------------------------------------------------------- traits
class Nature(NamedTuple):
    """What a declaration says behind `is`."""

    sights: tuple[tree.Sight, ...]
    shape: str
    traits: tuple[tree.Trait, ...]
    features: tree.Features | tree.Faces | None
    cite: tree.Cite | None
    stock: tree.Stock


@builds("nature")
def nature(
    stock: tree.Stock,
    shape: Token | None = None,
    row: Token | None = None,
    sights: tuple[tree.Sight, ...] = (),
    traits: tuple[tree.Trait, ...] = (),
    features: tree.Features | tree.Faces | None = None,
    cite: tree.Cite | None = None,
) -> Nature:
    token = shape or row
    assert token is not None
    return Nature(sights, singular(token), traits, features, cite, stock)


@builds("sight")
def sight(secret: Token | None = None, faceout: Token | None = None, face: tree.Face | None = None) -> tree.Sight:
    return "secret" if secret else "face-out" if faceout else face or "open"


@builds("trait_of")
def trait_of(span: Span, nouns: tuple[tree.Noun, ...], int_: Token | None = None) -> tree.TraitOf:
    return tree.TraitOf(optional_number(int_), nouns, span=span)


@builds("range")
def number_range(span: Span, ints: tuple[Token, ...]) -> tree.FromTo:
    low, high = ints
    return tree.FromTo(whole(low), whole(high), span=span)


@builds("starting")
def starting(span: Span, phrase: tree.Phrase | None = None, int_: Token | None = None) -> tree.TraitStart:
    if phrase is not None:
        return tree.TraitStart(phrase, span=span)
    assert int_ is not None
    return tree.TraitStart(whole(int_), span=span)


@builds("out")
def bank(span: Span, int_: Token) -> tree.TraitBank:
    return tree.TraitBank(whole(int_), span=span)


@builds("trait_ring")
def trait_ring(span: Span, ring: Token | None = None) -> tree.TraitRing:
    return tree.TraitRing("ring" if ring else "line", span=span)


@builds("trait_grid")
def trait_grid(span: Span, ints: tuple[Token, ...], square: Token | None = None) -> tree.TraitGrid:
    columns, rows = ints
    return tree.TraitGrid("square" if square else "hexagonal", whole(columns), whole(rows), span=span)


@builds("features")
def features(
    span: Span,
    props: tuple[tree.Prop | tree.PropAs | tree.PropBundle | tree.PropLinks | tree.PropMark, ...] = (),
    ints: tuple[Token, ...] = (),
) -> tree.Features | tree.Faces:
    return tree.Faces(tuple(whole(token) for token in ints), span=span) if ints else tree.Features(props, span=span)


@builds("prop")
def prop(span: Span, name: Token, range_: tree.FromTo | None = None) -> tree.Prop:
    return tree.Prop(word(name, span), range_, span=span)


@builds("prop_as")
def prop_as(span: Span, name: Token, noun: tree.Noun) -> tree.PropAs:
    return tree.PropAs(word(name, span), noun, span=span)


@builds("prop_bundle")
def prop_bundle(span: Span, names: tuple[Token, ...]) -> tree.PropBundle:
    name, kind = names
    return tree.PropBundle(word(name, span), word(kind, span), span=span)


@builds("prop_links")
def prop_links(span: Span, name: Token, noun: tree.Noun, oneway: Token | None = None) -> tree.PropLinks:
    return tree.PropLinks(oneway is not None, word(name, span), noun, span=span)


@builds("perhaps")
def perhaps(span: Span, name: Token) -> tree.PropMark:
    return tree.PropMark(word(name, span), span=span)


# ------------------------------------------------------------- declarations
@builds("kind")
def kind(span: Span, term: tree.Term, names: tuple[Token, ...], cite: tree.Cite | None = None) -> tree.KindDeclaration:
    return tree.KindDeclaration(term, tuple(word(name, span) for name in names), cite, span=span)


@builds("union")
def union(
    span: Span, term: tree.Term, nouns: tuple[tree.Noun, ...], cite: tree.Cite | None = None
) -> tree.UnionDeclaration:
    return tree.UnionDeclaration(term, nouns, cite, span=span)


@builds("thing")
def thing(span: Span, term: tree.Term, nature: Nature) -> tree.ThingDeclaration:
    return tree.ThingDeclaration(term, *nature, span=span)


@builds("sides")
def sides(span: Span, names: tuple[Token, ...], cite: tree.Cite | None = None) -> tree.SidesDeclaration:
    return tree.SidesDeclaration(tuple(word(name, span) for name in names), cite, span=span)


@builds("pieces")
def pieces(
    span: Span, int_: Token, name: Token, stock: tree.Stock, cite: tree.Cite | None = None
) -> tree.PiecesDeclaration:
    return tree.PiecesDeclaration(whole(int_), word(name, span), cite, stock, span=span)


@builds("holding")
def holding(span: Span, held: Held, noun: tree.Noun | None = None, name: Token | None = None) -> tree.Holding:
    holder = noun or optional_word(name, span)
    assert holder is not None
    return tree.Holding(holder, held, span=span)


@builds("held_place")
def held_place(span: Span, name: Token, nature: Nature) -> tree.HeldPlace:
    return tree.HeldPlace(word(name, span), *nature, span=span)


@builds("held_value")
def held_value(
    span: Span, name: Token, noun: tree.Noun, open_: Token | None = None, cite: tree.Cite | None = None
) -> tree.HeldValue:
    return tree.HeldValue(word(name, span), noun, cite, open_ is not None, span=span)


@builds("held_counter")
def held_counter(
    span: Span,
    name: Token,
    range_: tree.FromTo,
    open_: Token | None = None,
    quant: Token | None = None,
    traits: tuple[tree.Trait, ...] = (),
    cite: tree.Cite | None = None,
) -> tree.HeldCounter:
    return tree.HeldCounter(quant is not None, word(name, span), range_, traits, cite, open_ is not None, span=span)


@builds("held_pieces")
def held_pieces(
    span: Span, int_: Token, name: Token, stock: tree.Stock, cite: tree.Cite | None = None
) -> tree.HeldPieces:
    return tree.HeldPieces(whole(int_), word(name, span), cite, stock, span=span)


@builds("mark")
def mark(span: Span, noun: tree.Noun, name: Token, cite: tree.Cite | None = None) -> tree.FlagDeclaration:
    return tree.FlagDeclaration(noun, word(name, span), cite, span=span)


@builds("plural")
def plural(span: Span, names: tuple[Token, ...]) -> tree.PluralDeclaration:
    one, many = names
    return tree.PluralDeclaration(word(one, span), word(many, span), span=span)
