"""Builds declarations and tables."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree import nodes as tree
from rulelang.tree.build.registry import builds, made_of, said, singular, whole, word
from rulelang.tuning.fast_dataclass import replace


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


made_of("cell", tree.TableCell, "bits*")
made_of("row", tree.TableRow, "cells", "cite?")
made_of("lot", tree.Lot, "int_?", "name", said(None))


made_of("combinations", tree.Combinations, "int_?", "names", said(None))


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


made_of("trait_of", tree.TraitOf, "int_?", "nouns")
made_of("range", tree.FromTo, "ints..")


made_of("starting", tree.TraitStart, "phrase|int_")
made_of("out", tree.TraitBank, "int_")
made_of("trait_ring", tree.TraitRing, said("line", ring="ring"))


made_of("trait_grid", tree.TraitGrid, said("hexagonal", square="square"), "ints..")


@builds("features")
def features(
    span: Span,
    props: tuple[tree.Prop | tree.PropAs | tree.PropBundle | tree.PropLinks | tree.PropMark, ...] = (),
    ints: tuple[Token, ...] = (),
) -> tree.Features | tree.Faces:
    return tree.Faces(tuple(whole(token) for token in ints), span=span) if ints else tree.Features(props, span=span)


made_of("prop", tree.Prop, "name", "range_?")
made_of("prop_as", tree.PropAs, "name", "noun")
made_of("prop_bundle", tree.PropBundle, "names..")


made_of("prop_links", tree.PropLinks, "oneway!", "name", "noun")
made_of("perhaps", tree.PropMark, "name")


# ------------------------------------------------------------- declarations
made_of("kind", tree.KindDeclaration, "term", "names", "cite?")
made_of("union", tree.UnionDeclaration, "term", "nouns", "cite?")
made_of("thing", tree.ThingDeclaration, "term", "nature..")


made_of("sides", tree.SidesDeclaration, "names", "cite?")
made_of("pieces", tree.PiecesDeclaration, "int_", "name", "cite?", "stock")
made_of("holding", tree.Holding, "noun|name", "held")
made_of("held_place", tree.HeldPlace, "name", "nature..")


made_of("held_value", tree.HeldValue, "name", "noun", "cite?", "open_!")
made_of("held_counter", tree.HeldCounter, "quant!", "name", "range_", "traits*", "cite?", "open_!")
made_of("held_pieces", tree.HeldPieces, "int_", "name", "cite?", "stock")
made_of("mark", tree.FlagDeclaration, "noun", "name", "cite?")
made_of("plural", tree.PluralDeclaration, "names..")
