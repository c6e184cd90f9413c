"""The words of nouns and traits as written, in the one spelling used everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from rulelang.tree import nodes as tree

SEATS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gail", "Hugo")
SeenBy: TypeAlias = Literal["open", "secret", "hidden", "outward"]
PIECE_SHAPES = ("token", "tile", "card", "figure", "die")
SQUARE_DIRECTIONS = ("North", "Northeast", "East", "Southeast", "South", "Southwest", "West", "Northwest")
HEXAGONAL_DIRECTIONS = ("North", "Northeast", "East", "South", "Southwest", "West")


def first_column(stock: tree.Stock) -> list[str]:
    """The names a stock lists, so that its own columns can speak of them."""
    if isinstance(stock, tree.Table):
        firsts = [row.cells[0].bits[0] for row in stock.rows[1:] if row.cells and row.cells[0].bits]
        return [bit.name.text if bit.name else bit.text for bit in firsts]
    lots = stock.lots if isinstance(stock, tree.Lots) else ()
    return [lot.name.text for lot in lots if isinstance(lot, tree.Lot)]


def introduced(term: tree.Term) -> str | None:
    """The name in `a Stand`, if the phrase is of that form."""
    return noun_text(term.noun) if isinstance(term, tree.Introduced) else None


BUILTIN_SINGULAR = {
    "players": "player",
    "opponents": "opponent",
    "directions": "direction",
    "pieces": "piece",
    "columns": "column",
}


def noun_text(noun: tree.Noun) -> str:
    """The words of a noun: the author's, or the built-in one in the singular, or both."""
    builtin = BUILTIN_SINGULAR.get(noun.builtin or "", noun.builtin)
    if noun.name is None:
        return builtin or ""
    return f"{noun.name.text} {builtin}" if builtin else noun.name.text


def shape_of(word: str) -> str:
    """The shape in the singular."""
    return word[:-1] if word.endswith("s") else word


_SIGHTS: Final[dict[str, SeenBy]] = {"secret": "secret", "face-down": "hidden", "face-out": "outward"}


def sight_of(words: Iterable[str]) -> SeenBy:
    """Visibility from the adjectives of a place."""
    words = tuple(words)
    return next((sight for word, sight in _SIGHTS.items() if word in words), "open")
