"""Cells for what an action remembers: parameters, chosen things, loop positions. Actions do not recurse, so one set
is enough."""

from __future__ import annotations

from typing import Literal

from rulelang.compile.sorts import POSITION, Sort, Typed
from rulelang.graph.terms import Cell, Const
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Frame:
    """A region to be laid out: a name, how many cells, number or set, what the numbers stand for."""

    name: str
    length: int
    kind: Literal["number", "set"]
    low: int
    high: int
    elements: str


@dataclass(slots=True)
class Frames:
    """All frame regions by name."""

    regions: dict[str, Frame] = field(default_factory=dict)

    def cell(self, name: str, sort: Sort, maybe: bool = True, shared: bool = False) -> Typed:
        """A cell for one value. With `shared` an existing cell of the same name and sort is used again."""
        wanted = Frame(name, 1, "number", sort.low if sort.form == "number" else -1, _high(sort), element_class(sort))
        if shared and self.regions.get(name) == wanted:
            return Typed(Cell(name, Const(0)), sort, maybe)
        name = self._free(name)
        self.regions[name] = Frame(name, wanted.length, wanted.kind, wanted.low, wanted.high, wanted.elements)
        return Typed(Cell(name, Const(0)), sort, maybe)

    def number(self, name: str, high: int) -> str:
        """A cell for a small number that only the flow uses."""
        name = self._free(name)
        self.regions[name] = Frame(name, 1, "number", -1, high, "number")
        return name

    def set(self, name: str, elements: str, size: int) -> str:
        """A cell for a set."""
        name = self._free(name)
        self.regions[name] = Frame(name, 1, "set", 0, size, elements)
        return name

    def sequence(self, name: str, sort: Sort, most: int, shared: bool = False) -> str:
        """A length and that many members."""
        if shared and name in self.regions and self.regions[name].length >= most + 1:
            return name
        name = self._free(name)
        self.regions[name] = Frame(name, most + 1, "number", -1, max(_high(sort), most), element_class(sort))
        return name

    def _free(self, name: str) -> str:
        number, free = 1, name
        while free in self.regions:
            number += 1
            free = f"{name} {number}"
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
