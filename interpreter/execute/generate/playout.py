"""Python that plays random games: by one function for a whole game where the game is small, else by one for each step.

In one function the flow becomes structured: a node that is reached from one place stands there, the others head the
loop.
What is known at a place is part of the place: where two players take turns, the code of a turn stands there twice,
once for
each of them, with everything that depends on the player worked out.

    while True:                      while True:
        turn of `you`         ->         turn of player 0 ... if won: break
        you = 1 - you                    turn of player 1 ... if won: break
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from interpreter.execute.generate import shape
from interpreter.execute.generate.choose import Chooser, Unfit
from interpreter.execute.generate.effects import Effects, Manner
from interpreter.execute.generate.expressions import NO_NAMES, Cells, Expressions, Scoped, Vector
from interpreter.execute.generate.facts import Facts
from interpreter.execute.generate.globals import Globals
from interpreter.execute.generate.liveness import Liveness
from interpreter.execute.generate.nodes import RESERVED, Nodes
from interpreter.execute.generate.options import Options, Plan, bound_of, plan
from interpreter.execute.generate.registers import Registers
from interpreter.execute.generate.shape import writes
from interpreter.execute.generate.simplify import Simplifier, is_atom
from interpreter.execute.generate.split_tokens import by_place
from interpreter.execute.generate.writer import Names, Text, Writer
from interpreter.execute.interface import LONGEST_GAME
from rulelang.graph import terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Option, Test
from rulelang.graph.terms import Effect, Term

Known: TypeAlias = dict[tuple[str, int], Term]
#: A place of the flow: a node, and what is known there.
Spot: TypeAlias = tuple[int, tuple[tuple[tuple[str, int], int], ...]]

#: One function for the whole game: at most so many places, and lines.
_MOST_SPOTS: Final = 80
_MOST_LINES: Final = 1200

#: Functions of the rulebook up to this weight are written out where they are used.
_SMALL_FUNCTION: Final = 400

#: Nodes before the end that may be written several times.
_LONGEST_TAIL: Final = 4

#: Places written into the one before them, at most so deep: Python allows 100 levels of indentation.
_DEEPEST: Final = 40


@dataclass(frozen=True, slots=True)
class WholeGame:
    """What the module has to know about the function that plays whole games: the places it can begin at."""

    starts: tuple[Spot, ...] = ()


@dataclass
class _Attempt:
    """One way to write the game in one function: which places head the loop, and which cells are in variables."""

    heads: list[Spot] | None
    cells: Registers
    edges: Counter[Spot] = field(default_factory=Counter)
    order: list[Spot] = field(default_factory=list)


class Playouts:
    """Writes the functions for random games."""

    def __init__(self, facts: Facts, module: Globals, writer: Writer, nodes: Nodes) -> None:
        self._facts: Final = facts
        self._globals: Final = module
        self._writer: Final = writer
        self._of_nodes: Final = nodes
        self._nodes: Final = {node.number: node for node in facts.program.nodes}
        self._tracked: frozenset[tuple[str, int]] = frozenset()
        self._liveness = Liveness(facts, frozenset())

    # --------------------------------------------------------------------------------------------- whole games

    def whole_game(self) -> WholeGame:
        """Write `playout(state, source, place)` if the game is small enough."""
        for follow in (True, False):
            self._tracked = self._single_cells() if follow else frozenset()
            self._liveness = Liveness(self._facts, self._tracked)
            before, depth, origin = len(self._writer.lines), self._writer.depth, self._writer.origin
            try:
                return self._try_whole_game()
            except Unfit:
                self._writer.take_back(before)
                self._writer.depth, self._writer.origin = depth, origin
        return WholeGame()

    def _single_cells(self) -> frozenset[tuple[str, int]]:
        """Cells whose values are followed through the flow: whose turn it is, where to go back to, what was chosen."""
        return frozenset(
            (region.name, 0)
            for region in self._facts.program.layout.regions.values()
            if region.length == 1 and region.role in {"flow", "frame"} and region.name != "node"
        )

    def _try_whole_game(self) -> WholeGame:
        heads = self._roots()
        cells = Registers(self._facts, RESERVED | self._globals.names)
        while True:
            # Each attempt tells which places are reached twice, and which cells cannot be kept in variables.
            before = len(self._writer.lines)
            attempt = _Attempt(heads, cells)
            self._write_whole_game(attempt)
            again = cells.again()
            found = [spot for spot in attempt.order if attempt.edges[spot] > 1 and spot not in heads]
            if not found and again.in_list == cells.started_with and again.unread == cells.unread:
                return WholeGame(tuple(heads))
            self._writer.take_back(before)
            heads = [*heads, *found]
            cells = again

    def _roots(self) -> list[Spot]:
        """Where a game stands after its start: the first decisions and chances."""
        start: Known = {key: terms.Const(self._facts.region(key[0]).start[key[1]]) for key in sorted(self._tracked)}
        before = len(self._writer.lines)
        attempt = _Attempt(None, Registers(self._facts, RESERVED))
        self.go(self._facts.program.entry, dict(start), NO_NAMES, attempt, 0)
        self._writer.take_back(before)
        return list(dict.fromkeys(attempt.order))

    def _write_whole_game(self, attempt: _Attempt) -> None:
        write = self._writer.write
        heads = attempt.heads
        assert heads is not None
        write("")
        write("")
        start = len(self._writer.lines)
        self._writer.depth += 1
        write("random = source.random")
        write("moves = 0")
        loads = len(self._writer.lines)
        with self._writer.block(f"for _ in range({LONGEST_GAME}):"):
            for number, spot in enumerate(heads):
                if len(heads) == 1:
                    self._write_spot(spot, attempt)
                    break
                with self._writer.block(f"{'el' if number else ''}if place == {number}:"):
                    self._write_spot(spot, attempt)
        with self._writer.block("else:"):
            write(f'raise {self._globals.helper("Fault")}("the game goes on without end")')
        self._unload(attempt.cells)
        write(f"state[{self._facts.region('node').base}] = node")
        write("return moves")
        self._writer.depth -= 1
        body = self._writer.take_back(loads)
        head = self._writer.take_back(start)
        # Names of the module become variables of the function: Python finds them faster there.
        used = {word for line in body for word in re.findall(r"\w+", line.text)} - {"Fault", "Stuck"}
        quick = "".join(f", {name}={name}" for name in sorted(self._globals.names & used))
        write(f"def playout(state, source, place{quick}):")
        self._writer.lines += head
        self._load(attempt.cells)
        self._writer.lines += body

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

    # --------------------------------------------------------------------------------------------- single steps

    def steps(self) -> list[int]:
        """Write `random_5(state, source, random)` for every place that is not written into another one; their numbers.

        It makes one move, or lets chance decide, and runs on; the next node, or `~` of it when a move was made.
        """
        heads = [
            number
            for number, node in self._nodes.items()
            if not isinstance(node, End) and number not in self._of_nodes.inlined
        ]
        for number in heads:
            node = self._nodes[number]
            self._writer.write("")
            self._writer.write("")
            with self._writer.block(f"def random_{number}(state, source, random):"):
                step = _Step(self, Vector(), {}, None)
                step.node(node)
        return heads

    # ------------------------------------------------------------------------------------------------- places

    def _write_spot(self, spot: Spot, attempt: _Attempt) -> None:
        number, known = spot
        start: dict[tuple[str, int], Term] = {key: terms.Const(value) for key, value in known}
        _Step(self, attempt.cells, start, attempt).node(self._nodes[number])

    def parts(self) -> tuple[Facts, Globals, Writer, Nodes, frozenset[tuple[str, int]], Liveness]:
        """What a step needs."""
        return self._facts, self._globals, self._writer, self._of_nodes, self._tracked, self._liveness

    def go(
        self,
        target: int,
        known: dict[tuple[str, int], Term],
        base: Scoped,
        attempt: _Attempt,
        depth: int,
        *,
        sure: bool = False,
    ) -> None:
        """The way on to another node, where something is known."""
        live = self._liveness.at[target]
        fixed = [(key, value.value) for key, value in sorted(known.items(), key=lambda item: item[0])
                 if key in live and isinstance(value, terms.Const)]  # fmt: skip
        spot: Spot = (target, tuple(fixed))
        node = self._nodes[target]
        write = self._writer.write
        if attempt.heads is None:
            attempt.edges[spot] += 1
            if isinstance(node, Decide | Chance):
                attempt.order.append(spot)
            if isinstance(node, Decide | Chance | End) or attempt.edges[spot] > 1:
                return
        elif isinstance(node, End):
            self.settle(known, known.keys(), base, attempt)
            write(f"node = {target}")
            write("break")
            return
        elif spot in attempt.heads:
            moving = [key for key, value in known.items() if key in live and not isinstance(value, terms.Const)]
            self.settle(known, moving, base, attempt)
            if len(attempt.heads) > 1:
                write(f"place = {attempt.heads.index(spot)}")
            write("continue")
            return
        elif not self._is_tail(target):
            attempt.edges[spot] += 1
            if spot in attempt.order:
                return
            attempt.order.append(spot)
        if depth > _DEEPEST or len(attempt.order) > _MOST_SPOTS or len(self._writer.lines) > _MOST_LINES:
            raise Unfit
        _Step(self, attempt.cells, known, attempt, depth + 1, base, sure=sure).node(node)

    def settle(
        self,
        known: Mapping[tuple[str, int], Term],
        keys: Iterable[tuple[str, int]],
        base: Scoped,
        attempt: _Attempt,
    ) -> None:
        """Write what is known of some cells into their variables."""
        for region, index in sorted(keys):
            found = self._facts.region(region)
            if not attempt.cells.holds(region) or (found.role == "frame" and (region, index) in attempt.cells.unread):
                continue
            target = attempt.cells.target(found, Text(str(index)))
            value = known[region, index]
            text = Expressions(self._facts, self._writer, attempt.cells.names, attempt.cells, self._globals).value(
                value, base
            )
            if target is not None:
                self._writer.write(f"{target.text} = {text.text}")


def without_requirements(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects whose sentences are known to be obeyed."""
    kept: list[Effect] = []
    for effect in effects:
        match effect:
            case terms.Require():
                pass
            case terms.When(condition, then, otherwise):
                kept.append(terms.When(condition, without_requirements(then), without_requirements(otherwise)))
            case terms.ForIn(name, domain, body):
                kept.append(terms.ForIn(name, domain, without_requirements(body)))
            case _:
                kept.append(effect)
    return tuple(kept)


class _Step:
    """Writes what happens at one place, up to where it goes on."""

    def __init__(
        self,
        playouts: Playouts,
        cells: Cells,
        known: Mapping[tuple[str, int], Term],
        attempt: _Attempt | None,
        depth: int = 0,
        base: Scoped = NO_NAMES,
        *,
        sure: bool = False,
    ) -> None:
        facts, module, writer, nodes, tracked, liveness = playouts.parts()
        self._playouts: Final = playouts
        self._facts: Final = facts
        self._globals: Final = module
        self._writer: Final = writer
        self._of_nodes: Final = nodes
        self._tracked: Final = tracked
        self._attempt: Final = attempt
        self._depth: Final = depth
        self._cells: Final = cells
        names = attempt.cells.names if attempt is not None else Names(RESERVED | module.names)
        self._expressions: Final = Expressions(facts, writer, names, cells, module)
        self._expressions.simplifier = Simplifier(
            facts, known, tracked, _SMALL_FUNCTION if attempt is not None else None
        )
        self._expressions.base = base
        self._liveness: Final = liveness
        #: Inside a move that was found legal no sentence can fail, so that none is checked again.
        self._sure = sure

    def node(self, node: Node) -> None:
        """Everything at one node."""
        if isinstance(node, End | Chance | Decide) or node.rest:
            self._sure = False
        title = " ".join(getattr(node, "title", "the end").split())
        self._writer.write(f"# {node.number}: {title}")
        with self._writer.from_(node.origin):
            match node:
                case Decide():
                    self._decide(node)
                case Chance():
                    self._chance(node)
                case Do():
                    self._effects(node.number, node.effects, self._expressions.base, node.target)
                    self._go(node.target, moved=False)
                case Test():
                    self._test(node)
                case End():
                    self._go(node.number, moved=False)

    def _go(self, target: int, *, moved: bool) -> None:
        if target < 0:
            self._of_nodes.write_nowhere()
            return
        if self._attempt is not None:
            known = dict(self._expressions.simplifier.known)
            self._playouts.go(target, known, self._expressions.base, self._attempt, self._depth, sure=self._sure)
            return
        node = {one.number: one for one in self._facts.program.nodes}[target]
        if isinstance(node, Do | Test) and target in self._of_nodes.inlined:
            self._writer.write(f"# {target}: {' '.join(node.title.split())}")
            if isinstance(node, Do):
                self._effects(node.number, node.effects, self._expressions.base, node.target)
                self._go(node.target, moved=moved)
            else:
                self._test(node, moved=moved)
        else:
            self._writer.write(f"return {'~' if moved else ''}{target}")

    def _test(self, node: Test, *, moved: bool = False) -> None:
        for condition, target in node.arms:
            simple = self._expressions.simple(condition)
            if isinstance(simple, terms.Const):
                if not simple.value:
                    continue
                self._go(target, moved=moved)
                return
            with self._writer.block(f"if {self._expressions.truth(simple).text}:"):
                self._go(target, moved=moved)
        self._go(node.otherwise, moved=moved)

    def _effects(self, node: int, effects: tuple[Effect, ...], scope: Scoped, target: int) -> None:
        """Effects one after the other, with what is known following them."""
        fault = self._globals.helper("Fault")
        manner = Manner(f"raise {fault}(REASONS[{{}}], {node})")
        writer = Effects(self._expressions, manner)
        simplifier = self._expressions.simplifier
        if self._sure:
            effects = without_requirements(effects)
        waiting = list(effects)
        while waiting:
            effect = waiting.pop(0)
            if isinstance(effect, terms.Name):
                named = simplifier.term(effect.value, scope.bounds)
                if is_atom(named):
                    waiting = [shape.substitute(later, {effect.name: named}) for later in waiting]
                    continue
            if self._attempt is not None and not isinstance(effect, terms.Put):
                changing = [key for key in simplifier.known if key[0] in writes(effect)]
                self._playouts.settle(simplifier.known, changing, self._expressions.base, self._attempt)
            simple = simplifier.effects((effect,), scope.bounds)
            match simple:
                case (terms.Put(region, terms.Const(index), value),) if self._is_followed(region, index):
                    live = self._liveness.before_effects(waiting, self._liveness.after(target))
                    if not isinstance(value, terms.Const) and (region, index) in live:
                        scope = self._hold(region, index, value, scope)
                case _:
                    scope = writer.carry_out(simple, scope)

    def _is_followed(self, region: str, index: int) -> bool:
        """Is a cell's value followed through the flow, so that it need not be written now?"""
        return self._attempt is not None and (region, index) in self._tracked and self._attempt.cells.holds(region)

    def _hold(self, region: str, index: int, value: Term, scope: Scoped) -> Scoped:
        """Keep a value in a variable of its own that stands for the cell from now on."""
        if isinstance(value, terms.TokenAt) and isinstance(value.variety, terms.Const):
            # Variety and place stay apart: what follows asks for one of them mostly.
            scope, place = self._held(region, value.place, scope)
            self._expressions.simplifier.known[region, index] = replace(value, place=place)
            return scope
        scope, local = self._held(region, value, scope)
        self._expressions.simplifier.known[region, index] = local
        return scope

    def _held(self, region: str, value: Term, scope: Scoped) -> tuple[Scoped, terms.Local]:
        """A value in a variable, and the local that stands for it everywhere from now on."""
        text = self._expressions.value(value, scope)
        if not text.text.isidentifier() or self._cells.can_change(text):
            text = self._expressions.assign(region, text)
        bound = self._facts.bound(value, scope.bounds)
        held = f"{region} in {text.text}"
        self._expressions.base = self._expressions.base.having(held, text, bound)
        return scope.having(held, text, bound), terms.Local(held)

    # -------------------------------------------------------------------------------------------- decide, chance

    def _decide(self, node: Decide) -> None:
        simplifier = self._expressions.simplifier
        before = dict(simplifier.known)
        base = self._expressions.base
        shown = node.options
        if self._attempt is not None:
            shown = tuple(by_place(self._simple_domains(option), self._facts, base.bounds) for option in shown)
        plans = [plan(option, simplifier, self._facts, base.bounds) for option in shown]

        def taken(ready: Plan, scope: Scoped, moved: bool) -> None:
            simplifier.known.clear()
            simplifier.known.update(before)
            self._expressions.base = base
            if moved and self._attempt is not None:
                self._writer.write("moves += 1")
            self._sure = True
            self._effects(node.number, ready.option.effects, scope, ready.option.target)
            self._sure = ready.option.lookahead
            self._go(ready.option.target, moved=moved)

        def nothing() -> None:
            simplifier.known.clear()
            simplifier.known.update(before)
            self._expressions.base = base
            self._sure = False
            if node.otherwise >= 0:
                self._go(node.otherwise, moved=False)
            else:
                title = " ".join(node.title.split())
                stuck = self._globals.helper("Stuck")
                self._writer.write(f"raise {stuck}({f'nothing is legal at: {title}'!r}, {node.number})")

        def listing(ready: Plan) -> str:
            return f"options_{node.number}_{node.options.index(ready.option)}"

        def tries(option: Option) -> str:
            return f"tries_{node.number}_{node.options.index(option)}"

        options = Options(self._expressions, tries)
        Chooser(self._expressions, options, None if self._attempt else listing).choose(node, plans, taken, nothing)

    def _simple_domains(self, option: Option) -> Option:
        """The option with the domains of its parameters simplified by what is known here."""
        simplifier, bounds = self._expressions.simplifier, dict(self._expressions.base.bounds)
        parameters = []
        for parameter in option.parameters:
            parameters.append(replace(parameter, domain=simplifier.domain(parameter.domain, bounds)))
            bounds[parameter.name] = bound_of(parameter, self._facts, simplifier, bounds)
        return replace(option, parameters=tuple(parameters))

    def _chance(self, node: Chance) -> None:
        if self._attempt is not None:
            # Chance needs the whole list; a game with chance is seldom so small that it would pay to take it apart.
            raise Unfit
        if node.shuffles is not None:
            self._writer.write(f"place = shuffled_place_{node.number}(state)")
            order = f"{self._globals.helper('shuffled_order')}(state, place, source)"
            self._writer.write(f"return happens_{node.number}(state, None, {order})")
            return
        self._writer.write(f"found = outcomes_{node.number}(state)")
        with self._writer.block("if not found:"):
            fault = self._globals.helper("Fault")
            title = " ".join(node.title.split())
            self._writer.write(f"raise {fault}({f'chance has nothing to choose from at: {title}'!r}, {node.number})")
        drawn = f"{self._globals.helper('weighted')}(found, source)"
        self._writer.write(f"return happens_{node.number}(state, None, {drawn})")
