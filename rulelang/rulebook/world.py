"""Everything a rulebook declares, for one number of players and one choice of variants: kinds, pieces, places,
holdings.

Elements are numbered here, once and for all: places and individual pieces over the whole game, members of a kind
from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from rulelang.rulebook.naming import SeenBy
from rulelang.rulebook.words import Plurals
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(eq=False, slots=True)
class Column:
    """A printed attribute: a number within bounds, a member of a kind, a mark, a bundle of amounts, or links."""

    name: str
    form: Literal["number", "member", "mark", "bundle", "links", "element"]
    low: int = 0
    high: int = 0
    kind: Kind | None = None
    noun: str = ""
    one_way: bool = False
    span: Span | None = None


@dataclass(eq=False, slots=True)
class Kind:
    """A finite set of named members: a kind of the author, the players, the directions, the titles of a card table."""

    name: str
    members: list[str] = field(default_factory=list)
    columns: dict[str, Column] = field(default_factory=dict)
    values: dict[str, dict[int, object]] = field(default_factory=dict)
    span: Span | None = None

    @property
    def numbers(self) -> range:
        """The numbers of its members."""
        return range(len(self.members))

    def index(self, member: str) -> int:
        return self.members.index(member)


@dataclass(eq=False, slots=True)
class SpaceClass:
    """Spaces of the board that are alike in kind; `first` is the number of its first place."""

    name: str
    members: list[str] = field(default_factory=list)
    first: int = 0
    limit: int = -1
    accepts: list[str] = field(default_factory=list)
    columns: dict[str, Column] = field(default_factory=dict)
    values: dict[str, dict[int, object]] = field(default_factory=dict)
    topology: Literal["", "ring", "line", "square", "hexagonal"] = ""
    width: int = 0
    height: int = 0
    order: Literal["", "row", "pile"] = ""
    sight: SeenBy = "open"
    spots: dict[int, tuple[int, int]] = field(default_factory=dict)
    span: Span | None = None

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.members))

    #: The numbers of its members.
    numbers = places

    @property
    def mask(self) -> int:
        return ((1 << len(self.members)) - 1) << self.first


@dataclass(eq=False, slots=True)
class PieceClass:
    """Pieces that are alike in kind. Individuals are numbered; tokens have varieties."""

    name: str
    shape: str
    columns: dict[str, Column] = field(default_factory=dict)
    faces: tuple[int, ...] = ()
    individuals: list[int] = field(default_factory=list)
    varieties: list[int] = field(default_factory=list)
    titles: Kind | None = None
    own_names: bool = False
    span: Span | None = None

    @property
    def is_token(self) -> bool:
        return self.shape == "token"

    @property
    def numbers(self) -> list[int]:
        """The numbers of its pieces, or of the looks of its tokens."""
        return [*self.individuals, *self.varieties]

    @property
    def mask(self) -> int:
        return sum(1 << piece for piece in self.individuals)

    @property
    def variety_mask(self) -> int:
        return sum(1 << variety for variety in self.varieties)


@dataclass(eq=False, slots=True)
class Union:
    """`a Stop is either a Town or a Station`"""

    name: str
    members: list[str] = field(default_factory=list)
    span: Span | None = None


@dataclass(eq=False, slots=True)
class PlaceFamily:
    """A place of its own (`the Bag`), or one for each holder (`each player has a Hand`)."""

    name: str
    shape: str
    holder: str = ""
    first: int = 0
    count: int = 1
    limit: int = -1
    accepts: list[str] = field(default_factory=list)
    sight: SeenBy = "open"
    span: Span | None = None

    @property
    def order(self) -> Literal["", "row", "pile"]:
        return "row" if self.shape == "row" else "pile" if self.shape == "pile" else ""

    @property
    def places(self) -> range:
        """The numbers of its places."""
        return range(self.first, self.first + self.count)

    @property
    def mask(self) -> int:
        """Its places as a set."""
        return ((1 << self.count) - 1) << self.first


@dataclass(eq=False, slots=True)
class Counter:
    """A number that changes: one, or one for each holder (and each member of `every`)."""

    name: str
    low: int
    high: int
    default: int
    holder: str = ""
    every: Kind | None = None
    bank: int | None = None
    span: Span | None = None
    open: bool = False
    #: What says what it begins with, where that is no number.
    begins: tree.Phrase | None = None

    @property
    def region(self) -> str:
        return f"{self.holder}'s {self.name}" if self.holder else self.name


@dataclass(eq=False, slots=True)
class Flag:
    """`each player may be Out`"""

    name: str
    holder: str
    span: Span | None = None

    @property
    def region(self) -> str:
        return f"{self.holder} {self.name}"


@dataclass(eq=False, slots=True)
class Variable:
    """`the Leader is a player`, `each Wave has a Shown Side as a Side`: an element or nothing."""

    name: str
    noun: str
    holder: str = ""
    span: Span | None = None
    open: bool = False

    @property
    def region(self) -> str:
        return f"{self.holder}'s {self.name}" if self.holder else self.name


@dataclass(eq=False, slots=True)
class ListOf:
    """`the Trail is a list of Regions`"""

    name: str
    noun: str
    limit: int = 0
    span: Span | None = None


@dataclass(eq=False, slots=True)
class Individual:
    """One piece with an identity: its name, what is printed on it, whose it is."""

    name: str
    kind: str
    owner: int
    values: dict[str, object]
    look: int = -1


@dataclass(eq=False, slots=True)
class TokenVariety:
    """Tokens that are all alike, and how many of them the box holds."""

    name: str
    kind: str
    owner: int
    values: dict[str, object]
    supply: int = 0


@dataclass(eq=False, slots=True)
class World:
    """All declarations of one rulebook for one number of players."""

    players: int
    seats: Kind
    kinds: dict[str, Kind] = field(default_factory=dict)
    spaces: dict[str, SpaceClass] = field(default_factory=dict)
    pieces: dict[str, PieceClass] = field(default_factory=dict)
    unions: dict[str, Union] = field(default_factory=dict)
    places: dict[str, PlaceFamily] = field(default_factory=dict)
    holdings: dict[tuple[str, str], PlaceFamily] = field(default_factory=dict)
    counters: dict[tuple[str, str], Counter] = field(default_factory=dict)
    flags: dict[tuple[str, str], Flag] = field(default_factory=dict)
    variables: dict[tuple[str, str], Variable] = field(default_factory=dict)
    lists: dict[str, ListOf] = field(default_factory=dict)
    individuals: list[Individual] = field(default_factory=list)
    varieties: list[TokenVariety] = field(default_factory=list)
    place_names: list[str] = field(default_factory=list)
    space_of: list[SpaceClass] = field(default_factory=list)
    relations: dict[str, list[Column]] = field(default_factory=dict)
    plurals: Plurals = field(default_factory=Plurals)
    pictures: dict[int, tuple[int, int]] = field(default_factory=dict)
    box: int = 0
    fewest: int = 1
    most: int = 0
    #: What the players are called, also those who play only with more players than these.
    sides: Sequence[str] = ()
    #: Which pieces may lie where, as far as it was asked; asked once all is declared.
    taking: dict[tuple[int, str], bool] = field(default_factory=dict)
    homes: dict[str, list[int]] = field(default_factory=dict)
    #: What things of a class have, by the class and each form of its name: as it is called there, and where.
    had: dict[tuple[str, str], tuple[str, Span]] = field(default_factory=dict)

    def space_classes(self, noun: str) -> list[SpaceClass]:
        """The space classes a noun covers: itself or the members of a union."""
        if noun in self.spaces:
            return [self.spaces[noun]]
        if noun in self.unions:
            return [space for member in self.unions[noun].members for space in self.space_classes(member)]
        return []

    def piece_classes(self, noun: str) -> list[PieceClass]:
        """The piece classes a noun covers: of `piece` all."""
        if noun == "piece":
            return list(self.pieces.values())
        if noun in self.pieces:
            return [self.pieces[noun]]
        if noun in self.unions:
            return [piece for member in self.unions[noun].members for piece in self.piece_classes(member)]
        return []

    def class_names(self) -> list[str]:
        """All nouns that stand for elements."""
        return [*self.kinds, *self.spaces, *self.pieces, *self.unions]

    def is_class(self, noun: str) -> bool:
        """Is this a noun that stands for elements?"""
        return noun in self.kinds or noun in self.spaces or noun in self.pieces or noun in self.unions

    def classes_of(self, form: str, noun: str) -> Sequence[Kind | SpaceClass | PieceClass]:
        """The classes a noun covers, of members of a kind, of places, or of pieces."""
        if form == "member":
            return [self.kinds[noun]] if noun in self.kinds else []
        return self.space_classes(noun) if form == "place" else self.piece_classes(noun)

    def size_of(self, noun: str) -> int:
        """How many elements a class has; of no class there is one thing."""
        if noun in ("", "player"):
            return self.players if noun else 1
        if noun in self.kinds:
            return len(self.kinds[noun].members)
        spaces = sum(len(space.members) for space in self.space_classes(noun))
        return spaces or sum(len(kind.individuals) for kind in self.piece_classes(noun))

    def printed(self, form: str, noun: str, name: str) -> tuple[str, list[object]]:
        """What is printed under a name on all things of a form, by their numbers; and what such things are called."""
        if form in ("piece", "token"):
            things: Sequence[Individual | TokenVariety] = self.individuals if form == "piece" else self.varieties
            return "piece" if form == "piece" else "variety", [one.values.get(name) for one in things]
        owners = self.spaces.values() if form == "place" else [self.kinds[noun]]
        values = {number: value for owner in owners for number, value in owner.values.get(name, {}).items()}
        count = len(self.place_names) if form == "place" else len(self.kinds[noun].members)
        return "place" if form == "place" else noun, [values.get(number) for number in range(count)]

    def unions_of(self, noun: str) -> Iterator[str]:
        """The unions a class belongs to, itself first."""
        yield noun
        for union in self.unions.values():
            if noun in union.members:
                yield from self.unions_of(union.name)

    def back_of(self, kind: PieceClass) -> str:
        """What the back of a piece shows: the widest class of pieces of its shape that it can be taken for.

        Wagers and Numbers lie in one deck where `a Card is either a Wager or a Number`, so their backs are alike."""
        alike, name = {kind.name}, kind.name
        for _ in self.unions:
            for union in self.unions.values():
                classes = {one.name for one in self.piece_classes(union.name) if one.shape == kind.shape}
                if classes & alike and len(classes) > 1 and not classes <= alike:
                    name = union.name if len(classes) > len(alike) else name
                    alike |= classes
        return name

    @property
    def families(self) -> list[PlaceFamily]:
        """All places that are no spaces: of their own, and of a holder."""
        return [*self.places.values(), *self.holdings.values()]

    def family_named(self, noun: str) -> PlaceFamily | None:
        """The places of this name that are no spaces."""
        return next((family for family in self.families if family.name == noun), None)

    @property
    def natures(self) -> list[SpaceClass | PlaceFamily]:
        """All sorts of places, spaces and others."""
        return [*self.spaces.values(), *self.families]

    def nature_of(self, place: int) -> SpaceClass | PlaceFamily | None:
        """What is said of a place, and of others like it; nothing of the Box."""
        return self.place_class(place) or self.family_of(place)

    def takes(self, place: int, kind: PieceClass) -> bool:
        """Can such pieces lie there? Tokens never lie in a row or pile of its own."""
        known = self.taking.get((place, kind.name))
        if known is None:
            known = self.taking[place, kind.name] = self._takes(self.nature_of(place), kind)
        return known

    def places_for(self, noun: str) -> list[int]:
        """Where pieces that a noun covers can lie, once all is declared."""
        if noun not in self.homes:
            kinds, places = self.piece_classes(noun), range(len(self.place_names))
            self.homes[noun] = [place for place in places if any(self.takes(place, kind) for kind in kinds)]
        return self.homes[noun]

    def _takes(self, nature: SpaceClass | PlaceFamily | None, kind: PieceClass) -> bool:
        if nature is None:
            return True
        if kind.is_token and isinstance(nature, PlaceFamily) and nature.order:
            return False
        return not nature.accepts or any(kind is one for name in nature.accepts for one in self.piece_classes(name))

    def is_for_one(self, place: int) -> bool:
        """Is this a space for one piece? Of tokens only the set of such spaces is kept, elsewhere they are counted."""
        space = self.place_class(place)
        return space is not None and space.limit == 1

    def family_of(self, place: int) -> PlaceFamily | None:
        """The family of a place, unless it is a space or the Box."""
        return next((family for family in self.families if place in family.places), None)

    def place_class(self, place: int) -> SpaceClass | None:
        """The space class of a place, if it is a space."""
        return self.space_of[place] if 0 <= place < len(self.space_of) else None
