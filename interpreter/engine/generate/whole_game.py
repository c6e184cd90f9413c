"""Random games of a small game, written as one function.

The flow becomes structured: a node that is reached from one place stands there, the others head the loop. What is
known at a place is part of the place: where two players take turns, the code of a turn stands there twice, once for
each of them, with everything that depends on the player worked out.

    while True:                      while True:
        turn of `you`         ->         turn of player 0 ... if won: break
        you = 1 - you                    turn of player 1 ... if won: break
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from interpreter.engine.executor import LONGEST_GAME
from interpreter.engine.generate.cells import Cells, Scoped
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.kit import Key, Kit, Known
from interpreter.engine.generate.nodes import RESERVED
from interpreter.engine.generate.places import Place
from interpreter.engine.generate.registers import Registers
from interpreter.engine.generate.step import Step
from interpreter.engine.generate.ways import Unfit, Way
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.liveness import Liveness
from interpreter.engine.lower.analysis.tracked import tracked_cells
from interpreter.engine.python.writer import Names, Text
from rulelang.graph import terms
from rulelang.graph.access import named_writes
from rulelang.graph.program import Chance, Decide, Do, End
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: One function for the whole game: at most so many places, and lines.
_MOST_PLACES: Final = 80
_MOST_LINES: Final = 1200

#: Functions of the rulebook up to this weight are written out where they are used.
_SMALL_FUNCTION: Final = 400

#: Nodes before the end that may be written several times.
_LONGEST_TAIL: Final = 4

#: Places written into the one before them, at most so deep: Python allows 100 levels of indentation.
_DEEPEST: Final = 40


@dataclass
class _Attempt:
    """One way to write the game in one function: which places head the loop, and which cells are in variables. It is
    the road of the steps written for it."""

    writer: WholeGames
    heads: list[Place] | None
    registers: Registers
    edges: Counter[Place] = field(default_factory=Counter)
    order: list[Place] = field(default_factory=list)

    small: int = _SMALL_FUNCTION
    counts_moves: bool = True
    looking: None = None

    @property
    def cells(self) -> Cells:
        return self.registers

    @property
    def names(self) -> Names:
        return self.registers.names

    def go(self, target: int, step: Step, *, moved: bool) -> None:
        self.writer.go(target, step, self)

    def follows(self, key: Key) -> bool:
        return key in self.writer.kit.tracked and self.registers.holds(key[0])

    def settle(self, effect: Effect, step: Step) -> None:
        changing = [key for key in step.known if key[0] in named_writes(effect)]
        self.writer.settle(step.known, changing, step.expressions.base, self)

    def trial(self, way: Way, node: Decide, known: Mapping[Key, Term]) -> str:
        raise Unfit(way.name)

    def listing(self, name: str) -> str:
        raise Unfit(name)


class WholeGames:
    """Writes the function for whole games."""

    def __init__(self, kit: Kit) -> None:
        self._given: Final = kit
        self.kit = kit
        self._facts: Final[Facts] = kit.facts
        self._writer: Final = kit.writer
        self._nodes: Final = {node.number: node for node in kit.facts.program.nodes}

    def write(self) -> list[Place]:
        """Write `playout(state, source, place)` if the game is small enough; the places it can begin at."""
        for follow in (True, False):
            tracked = tracked_cells(self._facts) if follow else frozenset[Key]()
            self.kit = replace(self._given, tracked=tracked, liveness=Liveness(self._facts, tracked))
            before, depth, origin = len(self._writer.lines), self._writer.depth, self._writer.origin
            try:
                return self._try()
            except Unfit:
                self._writer.take_back(before)
                self._writer.depth, self._writer.origin = depth, origin
        return []

    def _try(self) -> list[Place]:
        heads = self._roots()
        cells = Registers(self._facts, RESERVED | self.kit.module.names)
        while True:
            # Each attempt tells which places are reached twice, and which cells cannot be kept in variables.
            before = len(self._writer.lines)
            attempt = _Attempt(self, heads, cells)
            self._write(attempt, heads)
            again = cells.again()
            found = [place for place in attempt.order if attempt.edges[place] > 1 and place not in heads]
            if not found and again.in_list == cells.started_with and again.unread == cells.unread:
                return heads
            self._writer.take_back(before)
            heads = [*heads, *found]
            cells = again

    def _roots(self) -> list[Place]:
        """Where a game stands after its start: the first decisions and chances."""
        start: Known = {key: terms.Const(self._facts.region(key[0]).start[key[1]]) for key in sorted(self.kit.tracked)}
        before = len(self._writer.lines)
        attempt = _Attempt(self, None, Registers(self._facts, RESERVED))
        self.go(self._facts.program.entry, Step(self.kit, attempt, start), attempt)
        self._writer.take_back(before)
        return list(dict.fromkeys(attempt.order))

    def _write(self, attempt: _Attempt, heads: list[Place]) -> None:
        write = self._writer.write
        write("")
        write("")
        start = len(self._writer.lines)
        self._writer.depth += 1
        write("random = source.random")
        write("moves = 0")
        loads = len(self._writer.lines)
        with self._writer.block(f"for _ in range({LONGEST_GAME}):"):
            for number, place in enumerate(heads):
                if len(heads) == 1:
                    self._write_place(place, attempt)
                    break
                with self._writer.block(f"{'el' if number else ''}if place == {number}:"):
                    self._write_place(place, attempt)
        with self._writer.block("else:"):
            write(f'raise {self.kit.module.helper("Fault")}("the game goes on without end")')
        self._unload(attempt.registers)
        write(f"state[{self._facts.region('node').base}] = node")
        write("return moves")
        self._writer.depth -= 1
        body = self._writer.take_back(loads)
        head = self._writer.take_back(start)
        # Names of the module become variables of the function: Python finds them faster there.
        used = {word for line in body for word in re.findall(r"\w+", line.text)} - {"Fault", "Stuck"}
        quick = "".join(f", {name}={name}" for name in sorted(self.kit.module.names & used))
        write(f"def playout(state, source, place{quick}):")
        self._writer.lines += head
        self._load(attempt.registers)
        self._writer.lines += body

    def _write_place(self, place: Place, attempt: _Attempt) -> None:
        number, known, _ = place
        start: Known = {key: terms.Const(value) for key, value in known}
        Step(self.kit, attempt, start).node(self._nodes[number])

    def _load(self, cells: Registers) -> None:
        self._writer.depth += 1
        for (region, index), variable in cells.variables.items():
            self._writer.write(f"{variable} = state[{self._facts.region(region).base + index}]")
        self._writer.depth -= 1

    def _unload(self, cells: Registers) -> None:
        for (region, index), variable in cells.variables.items():
            if (region, index) in cells.written and self._facts.region(region).role != "frame":
                self._writer.write(f"state[{self._facts.region(region).base + index}] = {variable}")

    def _is_tail(self, number: int) -> bool:
        """Is it the end, or only effects before the end? Such a place may stand in the code several times."""
        node = self._nodes.get(number)
        for _ in range(_LONGEST_TAIL):
            if not isinstance(node, Do):
                break
            node = self._nodes.get(node.target)
        return isinstance(node, End)

    def go(self, target: int, step: Step, attempt: _Attempt) -> None:
        """The way on to another node, where something is known."""
        known, base = dict(step.known), step.expressions.base
        live = self.kit.liveness.at[target]
        fixed = [(key, value.value) for key, value in sorted(known.items(), key=lambda item: item[0])
                 if key in live and isinstance(value, terms.Const)]  # fmt: skip
        place: Place = (target, tuple(fixed), False)
        node = self._nodes[target]
        write = self._writer.write
        if attempt.heads is None:
            attempt.edges[place] += 1
            if isinstance(node, Decide | Chance):
                attempt.order.append(place)
            if isinstance(node, Decide | Chance | End) or attempt.edges[place] > 1:
                return
        elif isinstance(node, End):
            self.settle(known, known.keys(), base, attempt)
            write(f"node = {target}")
            write("break")
            return
        elif place in attempt.heads:
            moving = [key for key, value in known.items() if key in live and not isinstance(value, terms.Const)]
            self.settle(known, moving, base, attempt)
            if len(attempt.heads) > 1:
                write(f"place = {attempt.heads.index(place)}")
            write("continue")
            return
        elif not self._is_tail(target):
            attempt.edges[place] += 1
            if place in attempt.order:
                return
            attempt.order.append(place)
        if step.depth > _DEEPEST or len(attempt.order) > _MOST_PLACES or len(self._writer.lines) > _MOST_LINES:
            raise Unfit
        Step(self.kit, attempt, known, step.depth + 1, base, sure=step.sure).node(node)

    def settle(self, known: Known, keys: Iterable[Key], base: Scoped, attempt: _Attempt) -> None:
        """Write what is known of some cells into their variables."""
        cells = attempt.registers
        for region, index in sorted(keys):
            found = self._facts.region(region)
            if not cells.holds(region) or (found.role == "frame" and (region, index) in cells.unread):
                continue
            target = cells.target(found, Text(str(index)))
            value = known[region, index]
            text = Expressions(self._facts, self._writer, cells.names, cells, self.kit.module).value(value, base)
            if target is not None:
                self._writer.write(f"{target.text} = {text.text}")
