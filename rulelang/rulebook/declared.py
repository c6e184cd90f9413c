"""Where names are introduced: rows of tables, lots, kinds, things and actions (`to Hire`)."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree


def declared(rulebook: WrittenRulebook) -> dict[str, Span]:
    """Every name of a component or action, with the first place that introduces it."""
    found: dict[str, Span] = {}
    for placed in rulebook.items:
        for name, span in _names(placed.item):
            found.setdefault(name, span)
    return found


def _names(item: tree.Item) -> Iterator[tuple[str, Span]]:
    match item:
        case tree.KindDeclaration() | tree.SidesDeclaration():
            yield from ((word.text, word.span) for word in item.names)
        case tree.ThingDeclaration():
            yield item.term.span.text.partition(" ")[2] or item.term.span.text, item.span
            yield from _stocked(item.stock)
        case tree.Action():
            yield f"to {item.name.text}", item.span
        case tree.PiecesDeclaration():
            yield item.name.text, item.span
            yield from _stocked(item.stock)
        case tree.Holding():
            yield item.held.name.text, item.span
            if isinstance(item.held, tree.HeldPieces | tree.HeldPlace):
                yield from _stocked(item.held.stock)
        case _:
            pass


def _stocked(stock: tree.Stock) -> Iterator[tuple[str, Span]]:
    if isinstance(stock, tree.Table):
        for row in stock.rows[1:]:
            if row.cells:
                yield row.cells[0].span.text.strip(), row.span
    elif isinstance(stock, tree.Lots):
        yield from ((lot.name.text, lot.span) for lot in stock.lots if isinstance(lot, tree.Lot))
