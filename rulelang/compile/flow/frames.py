"""Cells for what an action remembers: parameters, chosen things, loop positions. Actions do not recurse, so one set
is enough."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal

from rulelang.compile.sorts import POSITION, Sort, Typed
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Cell, Const, Put, Term
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.graph.walk import all_parts
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: The looks of all tokens.
ANY_LOOK = -1
#: The sentences that may move tokens or make others of them.
_MOVING = (tree.Move, tree.Draw, tree.Swap, tree.Become, tree.Call, tree.DoAction)
#: What gives something a name.
_NAMING = (tree.Choose, tree.Remember, tree.ForEach, tree.ThereFact)


@dataclass(frozen=True, slots=True)
class FrameCell(Typed):
    """A cell in which an action remembers one thing."""

    term: Cell

    @property
    def region(self) -> str:
        """The region it is all of."""
        return self.term.region

    def put(self, value: Term) -> Put:
        """Remember a value there."""
        return Put(self.term.region, self.term.index, value)


@dataclass(frozen=True, slots=True)
class TokensKnown:
    """What is known of tokens at one point of the flow, by the cells that stand for them."""

    #: How those look that may have moved since, from anywhere.
    moved: dict[str, int]
    #: The places that were left since, as terms that mean now what they meant then, each with such looks.
    left: dict[str, frozenset[tuple[Term, int]]]
    #: Which places, by their cells, are not where such a token lies.
    apart: frozenset[tuple[str, str]]
    #: How they look, as sets that are now what they were then.
    looks: dict[str, Term]
    #: The cells that an action was given a token in, and those it was taken from: there it is the same.
    same: dict[str, str]


class TokensNamed:
    """A token that has a name is known by its look and its place. Once tokens have moved since it was named, none of
    that look may be there any more."""

    def __init__(self) -> None:
        self._now = TokensKnown({}, {}, frozenset(), {}, {})

    def named(self, region: str, same: str = "") -> None:
        """A cell stands for a token now, perhaps for that of another cell, or for another place."""
        self.written(region)
        self._now.moved[region] = 0
        self._now.left.pop(region, None)
        self._now.looks.pop(region, None)
        if same in self._now.moved:
            self._now.same[region] = same

    def written(self, region: str) -> None:
        """A cell holds something else: what was known by it is not known any more."""
        now = self._now
        if region not in now.moved:
            return
        same = {one: other for one, other in now.same.items() if region not in (one, other)}
        apart = frozenset(pair for pair in now.apart if region not in pair)
        looks = {one: varieties for one, varieties in now.looks.items() if region not in _cells(varieties)}
        self._now = TokensKnown(dict(now.moved), dict(now.left), apart, looks, same)
        self._forget(spot for spots in now.left.values() for spot in spots if region in _cells(spot[0]))

    def concerned(self, regions: AbstractSet[str]) -> set[str]:
        """Of some cells those that stand for something, and those that stand for what does not lie where others say."""
        now = self._now
        return {*(now.moved.keys() & regions), *(token for place, token in now.apart if place in regions)}

    def apart(self, place: str, regions: Iterable[str]) -> None:
        """The place that a cell stands for is not where some tokens lie."""
        now = self._now
        self._now = replace(now, apart=now.apart | {(place, region) for region in regions})

    def look(self, region: str, varieties: Term) -> None:
        """The token that a cell stands for has one of some looks."""
        self._now.looks[region] = varieties

    def looks(self) -> Mapping[str, Term]:
        """How tokens can look, by the cells that stand for them."""
        return self._now.looks

    def places_apart(self, region: str) -> frozenset[Term]:
        """The cells of places that are not where a token lies."""
        return frozenset(Cell(place, Const(0)) for place, token in self._now.apart if token == region)

    def names_of(self, region: str) -> set[str]:
        """All cells that stand for the same token."""
        same = self._now.same

        def first(name: str) -> str:
            while name in same:
                name = same[name]
            return name

        return {first(region), *(name for name in same if first(name) == first(region))}

    def moved(self, varieties: int, spot: Term | None = None, but: Container[str] = ()) -> None:
        """Some tokens of these looks may move, perhaps only from one place, and not what some cells stand for."""
        for region in self._now.moved:
            if region in but:
                continue
            if spot is None:
                self.doubted(region, varieties)
            else:
                self._now.left[region] = self._now.left.get(region, frozenset()) | {(spot, varieties)}

    def doubted(self, region: str, varieties: int) -> None:
        """What a cell stands for may have moved, if it looks so."""
        self._now.moved[region] = self._now.moved.get(region, 0) | varieties

    def is_there(self, region: str, varieties: int) -> bool:
        """Is what a cell stands for certainly where it was when it was named? It has one of these looks."""
        return self.spots_left(region, varieties) == []

    def spots_left(self, region: str, varieties: int) -> list[Term] | None:
        """The places from which tokens of some looks may have moved; None if that may be any."""
        if self._now.moved.get(region, ANY_LOOK) & varieties:
            return None
        return [spot for spot, looks in sorted(self._now.left.get(region, ()), key=str) if looks & varieties]

    def known(self) -> TokensKnown:
        """What is known here, to come back to it where the flow forks."""
        now = self._now
        return TokensKnown(dict(now.moved), dict(now.left), now.apart, dict(now.looks), dict(now.same))

    def back_to(self, known: TokensKnown) -> None:
        """Another way begins where this was known."""
        self._now = known
        self._now = self.known()

    def joined(self, *ways: TokensKnown) -> None:
        """Other ways come together with this one: only what is known on all of them is known."""
        for way in ways:
            now = self._now
            for region, varieties in way.moved.items():
                now.moved[region] = now.moved.get(region, 0) | varieties
            for region, spots in way.left.items():
                now.left[region] = now.left.get(region, frozenset()) | spots
            looks = dict(now.looks.items() & way.looks.items())
            same = dict(now.same.items() & way.same.items())
            self._now = TokensKnown(now.moved, now.left, now.apart & way.apart, looks, same)

    def passed(self, before: TokensKnown) -> None:
        """Something is over of which there may have been several passes: places it spoke of were others in each."""
        known = {spot for spots in before.left.values() for spot in spots}
        self._forget(spot for spots in self._now.left.values() for spot in spots if spot not in known)

    def _forget(self, spots: Iterable[tuple[Term, int]]) -> None:
        """It cannot be said any more which places these were."""
        gone = set(spots)
        for region, left in self._now.left.items():
            for _, varieties in left & gone:
                self.doubted(region, varieties)
            self._now.left[region] = left - gone


def _cells(term: Term) -> set[str]:
    return {part.region for part in all_parts(term) if isinstance(part, Cell)}


def may_move(node: tree.Node) -> bool:
    """Is there a sentence in it that moves something, or an action, which might?"""
    return any(isinstance(part, _MOVING) for part in parts(node))


def moves_beside(node: tree.Node) -> list[tree.Phrase | tree.Noun] | None:
    """If it moves nothing but what lies next to something toward somewhere, and nothing in it gets a name: next to
    what."""
    beside: list[tree.Phrase | tree.Noun] = []
    for part in parts(node):
        if isinstance(part, _NAMING):
            return None
        if not isinstance(part, _MOVING):
            continue
        filters = part.what.set.filters if isinstance(part, tree.Move) and isinstance(part.what, tree.Quantity) else ()
        near = [one.to for one in filters if isinstance(one, tree.Touching) and one.toward is not None]
        if not near:
            return None
        beside += near[:1]
    return beside


def others_may_move(body: tree.Node) -> bool:
    """May a pass of a loop move what other passes are about? Not where it only moves what it is about itself."""
    moving = [part for part in parts(body) if isinstance(part, _MOVING)]
    own = [
        part
        for part in moving
        if isinstance(part, tree.Become) or (isinstance(part, tree.Move) and not isinstance(part.what, tree.Quantity))
    ]
    return len(moving) > 1 or moving != own


@dataclass(frozen=True, slots=True)
class Frame:
    """A region to be laid out: whose it is, what it is for, how many cells, number or set, what the numbers stand
    for."""

    name: str
    action: str
    called: str
    role: FrameRole
    length: int
    kind: Literal["number", "set"]
    low: int
    high: int
    elements: str


@dataclass(slots=True)
class Frames:
    """All frame regions by name. What is done within a trigger has cells of its own: it may come in between where the
    same action is half done."""

    regions: dict[str, Frame] = field(default_factory=dict)
    within: str = ""
    tokens: TokensNamed = field(default_factory=TokensNamed)

    def cell(
        self,
        action: str,
        called: str,
        sort: Sort,
        role: FrameRole = FrameRole.VALUE,
        maybe: bool = True,
        shared: bool = False,
    ) -> FrameCell:
        """A cell for one value. With `shared` an existing cell of the same name and sort is used again."""
        name, low = self._name(action, called), sort.low if sort.form == "number" else -1
        wanted = Frame(name, action, called, role, 1, "number", low, _high(sort), element_class(sort))
        if not shared or self.regions.get(name) != wanted:
            name = self._new(wanted)
        self.tokens.named(name)
        return FrameCell(Cell(name, Const(0)), sort, maybe)

    def number(self, action: str, called: str, role: FrameRole, high: int) -> str:
        """A cell for a small number that only the flow uses."""
        return self._new(Frame(self._name(action, called), action, called, role, 1, "number", -1, high, "number"))

    def set(self, action: str, called: str, role: FrameRole, elements: str, size: int) -> str:
        """A cell for a set."""
        return self._new(Frame(self._name(action, called), action, called, role, 1, "set", 0, size, elements))

    def sequence(self, action: str, called: str, role: FrameRole, sort: Sort, most: int, shared: bool = False) -> str:
        """A length and that many members."""
        name, high = self._name(action, called), max(_high(sort), most)
        if not (shared and name in self.regions and self.regions[name].length >= most + 1):
            name = self._new(Frame(name, action, called, role, most + 1, "number", -1, high, element_class(sort)))
        self.tokens.named(name)
        return name

    def _name(self, action: str, called: str) -> str:
        return f"{action}: {called}" if self.within in ("", action) else f"{self.within}: {action}: {called}"

    def release(self, name: str) -> None:
        """A cell is not needed after all."""
        self.regions.pop(name, None)

    def _new(self, frame: Frame) -> str:
        """Give a frame a name that no other has."""
        number, free = 1, frame.name
        while free in self.regions:
            number += 1
            free = f"{frame.name} {number}"
        self.regions[free] = frame if free == frame.name else replace(frame, name=free)
        return free


def start_of(frame: Frame) -> tuple[int, ...]:
    """What the cells of a frame hold as long as nothing is remembered there."""
    if frame.length > 1:
        return (0, *([-1] * (frame.length - 1)))
    return (0,) if frame.kind == "set" else (-1,)


def _high(sort: Sort) -> int:
    if sort == POSITION:
        return MODULUS - 1
    return sort.high if sort.form == "number" else 1 << 20


def element_class(sort: Sort) -> str:
    """The class of values, for printing them."""
    if sort.form in ("piece", "place", "token", "position"):
        return sort.form
    return sort.noun if sort.form == "member" else "number"
