"""How large a rulebook may be: beyond any game on a table, and still small enough to be checked at once.

Before: items as they are written. After: the same without those that ask for more than the most, each reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.words import other_plurals, plural_of
from rulelang.source import Span
from rulelang.tree import nodes as tree

MOST_PLAYERS = 20
_MOST_SPACES = 2_500
MOST_PIECES = 2_500
_MOST_TOKENS = 100_000

#: Sorts of sentences that may ask for too much.
SIZED = frozenset({tree.TraitGrid, tree.PiecesDeclaration, tree.HeldPieces})


def too_large(parts: Iterable[tree.Node], tokens: frozenset[str]) -> Diagnostic | None:
    """What is too large in an item. `tokens` are names of pieces that are only counted."""
    for part in parts:
        if isinstance(part, tree.TraitGrid) and part.columns * part.rows > _MOST_SPACES:
            return wording.too_many(part.span, part.columns * part.rows, "spaces", _MOST_SPACES)
        if isinstance(part, tree.PiecesDeclaration | tree.HeldPieces):
            most = _MOST_TOKENS if part.name.text in tokens else MOST_PIECES
            for span, count in _counts(part):
                if count > most:
                    return wording.too_many(span, count, part.name.text, most)
    return None


def too_many_players(header: tree.RulebookHeader) -> Diagnostic | None:
    """More players than any table seats."""
    return wording.too_many(header.span, header.most, "players", MOST_PLAYERS) if header.most > MOST_PLAYERS else None


def counted_only(items: Iterable[tree.Item]) -> frozenset[str]:
    """Names of tokens, in the singular and the plural."""
    names = {
        item.term.noun.name.text
        for item in items
        if isinstance(item, tree.ThingDeclaration)
        and item.shape in ("token", "tokens")
        and isinstance(item.term, tree.Introduced)
        and item.term.noun.name is not None
    }
    plurals = (plural for name in names for plural in (plural_of(name), *other_plurals(name)))
    return frozenset((*names, *plurals))


def _counts(part: tree.PiecesDeclaration | tree.HeldPieces) -> Iterator[tuple[Span, int]]:
    """The number announced, and those in the column of copies or in front of names."""
    yield part.span, part.count
    if isinstance(part.stock, tree.Table):
        for row in part.stock.rows[1:]:
            yield from ((bit.span, number) for cell in row.cells for bit in cell.bits for number in bit.numbers)
    elif isinstance(part.stock, tree.Lots):
        yield from ((lot.span, lot.count) for lot in part.stock.lots if lot.count is not None)
