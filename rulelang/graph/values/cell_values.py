"""What layout, tables and the course of play say about cells, before anything is known of a moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, get_args

from rulelang.graph.access import every_effect
from rulelang.graph.bit_sets import members, set_of, union_of
from rulelang.graph.bounds import ANYTHING as ANY_VALUE
from rulelang.graph.bounds import NO_SCOPE, WIDEST, Bound, Scope, one_of
from rulelang.graph.evaluate import Definitions
from rulelang.graph.layout import Layout, Region, TokenStore
from rulelang.graph.program import ChanceNode, Decide, Do, Function, Node, Parameter, Program, Test
from rulelang.graph.roles import DIE_VALUE, FrameRole
from rulelang.graph.shape import free_locals
from rulelang.graph.terms import Const, Effect, Local, Possible, Put, Term, TruthTerm
from rulelang.graph.values.intervals import ANYTHING, FAR, Range, both, hull
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.graph.walk import all_parts

_Part: TypeAlias = tuple[str, int | None, bool]


class StaticTables:
    """The tables of one program; every answer is kept."""

    def __init__(self, of: Definitions) -> None:
        self.layout: Layout = of.layout
        self.tables: dict[str, tuple[int, ...]] = dict(of.tables)
        self.lists: dict[str, tuple[tuple[int, ...], ...]] = dict(of.lists)
        self.functions: dict[str, Function] = dict(of.functions)
        self._of_entries: dict[_Part, Bound] = {}
        self._of_listed: dict[tuple[str, int | None], Bound] = {}
        self._of_tokens: dict[tuple[int, int], Bound] = {}
        self._sizes: dict[_Part, tuple[int, int] | None] = {}
        self._themselves: dict[tuple[str, int], bool] = {}

    def _chosen(self, table: str, index: Bound) -> list[int]:
        """The entries that may be meant. The last one is the answer for nothing."""
        entries = self.tables[table]
        if index.among is None:
            return list(entries)
        chosen = [entries[i] for i in members(index.among) if i < len(entries) - 1]
        return chosen if index.never_nothing else [*chosen, entries[-1]]

    def bound_of_entry(self, table: str, index: Bound) -> Bound:
        """What an entry of a table can be."""
        key = (table, index.among, index.never_nothing)
        if key not in self._of_entries:
            chosen = self._chosen(table, index)
            self._of_entries[key] = _around(chosen) if chosen else ANY_VALUE
        return self._of_entries[key]

    def sizes_of_entry(self, table: str, index: Bound) -> tuple[int, int] | None:
        """Between how many members an entry of a table of sets has; None if it may be no set."""
        key = (table, index.among, index.never_nothing)
        if key not in self._sizes:
            chosen = self._chosen(table, index)
            sizes = [entry.bit_count() for entry in chosen] or [0]
            self._sizes[key] = None if min(chosen, default=0) < 0 else (min(sizes), max(sizes))
        return self._sizes[key]

    def is_itself(self, table: str, among: int) -> bool:
        """Are some entries of a table their own numbers?"""
        key = (table, among)
        if key not in self._themselves:
            entries = self.tables[table]
            self._themselves[key] = all(entries[i] == i for i in members(among) if i < len(entries))
        return self._themselves[key]

    def listed(self, table: str, among: int | None = None) -> Bound:
        """What the elements of the lists with these numbers can be."""
        key = (table, among)
        if key not in self._of_listed:
            lists = self.lists[table]
            chosen = lists if among is None else [lists[i] for i in members(among) if i < len(lists)]
            self._of_listed[key] = one_of(set_of(value for listed in chosen for value in listed), nothing=False)
        return self._of_listed[key]

    @property
    def every_variety(self) -> int:
        """The set of all varieties."""
        return (1 << len(self.layout.varieties)) - 1

    @property
    def every_place(self) -> int:
        """The set of all places."""
        return (1 << len(self.layout.places)) - 1

    def stores(self, varieties: int | None) -> list[TokenStore]:
        """Where the tokens of some varieties are counted."""
        tokens = self.layout.tokens
        return list(tokens) if varieties is None else [tokens[v] for v in members(varieties) if v < len(tokens)]

    def token(self, varieties: int, places: int) -> Bound:
        """What a token of some varieties in some places can be."""
        key = (varieties & self.every_variety, places & self.every_place)
        if key not in self._of_tokens:
            kinds, where = key
            each = set_of(v + len(self.layout.varieties) * p for p in members(where) for v in members(kinds))
            self._of_tokens[key] = one_of(each, nothing=False)
        return self._of_tokens[key]


def _around(values: list[int]) -> Bound:
    inside = union_of(values) if min(values) >= 0 else None
    among = set_of(value for value in values if value >= 0) if max(values) < WIDEST else None
    return Bound(min(values), max(values), inside, among)


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

    def __init__(self, program: Program, faces: Range = ANYTHING, held: Mapping[str, Range] | None = None) -> None:
        super().__init__(program)
        self.program = program
        self.faces = faces
        #: Between what the cells of a region lie in the course of play, where that is known.
        self.held = held or {}
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
        if region.name in self.held:
            return self.held[region.name]
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
        if region is None or region.kind != "set":
            return -1
        if name in self.held:
            return self.held[name][1]
        if region.high >= WIDEST:
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
