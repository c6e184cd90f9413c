"""Random games written as one function for each place of the flow.

A place is a node and what is known there of single cells, such as whose turn it is: the code of a turn is written for
each player, with everything that depends on the player worked out. `random_12(state, source, random)` makes one move,
or lets chance decide, and runs on; it gives the number of the next place, or `~` of it when a move was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from interpreter.engine.generate.cells import Cells, Vector
from interpreter.engine.generate.kit import Key, Kit, Known
from interpreter.engine.generate.looking import Looking
from interpreter.engine.generate.nodes import RESERVED
from interpreter.engine.generate.step import Step
from interpreter.engine.generate.ways import Unfit, Way
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.liveness import Liveness
from interpreter.engine.lower.analysis.tracked import tracked_cells, weight_of
from interpreter.engine.python.writer import Names, Text
from rulelang.graph import terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Program, Test
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: A place of the flow: a node, what is known there, and whether no sentence can fail on the way from it.
Place: TypeAlias = tuple[int, tuple[tuple[Key, int], ...], bool]

#: More places, or more lines, are tried again with less of what is known.
_MOST_PLACES: Final = 300
_MOST_LINES: Final = 11_000

#: After so many places it can be told how long the others will become.
_SAMPLE: Final = 6

#: What happens by itself is written into the place before it up to this weight, so deep, and while the function has so
#: many lines.
_DEEPEST: Final = 12
_LONGEST_FUNCTION: Final = 250


@dataclass(frozen=True, slots=True)
class Measure:
    """How much is written out: nodes into the place before them and functions of the rulebook where they are used, both
    up to a weight (None: as everywhere); whether look-ahead is written for what is known."""

    node: int
    function: int | None
    looks: bool


#: Rulebooks of at most this weight are small.
_SMALL_RULEBOOK: Final = 1100
_OF_SMALL: Final = Measure(400, 2500, looks=True)
_OF_LARGE: Final = Measure(0, None, looks=False)

#: Cells of players that are told apart where their value is not known.
_MOST_PLAYERS: Final = 4


def _counting_cells(facts: Facts) -> frozenset[Key]:
    """Cells that count: told apart by what they hold, places would never end."""
    found: set[Key] = set()
    for effect in _effects(facts.program):
        for part in all_parts(effect):
            if isinstance(part, terms.Put) and isinstance(part.index, terms.Const):
                inside = [one for one in all_parts(part.value) if isinstance(one, terms.Arithmetic)]
                if any(terms.Cell(part.region, part.index) in all_parts(one) for one in inside):
                    found.add((part.region, part.index.value))
    return frozenset(found)


def _effects(program: Program) -> Iterator[Effect]:
    for node in program.nodes:
        if isinstance(node, Do | Chance):
            yield from node.effects
        elif isinstance(node, Decide):
            for option in node.options:
                yield from option.effects


@dataclass
class _Road:
    """Writes one place."""

    writer: Places
    names: Names
    cells: Cells = field(default_factory=Vector)
    small: int | None = None
    counts_moves: bool = False
    begin: int = 0

    def go(self, target: int, step: Step, *, moved: bool) -> None:
        self.writer.go(target, step, self, moved=moved)

    def follows(self, key: Key) -> bool:
        return False

    def settle(self, effect: Effect, step: Step) -> None:
        """Everything is written at once."""

    @property
    def looking(self) -> Looking | None:
        return self.writer.looking if self.writer.measure.looks else None

    def trial(self, way: Way, node: Decide, known: Mapping[Key, Term]) -> str:
        return self.writer.looking.trial(way, node, known)

    def listing(self, name: str) -> str:
        return name


class Places:
    """Writes the functions of all places a game can come to."""

    def __init__(self, kit: Kit) -> None:
        self._given: Final = kit
        self.kit = kit
        self._facts: Final = kit.facts
        self._nodes: Final = {node.number: node for node in kit.facts.program.nodes}
        is_small = sum(map(weight_of, kit.facts.program.nodes)) <= _SMALL_RULEBOOK
        self.measure: Final[Measure] = _OF_SMALL if is_small else _OF_LARGE
        self.found: list[Place] = []
        self._numbers: dict[Place, int] = {}
        self.looking = Looking(kit, self.measure.function, self.measure.looks)

    def write(self) -> list[Place]:
        """Write `random_0(state, source, random)` and so on; the places in the order of their numbers."""
        players = tracked_cells(self._facts, frozenset({"player"}))
        every = tracked_cells(self._facts) - _counting_cells(self._facts)
        follow = (every, players) if self.measure.looks else ()
        for tracked in (*follow, frozenset[Key]()):
            self.kit = replace(self._given, tracked=tracked, liveness=Liveness(self._facts, tracked))
            before, depth, origin = len(self.kit.writer.lines), self.kit.writer.depth, self.kit.writer.origin
            try:
                self._write_all(most=None if not tracked else _MOST_PLACES)
                return self.found
            except Unfit:
                self.kit.writer.take_back(before)
                self.kit.writer.depth, self.kit.writer.origin = depth, origin
        raise Unfit

    def _write_all(self, most: int | None) -> None:
        self.found, self._numbers = [], {}
        self.looking = Looking(self.kit, self.measure.function, self.measure.looks)
        begin = len(self.kit.writer.lines)
        start = tuple((key, self._facts.region(key[0]).start[key[1]]) for key in sorted(self._live(self._entry)))
        self.number((self._entry, start, False))
        for number, place in enumerate(self.found):
            if most is not None:
                lines = len(self.kit.writer.lines) - begin
                # So many lines it would become if no more places were found.
                expected = lines * len(self.found) // max(number, 1)
                if number > most or lines > _MOST_LINES or (number >= _SAMPLE and expected > 2 * _MOST_LINES):
                    raise Unfit
            self._write(number, place)

    @property
    def _entry(self) -> int:
        return self._facts.program.entry

    def _live(self, node: int) -> frozenset[Key]:
        return self.kit.liveness.at[node]

    def number(self, place: Place) -> int:
        """The number of a place; a new one will be written."""
        if place not in self._numbers:
            self._numbers[place] = len(self.found)
            self.found.append(place)
        return self._numbers[place]

    def _write(self, number: int, place: Place) -> None:
        node, known, sure = place
        if isinstance(self._nodes[node], End):
            return
        writer = self.kit.writer
        before = len(writer.lines)
        writer.write("")
        writer.write("")
        names = Names(RESERVED | self.kit.module.names)
        road = _Road(self, names, small=self.measure.function, begin=len(writer.lines))
        with writer.block(f"def random_{number}(state, source, random):"):
            start: Known = {key: terms.Const(value) for key, value in known}
            if known:
                told = ", ".join(f"{' '.join(name.split())} is {value}" for (name, _), value in known)
                writer.write(f"# where {told}")
            Step(self.kit, road, start, sure=sure).node(self._nodes[node])
        body = writer.take_back(before)
        self.looking.write()
        writer.lines += body

    def go(self, target: int, step: Step, road: _Road, *, moved: bool) -> None:
        """The way on to another node."""
        node = self._nodes[target]
        known = dict(step.known)
        if step.depth < _DEEPEST and self._is_written_into(node, road):
            Step(self.kit, road, known, step.depth + 1, step.expressions.base, sure=step.sure, moved=moved).node(node)
            return
        sign = "~" if moved else ""
        live = self._live(target)
        sure = step.sure and isinstance(node, Do | Test) and not node.rest
        fixed = {key: value.value for key, value in known.items() if key in live and isinstance(value, terms.Const)}
        unknown = [key for key in sorted(live) if key not in fixed and self._is_player(key)]
        if not unknown:
            self.kit.writer.write(f"return {sign}{self.number((target, tuple(sorted(fixed.items())), sure))}")
            return
        key = unknown[0]
        choices = [tuple(sorted({**fixed, key: player}.items())) for player in range(self._facts.program.players)]
        numbers = [self.number((target, place, sure)) for place in (*choices, tuple(sorted(fixed.items())))]
        cell = road.cells.read(self._facts.region(key[0]), Text(str(key[1])))
        self.kit.writer.write(f"return {sign}({', '.join(map(str, numbers))})[{cell.text}]")

    def _is_player(self, key: Key) -> bool:
        """Does the cell hold one player? A set of players, such as the winners, is another number altogether."""
        region = self._facts.region(key[0])
        one = region.kind == "number" and region.elements == "player"
        return one and self._facts.program.players <= _MOST_PLAYERS

    def _is_written_into(self, node: Node, road: _Road) -> bool:
        if not isinstance(node, Do | Test):
            return False
        if node.number in self.kit.nodes.inlined:
            return True
        is_short = len(self.kit.writer.lines) - road.begin < _LONGEST_FUNCTION
        return is_short and weight_of(node) <= self.measure.node
