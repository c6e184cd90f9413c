"""Phrases, sets and values: everything a sentence speaks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.tree.nodes.base import Node, Word
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rulelang.tree.nodes.conditions import Condition

# ------------------------------------------------------------------ phrases


@dataclass(frozen=True, slots=True)
class Noun(Node):
    """A noun: the author's words, a built-in noun (`player`, `row`, ...) in the singular, or words before it."""

    name: Word | None
    builtin: str | None


@dataclass(frozen=True, slots=True)
class The(Node):
    """`the Die`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Introduced(Node):
    """`a Field`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Another(Node):
    """`another player`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Yours(Node):
    """`your Hand`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class Its(Node):
    """`its Price`"""

    noun: Noun


@dataclass(frozen=True, slots=True)
class BareName(Node):
    """A bare name: a value, a space, a side, a piece."""

    word: Word


@dataclass(frozen=True, slots=True)
class Coordinate(Node):
    """`c4`"""

    text: str


@dataclass(frozen=True, slots=True)
class You(Node):
    """`you`"""


@dataclass(frozen=True, slots=True)
class It(Node):
    """`it`"""


@dataclass(frozen=True, slots=True)
class ChanceChooses(Node):
    """`chance` as the one who chooses"""


@dataclass(frozen=True, slots=True)
class OfThing(Node):
    """`the Tile's Strength`"""

    owner: Phrase
    noun: Noun


@dataclass(frozen=True, slots=True)
class ValueFor(Node):
    """`your Hoard for a Symbol`"""

    term: Term
    preposition: str
    argument: Value


@dataclass(frozen=True, slots=True)
class After(Node):
    """`the Station after your Pilgrim`"""

    noun: Noun
    start: Phrase


Phrase: TypeAlias = (
    The | Introduced | Another | Yours | Its | BareName | Coordinate | You | It | ChanceChooses | OfThing | After
)
Term: TypeAlias = Phrase | ValueFor


@dataclass(frozen=True, slots=True)
class Argument(Node):
    """`for the Die` behind the name of an action"""

    preposition: str
    value: Value


@dataclass(frozen=True, slots=True)
class Call(Node):
    """The name of an action with its arguments."""

    name: Word
    arguments: tuple[Argument, ...]


# --------------------------------------------------------------------- sets


@dataclass(frozen=True, slots=True)
class Adjective(Node):
    """A language word before the noun. Adjectives of the author are part of the noun's name."""

    word: Literal["empty", "other", "your", "face-up", "face-down"]


@dataclass(frozen=True, slots=True)
class NthPlace(Node):
    """`in the first empty Row`"""

    nth: Literal["first", "last", "only"]
    set: SetPhrase


@dataclass(frozen=True, slots=True)
class EveryPlace(Node):
    """`on any Square`"""

    quantifier: Literal["any", "every", "no"]
    noun: Noun


@dataclass(frozen=True, slots=True)
class EveryOf(Node):
    """`any player's Hand`, also nested: `any player's Hand's Card`"""

    quantifier: Literal["any", "every", "no"]
    owner: Noun | EveryOf
    noun: Noun


@dataclass(frozen=True, slots=True)
class EitherPlace(Node):
    """`from one of your Dock, your Harbour`"""

    places: tuple[Phrase, ...]


Places: TypeAlias = Phrase | NthPlace | EveryPlace | EveryOf | EitherPlace


@dataclass(frozen=True, slots=True)
class Located(Node):
    """`in your Hand`"""

    preposition: Literal["in", "on", "from", "among"]
    places: Places


@dataclass(frozen=True, slots=True)
class Touching(Node):
    """`next to the Stand by Front toward North`; `next to any Square` when quantifier is set"""

    to: Phrase | Noun
    quantifier: Literal["any", "every", "no"] | None
    relation: Word | None
    toward: Phrase | None


@dataclass(frozen=True, slots=True)
class Beyond(Node):
    """`beyond the Square toward the direction`"""

    start: Phrase
    toward: Phrase


@dataclass(frozen=True, slots=True)
class Sharing(Node):
    """`sharing its Terrain`"""

    what: Phrase


@dataclass(frozen=True, slots=True)
class Connected(Node):
    """`connected to it by Border through Islands sharing its Terrain`"""

    to: Phrase
    relation: Word | None
    through: SetPhrase | None
    sharing: Sharing | None = None


@dataclass(frozen=True, slots=True)
class StandsInLine(Node):
    """`in line with the Amazon through empty Squares`"""

    to: Phrase
    relation: Word | None
    through: SetPhrase | None
    sharing: Sharing | None = None


@dataclass(frozen=True, slots=True)
class OfFilter(Node):
    """`of the player`, `of the Caste`"""

    value: Phrase


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`the highest Price`"""

    highest: bool
    noun: Noun
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Ranking(Node):
    """`the highest Points, then the lowest Seat`"""

    ranks: tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Best(Node):
    """`with the highest Points, then ...`"""

    ranking: Ranking


Relation: TypeAlias = Located | Touching | Beyond | Connected | StandsInLine
Filter: TypeAlias = Located | Touching | Beyond | Connected | StandsInLine | OfFilter | Best


@dataclass(frozen=True, slots=True)
class SetPhrase(Node):
    """Adjectives, a noun, filters, and at most one open ending (`where ...` or `as long as ...`)."""

    adjectives: tuple[Adjective, ...]
    noun: Noun
    filters: tuple[Filter, ...]
    where: Condition | None
    as_long_as: Condition | None


# ------------------------------------------------------------------- values


@dataclass(frozen=True, slots=True)
class NumberLiteral(Node):
    """`3`"""

    value: int


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    """`nothing`"""


@dataclass(frozen=True, slots=True)
class Plus(Node):
    """`A plus B`"""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Minus(Node):
    """`A minus B`"""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class Times(Node):
    """`A times B`"""

    left: Value
    right: Value


Rounding: TypeAlias = Literal["up", "down"]


@dataclass(frozen=True, slots=True)
class Divided(Node):
    """`A divided by B [rounded up|down]`; rounded down if nothing is said"""

    left: Value
    right: Value
    rounding: Rounding | None


@dataclass(frozen=True, slots=True)
class NthOf(Node):
    """`the first Painting in your Easel`"""

    nth: Literal["first", "last", "only"]
    set: SetPhrase


@dataclass(frozen=True, slots=True)
class CountOf(Node):
    """`the number of Cards in your Hand`; `the number of the Goods` counts what was chosen before"""

    what: SetPhrase | Word


@dataclass(frozen=True, slots=True)
class Arrangement(Node):
    """`the arrangement of Stones on any Point`: which of them lie where"""

    set: SetPhrase


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`the total Strength of Tiles ...`, `the highest Rank of Cards ...`; `of the Goods`: what was chosen before"""

    form: Literal["total", "highest", "lowest"]
    noun: Noun
    arguments: tuple[Argument, ...]
    set: SetPhrase | Word


@dataclass(frozen=True, slots=True)
class Lookup(Node):
    """`V looked up in 0, 4, 10`"""

    value: Value
    numbers: tuple[int, ...]


Value: TypeAlias = (
    Phrase | ValueFor | NumberLiteral | Nothing | Plus | Minus | Times | Divided | NthOf | After | CountOf | Arrangement
    | Aggregate | Lookup
)  # fmt: skip
Pointer: TypeAlias = Phrase | NthOf | After
