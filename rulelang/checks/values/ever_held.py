"""What counters, marks and variables ever come to hold.

    each player may be Crowned
    to Reign:
        if you are Crowned:
            you become Crowned      nobody is, so nobody ever will be

It begins with what everything holds at first, and with nothing of what sentences write. Whatever can be come to then
may write its value, and is asked again with that, until nothing new is written. What grows bit by bit is taken to grow
as far as it can.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rulelang.graph.access import ANYTHING, Accesses
from rulelang.graph.bit_sets import union_of
from rulelang.graph.course_of_play import CourseOfPlay
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Test
from rulelang.graph.roles import DIE_VALUE
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import Arithmetic, Effect, ForIn, Name, Possible, Put, Require, Term, When
from rulelang.graph.values.assume import Values
from rulelang.graph.values.cell_values import NO_NAMES, Names
from rulelang.graph.values.intervals import ALWAYS, NEVER, Range
from rulelang.graph.values.known_facts import KnownFacts

_KEPT: Final = ("counter", "flag", "variable")
_STEADY: Final = 3
"""After so many times what still grows may be anything."""

#: A node and a way out of it.
_Way: TypeAlias = tuple[int, int]


class EverHeld:
    """Between what the cells of each region lie, where that is less than the region has room for; of sets, between
    nothing and all that is ever in one."""

    def __init__(
        self, values: Values, course: CourseOfPlay, reader: Accesses, asked: Sequence[Possible], free: str = ""
    ) -> None:
        """`asked`: all that is looked at ahead. `free`: a region that may hold anything, whatever is written there."""
        self._values = values
        self._course = course
        program = values.program
        regions = values.layout.regions
        #: What is looked at ahead is carried out on trial, and sees what it writes.
        self._entries = [program.entry, *{one.node for one in asked}]
        filled = {put.region for one in asked for put in one.fill}
        self._regions = {
            name: region
            for name, region in regions.items()
            if region.role in _KEPT and name not in (DIE_VALUE, "face-down", free, *filled)
        }
        self._room = {name: values.region_range(name) for name in self._regions}
        self.held = {name: _at_first(region) for name, region in self._regions.items()}
        self._now: dict[str, Range] = {}
        #: The same, as facts that are true at any moment.
        self.known = KnownFacts()
        #: The numbers of the nodes that can be come to then.
        self.reached: set[int] = set()
        self._done: dict[_Way, bool] = {}
        self._read: dict[_Way, frozenset[str]] = {}
        self._reader = reader
        times = 0
        while self._grows(times):
            times += 1

    def unchanged(self) -> frozenset[str]:
        """The regions that always hold what they hold at first."""
        return frozenset(name for name, held in self.held.items() if held == _at_first(self._regions[name]))

    def _grows(self, times: int) -> bool:
        """Go through all that can be come to once; was anything new written?"""
        self.held = {name: held for name, held in self.held.items() if held != self._room[name]}
        self._now = dict(self.held)
        self.known = self._as_facts()
        self.reached = self._course.reached(self._entries, self._may_be_taken)
        grown = {name for name, held in self._now.items() if held != self.held[name]}
        self.held = {**self._now, **({name: self._room[name] for name in grown} if times >= _STEADY else {})}
        # Who reads nothing that has grown writes nothing new.
        if grown:
            self._done = {way: done for way, done in self._done.items() if grown.isdisjoint(self._reads(*way))}
        return bool(grown)

    def _reads(self, number: int, way: int) -> frozenset[str]:
        """The regions that it hangs on whether a way out of a node can be gone, and what is written there."""
        if (number, way) not in self._read:
            node = self._values.program.nodes[number]
            asked: object = node
            if isinstance(node, Decide):
                asked = tuple((one.parameters, one.guard, one.effects) for one in node.options[way : way + 1])
            read = self._reader.read_in(asked)
            self._read[number, way] = frozenset(self._regions) if ANYTHING in read else read
        return self._read[number, way]

    def _as_facts(self) -> KnownFacts:
        cells, sets = {}, {}
        for name, (low, high) in self.held.items():
            region = self._regions[name]
            if region.kind == "set":
                sets[name] = ((0, high, 0, high.bit_count()),) * region.length
            else:
                cells[name] = ((low, high),) * region.length
        return KnownFacts(cells=cells, sets=sets)

    # --------------------------------------------------------------------- steps

    def _may_be_taken(self, step: CourseStep) -> bool:
        node, option = self._values.program.nodes[step.source], step.option
        way = step.source, step.way
        if way not in self._done:
            chosen = isinstance(node, ChanceNode) and node.parameter is not None and (node.parameter,)
            parameters = option.parameters if option is not None else chosen or ()
            names = self._values.with_parameters(parameters, NO_NAMES, self.known)
            before = node.arms[: step.way] if isinstance(node, Test) else ()
            self._done[way] = (
                self._truth(step.condition, names) != NEVER
                and all(self._truth(one) != ALWAYS for one, _ in before)
                and all(self._truth(one.where, names) != NEVER for one in parameters)
                and self._carried_out(step.effects, names)
            )
        return self._done[way]

    def _truth(self, condition: Term | None, names: Names = NO_NAMES) -> int:
        return self._values.rested().truth(condition, names, self.known)

    # ------------------------------------------------------------------- effects

    def _carried_out(self, effects: Iterable[Effect], names: Names) -> bool:
        """Note what effects write; False if they cannot be obeyed."""
        named = dict(names)
        for effect in effects:
            match effect:
                case Name(name, value):
                    named[name] = self._values.rested().bound(value, named, self.known)
                case Put(region, _, value) if region in self._now:
                    self._write(region, value, named)
                case Require(condition) if self._truth(condition, named) == NEVER:
                    return False
                case When(condition, then, otherwise):
                    truth = self._truth(condition, named)
                    possible = [
                        self._carried_out(side, named)
                        for side, other in ((then, NEVER), (otherwise, ALWAYS))
                        if truth != other
                    ]
                    if not any(possible):
                        return False
                case ForIn(name, domain, body):
                    inside = self._values.rested().with_element(name, domain, named, self.known)
                    if self._values.emptiness(domain, named, self.known) != ALWAYS:
                        self._carried_out(body, inside)
                case _:
                    pass
        return True

    def _write(self, name: str, value: Term, names: Names) -> None:
        low, high = self._now[name]
        least, most = self._room[name]
        values = self._values.rested()
        if self._regions[name].kind == "set":
            members = values.members(value, names, self.known)
            self._now[name] = (0, high | members) if members >= 0 and high != most else (0, most)
            return
        new = values.number(value, names, self.known)
        grows = isinstance(value, Arithmetic)
        if new[0] < low:
            low = least if grows else max(new[0], least)
        if new[1] > high:
            high = most if grows else min(new[1], most)
        self._now[name] = low, high


def _at_first(region: Region) -> Range:
    if region.kind == "set":
        return 0, union_of(region.start)
    return min(region.start), max(region.start)
