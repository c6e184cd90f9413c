"""Declarations: what lies in the box and where it can lie."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Cite, Node, Word
from rulelang.tree.nodes.phrases import Noun, Phrase, Term

Sight: TypeAlias = Literal["secret", "open", "face-up", "face-down", "face-out"]

# ------------------------------------------------------- tables and contents


class Bit(Node):
    """One entry of a cell: `2 Wood` (a name with a count), `3`, `12 40` (a spot), `a1`, `"text"`, `de`, `yes`, `at`."""

    form: Literal["name", "number", "spot", "coordinate", "text", "language", "yes", "at"]
    name: Word | None = None
    numbers: tuple[int, ...] = ()
    text: str = ""


class TableCell(Node):
    """What stands between two bars; empty when nothing does."""

    bits: tuple[Bit, ...]


class TableRow(Node):
    """One line of a table, with its own citation or stand-in mark if it has one."""

    cells: tuple[TableCell, ...]
    cite: Cite | None


class Table(Node):
    """The first row names the columns."""

    rows: tuple[TableRow, ...]


class Lot(Node):
    """`5 Kimono`, or just a name; with the citation of its line"""

    count: int | None
    name: Word
    cite: Cite | None


class Combinations(Node):
    """`each Suit with each Rank`: so many of every combination of values"""

    count: int | None
    names: tuple[Word, ...]
    cite: Cite | None


class Lots(Node):
    """`5 Kimono, 6 Pottery`"""

    lots: tuple[Lot | Combinations, ...]


Stock: TypeAlias = Lots | Table | None

# ------------------------------------------------------------------- traits


class TraitOf(Node):
    """`of up to 5 Cards`"""

    limit: int | None
    nouns: tuple[Noun, ...]


class FromTo(Node):
    """`from 0 to 9`"""

    low: int
    high: int


class TraitStart(Node):
    """`starting at 1`"""

    value: Phrase | int


class TraitBank(Node):
    """`out of 40`"""

    total: int


class TraitRing(Node):
    """`in a ring`"""

    form: Literal["ring", "line"]


class TraitGrid(Node):
    """`on a hexagonal grid of 11 by 11`"""

    form: Literal["square", "hexagonal"]
    columns: int
    rows: int


class Prop(Node):
    """`a Caste`, `a Price from 2 to 4`"""

    name: Word
    range: FromTo | None


class PropAs(Node):
    """`a Front as a Side`"""

    name: Word
    noun: Noun


class PropBundle(Node):
    """`a Cost in Materials`"""

    name: Word
    kind: Word


class PropLinks(Node):
    """`Roads to Stops`"""

    one_way: bool
    name: Word
    noun: Noun


class PropMark(Node):
    """`perhaps Swift`"""

    name: Word


class Features(Node):
    """`with a Caste, a Strength from 0 to 4, perhaps Swift`"""

    props: tuple[Prop | PropAs | PropBundle | PropLinks | PropMark, ...]


class Faces(Node):
    """`with faces 1, 2, 2, 3`"""

    values: tuple[int, ...]


Trait: TypeAlias = TraitOf | FromTo | TraitStart | TraitBank | TraitRing | TraitGrid

# ------------------------------------------------------------- declarations


class KindDeclaration(Node):
    """`a Caste is one of Helmet, Buddha, Rice`"""

    term: Term
    names: tuple[Word, ...]
    cite: Cite | None


class UnionDeclaration(Node):
    """`a Stop is either a Town or a Station`"""

    term: Term
    members: tuple[Noun, ...]
    cite: Cite | None


class ThingDeclaration(Node):
    """`a Tile is a tile with ...`, `the Bag is a bag of Goods`, `the Month is a track from 0 to 13`"""

    term: Term
    sight: tuple[Sight, ...]
    shape: str
    traits: tuple[Trait, ...]
    features: Features | Faces | None
    cite: Cite | None
    stock: Stock


class SidesDeclaration(Node):
    """`the sides are White, Black`"""

    names: tuple[Word, ...]
    cite: Cite | None


class PiecesDeclaration(Node):
    """`there are 26 Goods: 5 Kimono, ...`"""

    count: int
    name: Word
    cite: Cite | None
    stock: Stock


class HeldPlace(Node):
    """`a Hand, a secret area of up to 5 Cards`, also a piece: `a Pilgrim, a figure`"""

    name: Word
    sight: tuple[Sight, ...]
    shape: str
    traits: tuple[Trait, ...]
    features: Features | Faces | None
    cite: Cite | None
    stock: Stock


class HeldValue(Node):
    """`a Shown Side as a Side`; with `open` everybody sees it, whoever sees what has it"""

    name: Word
    noun: Noun
    cite: Cite | None
    open: bool = False


class HeldCounter(Node):
    """`Coins from 0 to 40 out of 40`; `every Resource from 0 to 99` makes one counter for each member of a kind"""

    every: bool
    name: Word
    range: FromTo
    traits: tuple[Trait, ...]
    cite: Cite | None
    open: bool = False


class HeldPieces(Node):
    """`20 Tiles: ...`"""

    count: int
    name: Word
    cite: Cite | None
    stock: Stock


class Holding(Node):
    """`each player has ...`, `Violet has ...`"""

    holder: Noun | Word
    held: HeldPlace | HeldValue | HeldCounter | HeldPieces


class FlagDeclaration(Node):
    """`each player may be Committed`"""

    holder: Noun
    name: Word
    cite: Cite | None


class PluralDeclaration(Node):
    """`the plural of Die is Dice`"""

    singular: Word
    plural: Word
