"""Cells kept in Python variables while a whole game is played in one function.

A region is kept in variables when every place of the code names its cells by constant numbers; one that is reached by a
computed index, or by a helper that gets the list, stays in the list. Which is which shows while the code is written:
the first attempt finds out, the next one uses it.
"""

from __future__ import annotations

from interpreter.engine.generate.cells import Cells, Vector
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.python.writer import Names, Text
from rulelang.graph.layout import Region
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass
class Registers:
    """Which regions live in variables, learnt from one attempt to the next."""

    facts: Facts
    taken: frozenset[str]
    state: str = "state"
    names: Names = field(init=False)
    #: Regions that have to stay in the list.
    in_list: set[str] = field(default_factory=set)
    #: Variables by cell, in the order of their first use.
    variables: dict[tuple[str, int], str] = field(default_factory=dict)
    #: Cells read and written in this attempt, and those that were not read in the last one.
    read_cells: set[tuple[str, int]] = field(default_factory=set)
    written: set[tuple[str, int]] = field(default_factory=set)
    unread: frozenset[tuple[str, int]] = frozenset()

    #: The regions in the list when this attempt began.
    started_with: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.names = Names(self.taken)
        self.started_with = set(self.in_list)

    def of(self, state: str) -> Cells:
        """Another list has no variables; a copy of this one would miss what they hold."""
        self.keep(None)
        return Vector(state)

    def read(self, region: Region, index: Text) -> Text:
        """A variable, or a cell of the list."""
        key = self._key(region, index)
        if key is None:
            return Vector(self.state).read(region, index)
        self.read_cells.add(key)
        return Text(self._variable(key))

    def target(self, region: Region, index: Text) -> Text | None:
        """Where to write one number. What only frames hold and nobody reads is not written."""
        key = self._key(region, index)
        if key is None:
            return Vector(self.state).read(region, index)
        if key in self.unread and region.role == "frame":
            return None
        self.written.add(key)
        return Text(self._variable(key))

    def base(self, region: Region) -> tuple[str, int]:
        """A whole region has to be in the list."""
        self.in_list.add(region.name)
        return self.state, region.base

    def keep(self, regions: frozenset[str] | None) -> None:
        """Code that gets the list finds these regions in it."""
        self.in_list |= set(self.facts.program.layout.regions) if regions is None else regions

    def can_change(self, text: Text) -> bool:
        """Variables that stand for cells are written later."""
        return text.text in self.variables.values()

    def holds(self, region: str) -> bool:
        """Is a region kept in variables?"""
        return region not in self.in_list

    def again(self) -> Registers:
        """A fresh attempt that knows what this one found out."""
        every = {(name, index) for name, region in self.facts.program.layout.regions.items()
                 for index in range(region.length)}  # fmt: skip
        fresh = Registers(self.facts, self.taken, self.state, set(self.in_list))
        fresh.unread = frozenset(every - self.read_cells)
        return fresh

    def _key(self, region: Region, index: Text) -> tuple[str, int] | None:
        if region.name in self.in_list:
            return None
        if not index.text.isdigit():
            self.in_list.add(region.name)
            return None
        return region.name, int(index.text)

    def _variable(self, key: tuple[str, int]) -> str:
        if key not in self.variables:
            name, index = key
            single = self.facts.region(name).length == 1
            self.variables[key] = self.names.new(name if single else f"{name} {index}")
        return self.variables[key]
