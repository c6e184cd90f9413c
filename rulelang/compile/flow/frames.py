"""Cells for what an action remembers: parameters, chosen things, loop positions. Actions do not recurse, so one set
is enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rulelang.compile.sorts import POSITION, Sort, Typed
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Cell, Const, Put, Term
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: The looks of all tokens.
ANY_LOOK = -1
#: The sentences that may move tokens or make others of them.
_MOVING = (tree.Move, tree.Draw, tree.Swap, tree.Become, tree.Call, tree.DoAction)


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
    """What is known of tokens at one point of the flow: by the cells that stand for them, how those look that may have
    moved since; and which places, by their cells, are not where such a token lies."""

    moved: dict[str, int]
    apart: frozenset[tuple[str, str]]


class TokensNamed:
    """A token that has a name is known by its look and its place. Once tokens have moved since it was named, none of
    that look may be there any more."""

    def __init__(self) -> None:
        self._moved: dict[str, int] = {}
        self._apart: set[tuple[str, str]] = set()
        self._ever = 0

    def named(self, region: str) -> None:
        """A cell stands for a token now, or for another place."""
        self._moved[region] = 0
        self._apart = {pair for pair in self._apart if region not in pair}

    def chosen_for(self, place: str, regions: Iterable[str]) -> None:
        """The place that a cell stands for was chosen with an eye to some tokens: none of them is there already."""
        self._apart |= {(place, region) for region in regions if region in self._moved}

    def moved(self, varieties: int, place: str = "") -> None:
        """Some tokens of these looks may move, perhaps only from the place that a cell stands for."""
        self._ever |= varieties
        for region in self._moved:
            if (place, region) not in self._apart:
                self._moved[region] |= varieties

    def is_there(self, region: str, varieties: int) -> bool:
        """Is what a cell stands for certainly where it was when it was named? It has one of these looks."""
        return not self._moved.get(region, self._ever) & varieties

    def known(self) -> TokensKnown:
        """What is known here, to come back to it where the flow forks."""
        return TokensKnown(dict(self._moved), frozenset(self._apart))

    def back_to(self, known: TokensKnown) -> None:
        """Another way begins where this was known."""
        self._moved, self._apart = dict(known.moved), set(known.apart)

    def joined(self, *ways: TokensKnown) -> None:
        """Other ways come together with this one: only what is known on all of them is known."""
        for way in ways:
            for region, varieties in way.moved.items():
                self._moved[region] = self._moved.get(region, 0) | varieties
            self._apart &= way.apart


def may_move(node: tree.Node) -> bool:
    """Is there a sentence in it that moves something, or an action, which might?"""
    return any(isinstance(part, _MOVING) for part in parts(node))


def moves_beside(node: tree.Node) -> bool:
    """Does it move nothing but single things, and what lies next to something toward somewhere?"""
    moving = [part for part in parts(node) if isinstance(part, _MOVING)]
    moves = [part.what for part in moving if isinstance(part, tree.Move)]
    several = [what.set.filters for what in moves if isinstance(what, tree.Quantity)]
    beside = [any(isinstance(one, tree.Touching) and one.toward is not None for one in filters) for filters in several]
    return len(moves) == len(moving) and all(beside)


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
