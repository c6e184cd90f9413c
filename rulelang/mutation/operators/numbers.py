"""Numbers: one more, one less."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import operator
from rulelang.mutation.sites import MutationSite, numbers_of, varied, written_numbers
from rulelang.tree import nodes as tree

#: Numbers that say nothing about play, or that an operator of their own changes.
_OTHERS = (
    tree.Heading, tree.Cited, tree.Bit, tree.Picture, tree.RulebookHeader, tree.PiecesDeclaration, tree.HeldPieces,
    tree.Lot, tree.Combinations,
)  # fmt: skip


@operator("a number is one more")
def number_up(site: MutationSite) -> Iterator[Variation]:
    """`gain 3 Coins`: `gain 4 Coins`"""
    yield from _changed(site, 1)


@operator("a number is one less")
def number_down(site: MutationSite) -> Iterator[Variation]:
    """`gain 3 Coins`: `gain 2 Coins`"""
    yield from _changed(site, -1)


def _changed(site: MutationSite, by: int) -> Iterator[Variation]:
    node = site.node
    if isinstance(node, _OTHERS) or _is_bound(site):
        return
    held, places = numbers_of(node), written_numbers(node)
    if [value for _, _, value in held] != [int(place.text) for place in places]:
        return
    for (field, index, value), place in zip(held, places, strict=True):
        if value + by < 0 or _is_idle(node, by, index):
            continue
        before = getattr(node, field)
        after = value + by if index is None else (*before[:index], value + by, *before[index + 1 :])
        # `1 Coin for each ...` is no product any more.
        exact = value + by != 1
        yield Variation(varied(node, **{field: after}), (MutantEdit(place, str(value + by)),), exact=exact)


def _is_idle(node: tree.Node, by: int, index: int | None) -> bool:
    """Would it say nothing that other mutants do not say? Of a list it is enough to change each number one way; a limit
    that is one higher is less than one that is left out (`limit-removed`)."""
    if isinstance(node, tree.Faces) and index is not None:
        return by < 0 or index != node.values.index(node.values[index])
    return (index is not None and by < 0) or (isinstance(node, tree.TraitOf) and by > 0)


def _is_bound(site: MutationSite) -> bool:
    """Does it only say how far a number can go? It is a mistake of the rulebook, not a rule, if one goes further."""
    return isinstance(site.node, tree.FromTo) and not isinstance(site.parent, tree.ParameterPhrase)


@operator("there is one more, or one less, of something in the box")
def stock_changed(site: MutationSite) -> Iterator[Variation]:
    """`there are 26 Goods: 5 Kimono, ...`: `there are 27 Goods: 6 Kimono, ...`"""
    node = site.node
    if isinstance(node, tree.PiecesDeclaration | tree.HeldPieces):
        total = written_numbers(node)[:1]
        stock = node.stock
        lots = stock.lots if isinstance(stock, tree.Lots) else ()
        for by in (1, -1):
            if node.count + by < 1 or not total:
                continue
            edit = MutantEdit(total[0], str(node.count + by))
            if stock is None:
                yield Variation(varied(node, count=node.count + by), (edit,))
            for number, lot in enumerate(lots):
                places = written_numbers(lot)
                if not isinstance(lot, tree.Lot) or lot.count is None or lot.count + by < 1 or not places:
                    continue
                other = varied(lot, count=lot.count + by)
                assert isinstance(stock, tree.Lots)
                new = varied(stock, lots=(*lots[:number], other, *lots[number + 1 :]))
                yield Variation(
                    varied(node, count=node.count + by, stock=new), (edit, MutantEdit(places[0], str(lot.count + by)))
                )
