"""The state of a game: one flat vector of numbers and sets, described by regions.

    node | you ... | counters | flags | variables | lists | at | contents | order | tokens | frames

Two kinds of cell: a `number` within `low .. high` (-1 is nothing), and a `set` of up to `high` elements stored as a bit
set. Pieces are conserved by construction: only `MovePiece` and `MoveTokens` touch `at`, `contents`, `order` and token
cells.

* `at[p]`        the place of individual piece p.
* `contents[q]`  the set of individual pieces in place q.
* `order`        for each ordered place: its length, then its pieces in order; the last one is on top.
* `token sets`   tokens in places of up to one token: one set of places for each variety.
* `token counts` other tokens: one number for each variety and place that can hold it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.graph.roles import FrameRole
from rulelang.tuning.fast_dataclass import dataclass, field

Sight: TypeAlias = Literal["open", "secret", "hidden", "outward"]

Audience: TypeAlias = Literal["open", "frame", "places", "all"]


@dataclass(frozen=True, slots=True)
class Region:
    """Neighbouring cells of one kind. `elements` tells how to print a value of the region (a class of the naming).

    `called` is what people call it, without whose it is (`Coins` of `player's Coins`). A region of role `frame` belongs
    to an action; `frame` tells what is remembered there."""

    name: str
    base: int
    length: int
    kind: Literal["number", "set"]
    low: int
    high: int
    role: Literal["flow", "counter", "flag", "variable", "list", "at", "contents", "order", "tokens", "frame"]
    audience: Audience
    start: tuple[int, ...]
    elements: str = "number"
    holder: str = ""
    called: str = ""
    action: str = ""
    frame: FrameRole | None = None


@dataclass(frozen=True, slots=True)
class TokenStore:
    """Where the tokens of one variety are counted: `set_cell` is the cell of its set of places (or -1), `set_places`
    the places that use it, `counts` maps place -> cell for places that count; a place in neither cannot hold the
    variety. Cells are numbered through the whole vector here, not from a region's base."""

    set_cell: int
    set_places: int
    counts: dict[int, int] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the game: who sees its contents, who owns it (-1 nobody), how many pieces fit (-1 any number), and
    whether its order matters: "pile" (top is last), "row" (first is first) or "" (unordered). An ordered place's
    sequence starts at cell `order_start` of region `order_region` (one region holds them all)."""

    name: str
    holder: str
    owner: int
    sight: Sight
    limit: int
    order: Literal["", "row", "pile"]
    order_region: str = ""
    order_start: int = 0

    def seen_by(self, everybody: int) -> int:
        """Who sees what lies there: what is secret and nobody's, nobody; what lies face out, all but its owner."""
        own = 1 << self.owner if self.owner >= 0 else 0
        return {"open": everybody, "secret": own, "outward": everybody & ~own}.get(self.sight, 0)


@dataclass(frozen=True, slots=True)
class Piece:
    """An individual piece. Pieces with equal look and equal changing marks are told apart by nobody. `back` is the
    class that shows where the piece is not seen; without one its own."""

    name: str
    look: int
    owner: int
    kind: str
    back: str = ""


@dataclass(frozen=True, slots=True)
class Variety:
    """Tokens that are all alike: class, printed attributes, owner (-1 nobody), and the class their back shows."""

    name: str
    kind: str
    owner: int
    back: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole vector: regions, and what the numbers in it stand for. `unions` are the nouns that stand for pieces of
    several classes."""

    regions: dict[str, Region]
    size: int
    places: tuple[Place, ...]
    pieces: tuple[Piece, ...]
    varieties: tuple[Variety, ...]
    tokens: tuple[TokenStore, ...]
    box: int
    unions: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)

    def piece_words(self) -> frozenset[str]:
        """What pieces are called: by their sorts, by unions of these, and together."""
        kinds = {piece.kind for piece in self.pieces}
        unions = (name for name, members in self.unions.items() if kinds.intersection(members))
        return frozenset(("piece", *kinds, *unions))

    def pieces_of(self, noun: str) -> list[int]:
        """The numbers of the individual pieces of a class, of a union of classes, or of all; what a region for holders
        of that name has its cells for, in this order."""
        kinds = self.unions.get(noun, (noun,))
        return [number for number, piece in enumerate(self.pieces) if noun == "piece" or piece.kind in kinds]
