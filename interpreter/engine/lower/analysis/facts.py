"""What is known about a program without playing it: where cells are, bounds of every value, and what was worked out
while it is lowered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from interpreter.engine.executor import Fault
from interpreter.engine.lower.analysis.knowledge import SimplifyCache
from rulelang.graph import shape, terms
from rulelang.graph.access import PiecesRead
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import Bound, Scope
from rulelang.graph.evaluate import Terms
from rulelang.graph.layout import Region
from rulelang.graph.origin import Origin
from rulelang.graph.program import Function, Program
from rulelang.graph.state import Storage
from rulelang.graph.terms import Effect, Term
from rulelang.graph.values.any_state import AnyState

if TYPE_CHECKING:
    from interpreter.engine.lower.analysis.ahead import Needs

_E = TypeVar("_E")


class Facts(AnyState):
    """One program, and the tables the generator adds to it."""

    def __init__(self, program: Program, *, tries_less: bool = True) -> None:
        """`tries_less`: is it asked what is certain to be possible, though only trying tells of the rest?"""
        #: Functions are those of the program, and those made for known arguments.
        super().__init__(program)
        self.tries_less: Final = tries_less
        #: The names of those that were made, and what their parameters can be.
        self.made: Final[dict[object, str]] = {}
        self.bounds_of: Final[dict[str, dict[str, Bound]]] = {}
        self._invented: Final[dict[object, str]] = {}
        self._ahead: Callable[..., Needs] | None = None
        #: The names of functions that are never written out, by their bodies.
        self.kept_apart: Final[dict[Term, str]] = {}
        #: What terms were made of, while they are made simple.
        self.made_of: Final = SimplifyCache()
        self._fresh = 0
        #: What was found out by trying, by condition and circumstances.
        self.remembered: Final[dict[object, Term | None]] = {}
        self._tabulated: Final[dict[tuple[Term, int], str | None]] = {}
        self._reads: Final[dict[Term, frozenset[str]]] = {}
        self._mutual: Final[dict[str, bool]] = {}
        self.remembered_mutual: Final[dict[str, bool]] = {}
        self.remembered_rays: Final[dict[object, dict[int, tuple[int, ...]]]] = {}
        blank = Region("", 0, 0, "number", 0, 0, "flow", "open", ())
        self._cells = [(blank, 0)] * self.program.layout.size
        for region in self.program.layout.regions.values():
            for index in range(region.length):
                self._cells[region.base + index] = (region, index)

    @cached_property
    def evaluator(self) -> Terms:
        """The reference for terms, with the tables made here."""
        return Terms(self, Storage(self.layout), lambda *_: False)

    def ahead(self, effects: tuple[Effect, ...], target: int, simplify: Callable[[Term], Term], scope: Scope) -> Needs:
        """What must hold before effects so that the move they begin can be completed."""
        if self._ahead is None:
            from interpreter.engine.lower.analysis.ahead import Ahead

            self._ahead = Ahead(self).conditions
        return self._ahead(effects, target, simplify, scope)

    def tried(self, term: Term, given: Sequence[str]) -> Callable[..., int]:
        """A term without state as a function of some locals. Where it leads outside a table, that is a `Fault`."""
        names, value = tuple(given), self.evaluator.value
        return lambda *values: value([], dict(zip(names, values, strict=True)), term)

    # ------------------------------------------------------------------------------------------------- layout

    def region(self, name: str) -> Region:
        """A region of the layout."""
        return self.layout.regions[name]

    def cell(self, number: int) -> terms.Cell:
        """The term for a cell given by its number in the vector."""
        region, index = self._cells[number]
        return terms.Cell(region.name, terms.Const(index))

    def fresh(self) -> int:
        """A number that no name has yet."""
        self._fresh += 1
        return self._fresh

    def reads(self, term: Term) -> frozenset[str]:
        """The regions whose cells a term names, all the way down through the functions it calls."""
        found = self._reads.get(term)
        if found is None:
            regions = set(shape.regions(term))
            for function in shape.calls(term):
                regions |= self.reads(self.functions[function].body)
            found = self._reads[term] = frozenset(regions)
        return found

    def is_mutual(self, neighbours: str) -> bool:
        """Is every element a neighbour of its neighbours?"""
        if neighbours not in self._mutual:
            rows = self.tables[neighbours][:-1]
            self._mutual[neighbours] = all(rows[goal] >> start & 1 for start, near in enumerate(rows)
                                           for goal in members(near))  # fmt: skip
        return self._mutual[neighbours]

    @cached_property
    def pieces_read(self) -> PiecesRead:
        """The pieces of which it matters to a term where they lie."""
        return PiecesRead(self.functions, self.elements)

    @cached_property
    def token_regions(self) -> frozenset[str]:
        """The regions that hold tokens."""
        return frozenset(region.name for region in self.program.layout.regions.values() if region.role == "tokens")

    def cells_of(self, variety: int) -> str:
        """A table of the cells that count the tokens of a variety, by places."""
        layout = self.program.layout
        cells = (layout.tokens[variety].counts.get(place, 0) for place in range(len(layout.places)))
        return self.invent_table(f"cells of {layout.varieties[variety].name}", (*cells, 0))

    def invent_table(self, stem: str, entries: tuple[int, ...]) -> str:
        """A table of the generator's own; equal tables are made once."""
        return self._invent(stem, entries, self.tables)

    def tabulated(self, term: Term, among: int, stem: str) -> str | None:
        """A table of the values of a term without state by its only local, which is called "it"."""
        key = (term, among)
        if key not in self._tabulated:
            try:
                rows = tuple(
                    self.evaluator.value([], {"it": value}, term) if among >> value & 1 else 0
                    for value in range(among.bit_length())
                )
            except Fault:
                self._tabulated[key] = None
            else:
                self._tabulated[key] = self.invent_table(stem, (*rows, 0))
        return self._tabulated[key]

    def invent_function(self, stem: str, kind: Literal["truth", "set"], body: Term) -> terms.Apply:
        """What is the same wherever it is asked in one state, as a function that is never written out: who asks it in
        loops keeps its value. Equal ones are made once."""
        if body not in self.kept_apart:
            name, number = stem, 1
            while name in self.functions:
                number += 1
                name = f"{stem} {number}"
            self.functions[name] = Function(name, (), body, kind, Origin(None))
            self.kept_apart[body] = name
        return terms.Apply(self.kept_apart[body], ())

    def _invent(self, stem: str, entries: _E, into: dict[str, _E]) -> str:
        if entries not in self._invented:
            name, number = stem, 1
            while name in into:
                number += 1
                name = f"{stem} {number}"
            into[name] = entries
            self._invented[entries] = name
        return self._invented[entries]
