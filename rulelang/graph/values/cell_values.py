"""What layout, tables and the course of play say about cells, before anything is known of a moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Final, TypeAlias, get_args

from rulelang.graph.access import every_effect
from rulelang.graph.bounds import NO_SCOPE, WIDEST, Bound, Scope
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Do, Node, Parameter, Program, Test
from rulelang.graph.roles import DIE_VALUE, FrameRole
from rulelang.graph.shape import free_locals
from rulelang.graph.terms import Const, Effect, Local, Possible, Put, Term, TruthTerm
from rulelang.graph.values.intervals import ANYTHING, FAR, Range, both, hull
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.graph.values.static_tables import StaticTables
from rulelang.graph.walk import all_parts

Names: TypeAlias = Scope
"""What the things can be that are known by name: what a fold goes through, what was chosen."""
NO_NAMES: Final[Names] = NO_SCOPE
#: Forms whose value is 0 or 1.
CONDITIONS: Final = frozenset(get_args(TruthTerm))
EVERYBODY: Final = Const(-2)
"""No holder has this number: a cell with this index stands for the cells of all holders."""


class CellValues(StaticTables, ABC):
    """Bounds of cells in one program."""

    #: So many definitions within one another are looked into.
    deepest = 6
    #: Only states that play comes to: sums are taken apart, and whoever's Hand is spoken of is there.
    in_play = True

    def __init__(self, program: Program, faces: Range = ANYTHING) -> None:
        super().__init__(program)
        self.program = program
        self.faces = faces
        self.supplies = [self._supply(number) for number in range(len(program.layout.varieties))]
        self._frames: dict[str, Range] = {}
        self._regions: dict[str, Range] = {}
        self._written: dict[str, list[tuple[Term, tuple[Parameter, ...]]]] | None = None
        self._insides: dict[object, int] = {}
        self._free: dict[Term, tuple[str, ...]] = {}
        self._inner = 0
        #: While a cell is being worked out that others depend on, nothing is remembered.
        self.settling = 0

    @abstractmethod
    def number(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Range:
        """The least and the greatest value of a term."""

    @abstractmethod
    def with_parameters(
        self, parameters: tuple[Parameter, ...], names: Names, facts: KnownFacts = NOTHING_KNOWN
    ) -> dict[str, Bound]:
        """The names, with what may be chosen for each parameter."""

    def _supply(self, variety: int) -> int:
        """How many tokens of a variety there are: all of them begin in counted places."""
        region = self.program.layout.regions.get(f"tokens {variety} counted")
        return sum(region.start) if region is not None else FAR

    def asked(self, term: Term, names: Names) -> tuple[object, Names]:
        """What an answer hangs on where nothing is known of the moment: the term, and what is known of the names in
        it."""
        if not names:
            return term, names
        free = self._free.get(term)
        if free is None:
            free = self._free[term] = tuple(sorted(free_locals(term)))
        return ((term, *map(names.get, free)), names) if free else (term, NO_NAMES)

    # -------------------------------------------------------------------- cells

    def cell_range(self, name: str, index: Term, names: Names, facts: KnownFacts) -> Range:
        """Between what a cell of a region lies."""
        known = facts.cells.get(name)
        if known is not None:
            if len(known) == 1:
                return known[0]
            low, high = self.number(index, names, facts)
            chosen = known[max(low, 0) : high + 1] or known
            return min(one[0] for one in chosen), max(one[1] for one in chosen)
        inside = facts.sets.get(name)
        if inside is not None:
            low, high = self.number(index, names, facts)
            members = inside[max(low, 0) : high + 1] or inside
            return 0, max(one[1] for one in members)
        return self.region_range(name)

    def region_range(self, name: str) -> Range:
        """Between what all cells of a region lie."""
        known = self._regions.get(name)
        if known is None:
            region = self.layout.regions.get(name)
            known = ANYTHING if region is None else self._of_region(region)
            if not self.settling:
                self._regions[name] = known
        return known

    def _of_region(self, region: Region) -> Range:
        if region.name == DIE_VALUE:
            return both((region.low, region.high), self.faces)
        if region.kind == "set":
            everything = self.all_of_region(region.name)
            return 0, everything if everything >= 0 else FAR
        if region.role == "counter" or region.name == "playing":
            return region.low, region.high
        if region.role == "tokens":
            return 0, max(region.high, 0)
        most = self._last_element(region.elements)
        if region.role == "frame" and region.length == 1:
            low, high = self._frame(region.name)
            return max(low, -1) if most < FAR else low, min(high, most)
        return (-1, most) if region.role == "variable" else (-1, FAR)

    def all_of_region(self, name: str) -> int:
        """All that the sets of a region can hold; -1 if it may be anything."""
        region = self.layout.regions.get(name)
        if region is None or region.kind != "set" or region.high >= WIDEST:
            return -1
        return (1 << region.high) - 1

    def _last_element(self, elements: str) -> int:
        """The highest number of a player, a place, a piece or a member of a kind."""
        if elements in ("player", "place", "piece"):
            counts = {
                "player": self.program.players, "place": len(self.layout.places), "piece": len(self.layout.pieces)
            }  # fmt: skip
            return counts[elements] - 1
        members = self.program.names.get(elements)
        return len(members) - 1 if members and elements != "token" else FAR

    def _frame(self, name: str) -> Range:
        """What is ever written into a cell that an action uses."""
        known = self._frames.get(name)
        if known is not None:
            return known
        self._frames[name] = ANYTHING
        self.settling += 1
        found: Range = (-1, -1)
        for value, parameters in self._puts().get(name, []):
            names = self.with_parameters(parameters, {}) if parameters else NO_NAMES
            found = hull(found, self.number(value, names))
        self.settling -= 1
        self._frames[name] = found
        return found

    def _puts(self) -> dict[str, list[tuple[Term, tuple[Parameter, ...]]]]:
        if self._written is None:
            self._written = {}
            for region, value, parameters in self._all_written():
                self._written.setdefault(region, []).append((value, parameters))
        return self._written

    def _all_written(self) -> Iterator[tuple[str, Term, tuple[Parameter, ...]]]:
        """Every value written into a region, and what is chosen where that happens."""
        asks_ahead = any(region.frame is FrameRole.ASKED_OF for region in self.layout.regions.values())
        for node in self.program.nodes:
            for parameters, condition, effects in _ways(node):
                puts = [effect for effect in every_effect(effects) if type(effect) is Put]
                for part in all_parts((condition, effects)) if asks_ahead else ():
                    puts += part.fill if type(part) is Possible else ()
                yield from ((put.region, put.value, parameters) for put in puts)
            for option in node.options if isinstance(node, Decide) else ():
                yield from ((region, Local(""), ()) for region in option.handfuls.values())


def _ways(node: Node) -> Iterator[tuple[tuple[Parameter, ...], Any, tuple[Effect, ...]]]:
    """Everything about a node that may write: what is chosen there, what it asks, and the effects."""
    match node:
        case Decide():
            for option in node.options:
                yield option.parameters, (option.parameters, option.guard), option.effects
        case ChanceNode():
            yield (() if node.parameter is None else (node.parameter,)), None, node.effects
        case Do():
            yield (), None, node.effects
        case Test():
            yield (), node.arms, ()
        case _:
            pass
