"""What a rulebook has names for, as far as one name can stand for another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """For each name the next one of its like: a value of the same kind, a place of the same shape, something else the
    same holder has. `ordered` are places with a top and a bottom."""

    values: dict[str, str]
    places: dict[str, str]
    held: dict[str, str]
    ordered: frozenset[str]


#: Shapes whose contents have an order.
_ORDERED = ("pile", "row", "deck")


def vocabulary(items: Iterable[Placed]) -> Vocabulary:
    """Look through all declarations."""
    values: list[tuple[str, ...]] = []
    places: dict[str, list[str]] = {}
    held: dict[tuple[str, str], list[str]] = {}
    ordered: set[str] = set()
    for placed in items:
        item = placed.item
        if isinstance(item, tree.KindDeclaration | tree.SidesDeclaration):
            values.append(tuple(name.text for name in item.names))
        elif isinstance(item, tree.ThingDeclaration):
            values.append(tuple(_stocked(item.stock)))
            if isinstance(item.term, tree.The) and item.term.noun.name is not None:
                places.setdefault(item.shape, []).append(item.term.noun.name.text)
                ordered.update([item.term.noun.name.text] if item.shape in _ORDERED else [])
        elif isinstance(item, tree.Holding):
            what = item.held
            shape = what.shape if isinstance(what, tree.HeldPlace) else type(what).__name__
            held.setdefault((item.holder.span.text, shape), []).append(what.name.text)
            ordered.update([what.name.text] if shape in _ORDERED else [])
    return Vocabulary(_next(values), _next(places.values()), _next(held.values()), frozenset(ordered))


def _stocked(stock: tree.Stock) -> Iterator[str]:
    """The names that a table or a list gives to what there is."""
    if isinstance(stock, tree.Table):
        for row in stock.rows[1:]:
            bits = row.cells[0].bits if row.cells else ()
            yield from (bit.name.text for bit in bits[:1] if bit.name is not None)
    elif isinstance(stock, tree.Lots):
        yield from (lot.name.text for lot in stock.lots if isinstance(lot, tree.Lot))


def _next(groups: Iterable[Iterable[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for group in groups:
        names = list(dict.fromkeys(group))
        if len(names) > 1:
            found.update(zip(names, [*names[1:], names[0]], strict=True))
    return found
