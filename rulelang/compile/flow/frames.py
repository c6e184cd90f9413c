"""Cells for what an action remembers: parameters, chosen things, loop positions. Actions do not recurse, so one set
is enough."""

from __future__ import annotations

from typing import Literal

from rulelang.compile.sorts import POSITION, Sort, Typed
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Cell, Const, Put, Term
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.tuning.fast_dataclass import dataclass, field, replace


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


class TokensNamed:
    """A token that has a name is known by its look and its place. Once tokens have moved since it was named, none of
    that look may be there any more."""

    def __init__(self) -> None:
        self._moves: list[int] = []
        self._named: dict[str, int] = {}

    def named(self, region: str) -> None:
        """A cell stands for a token now."""
        self._named[region] = len(self._moves)

    def moved(self, varieties: int) -> None:
        """Some tokens of these looks may move."""
        self._moves.append(varieties)

    def is_there(self, region: str, varieties: int) -> bool:
        """Is what a cell stands for certainly where it was when it was named? It has one of these looks."""
        return not any(moved & varieties for moved in self._moves[self._named.get(region, 0) :])


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
    """All frame regions by name."""

    regions: dict[str, Frame] = field(default_factory=dict)
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
        name, low = f"{action}: {called}", sort.low if sort.form == "number" else -1
        wanted = Frame(name, action, called, role, 1, "number", low, _high(sort), element_class(sort))
        if not shared or self.regions.get(name) != wanted:
            name = self._new(wanted)
        self.tokens.named(name)
        return FrameCell(Cell(name, Const(0)), sort, maybe)

    def number(self, action: str, called: str, role: FrameRole, high: int) -> str:
        """A cell for a small number that only the flow uses."""
        return self._new(Frame(f"{action}: {called}", action, called, role, 1, "number", -1, high, "number"))

    def set(self, action: str, called: str, role: FrameRole, elements: str, size: int) -> str:
        """A cell for a set."""
        return self._new(Frame(f"{action}: {called}", action, called, role, 1, "set", 0, size, elements))

    def sequence(self, action: str, called: str, role: FrameRole, sort: Sort, most: int, shared: bool = False) -> str:
        """A length and that many members."""
        name, high = f"{action}: {called}", max(_high(sort), most)
        if not (shared and name in self.regions and self.regions[name].length >= most + 1):
            name = self._new(Frame(name, action, called, role, most + 1, "number", -1, high, element_class(sort)))
        self.tokens.named(name)
        return name

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
