"""Phrases, sets and values: everything a sentence speaks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from rulelang.tree.nodes.base import Node, Word

if TYPE_CHECKING:
    from rulelang.tree.nodes.conditions import Condition

# ------------------------------------------------------------------ phrases


class Noun(Node):
    """A noun: the author's words, a built-in noun (`player`, `row`, ...) in the singular, or words before it."""

    name: Word | None
    builtin: str | None


class The(Node):
    """`the Die`"""

    noun: Noun


class Introduced(Node):
    """`a Field`"""

    noun: Noun


class Another(Node):
    """`another player`"""

    noun: Noun


class Yours(Node):
    """`your Hand`"""

    noun: Noun


class Its(Node):
    """`its Price`"""

    noun: Noun


class BareName(Node):
    """A bare name: a value, a space, a side, a piece."""

    word: Word


class Coordinate(Node):
    """`c4`"""

    text: str


class You(Node):
    """`you`"""


class It(Node):
    """`it`"""


class ChanceChooses(Node):
    """`chance` as the one who chooses"""


class OfThing(Node):
    """`the Tile's Strength`"""

    owner: Phrase
    noun: Noun


class ValueFor(Node):
    """`your Hoard for a Symbol`"""

    term: Term
    preposition: str
    argument: Value


class After(Node):
    """`the Station after your Pilgrim`"""

    noun: Noun
    start: Phrase


Phrase: TypeAlias = (
    The | Introduced | Another | Yours | Its | BareName | Coordinate | You | It | ChanceChooses | OfThing | After
)
Term: TypeAlias = Phrase | ValueFor


class Argument(Node):
    """`for the Die` behind the name of an action"""

    preposition: str
    value: Value


class Call(Node):
    """The name of an action with its arguments."""

    name: Word
    arguments: tuple[Argument, ...]


# --------------------------------------------------------------------- sets


class Adjective(Node):
    """A language word before the noun. Adjectives of the author are part of the noun's name."""

    word: Literal["empty", "other", "your", "face-up", "face-down"]


class NthPlace(Node):
    """`in the first empty Row`"""

    nth: Literal["first", "last", "only"]
    set: SetPhrase


class EveryPlace(Node):
    """`on any Square`"""

    quantifier: Literal["any", "every", "no"]
    noun: Noun


class EveryOf(Node):
    """`any player's Hand`, also nested: `any player's Hand's Card`"""

    quantifier: Literal["any", "every", "no"]
    owner: Noun | EveryOf
    noun: Noun


class EitherPlace(Node):
    """`from one of your Dock, your Harbour`"""

    places: tuple[Phrase, ...]


Places: TypeAlias = Phrase | NthPlace | EveryPlace | EveryOf | EitherPlace


class Located(Node):
    """`in your Hand`"""

    preposition: Literal["in", "on", "from", "among"]
    places: Places


class Touching(Node):
    """`next to the Stand by Front toward North`; `next to any Square` when quantifier is set"""

    to: Phrase | Noun
    quantifier: Literal["any", "every", "no"] | None
    relation: Word | None
    toward: Phrase | None


class Beyond(Node):
    """`beyond the Square toward the direction`"""

    start: Phrase
    toward: Phrase


class Sharing(Node):
    """`sharing its Terrain`"""

    what: Phrase


class Connected(Node):
    """`connected to it by Border through Islands sharing its Terrain`"""

    to: Phrase
    relation: Word | None
    through: SetPhrase | None
    sharing: Sharing | None = None


class StandsInLine(Node):
    """`in line with the Amazon through empty Squares`"""

    to: Phrase
    relation: Word | None
    through: SetPhrase | None
    sharing: Sharing | None = None


class OfFilter(Node):
    """`of the player`, `of the Caste`"""

    value: Phrase


class Rank(Node):
    """`the highest Price`"""

    highest: bool
    noun: Noun
    arguments: tuple[Argument, ...]


class Ranking(Node):
    """`the highest Points, then the lowest Seat`"""

    ranks: tuple[Rank, ...]


class Best(Node):
    """`with the highest Points, then ...`"""

    ranking: Ranking


Relation: TypeAlias = Located | Touching | Beyond | Connected | StandsInLine
Filter: TypeAlias = Located | Touching | Beyond | Connected | StandsInLine | OfFilter | Best


class SetPhrase(Node):
    """Adjectives, a noun, filters, and at most one open ending (`where ...` or `as long as ...`)."""

    adjectives: tuple[Adjective, ...]
    noun: Noun
    filters: tuple[Filter, ...]
    where: Condition | None
    as_long_as: Condition | None


# ------------------------------------------------------------------- values


class NumberLiteral(Node):
    """`3`"""

    value: int


class Nothing(Node):
    """`nothing`"""


class Plus(Node):
    """`A plus B`"""

    left: Value
    right: Value


class Minus(Node):
    """`A minus B`"""

    left: Value
    right: Value


class Times(Node):
    """`A times B`"""

    left: Value
    right: Value


Rounding: TypeAlias = Literal["up", "down"]


class Divided(Node):
    """`A divided by B [rounded up|down]`; rounded down if nothing is said"""

    left: Value
    right: Value
    rounding: Rounding | None


class NthOf(Node):
    """`the first Painting in your Easel`"""

    nth: Literal["first", "last", "only"]
    set: SetPhrase


class CountOf(Node):
    """`the number of Cards in your Hand`; `the number of the Goods` counts what was chosen before"""

    what: SetPhrase | Word


class Arrangement(Node):
    """`the arrangement of Stones on any Point`: which of them lie where"""

    set: SetPhrase


class Aggregate(Node):
    """`the total Strength of Tiles ...`, `the highest Rank of Cards ...`; `of the Goods`: what was chosen before"""

    form: Literal["total", "highest", "lowest"]
    noun: Noun
    arguments: tuple[Argument, ...]
    set: SetPhrase | Word


class Lookup(Node):
    """`V looked up in 0, 4, 10`"""

    value: Value
    numbers: tuple[int, ...]


Value: TypeAlias = (
    Phrase | ValueFor | NumberLiteral | Nothing | Plus | Minus | Times | Divided | NthOf | After | CountOf | Arrangement
    | Aggregate | Lookup
)  # fmt: skip
Pointer: TypeAlias = Phrase | NthOf | After
