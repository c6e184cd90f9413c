"""The executor that runs generated Python."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from threading import RLock
from typing import Any, Final, NamedTuple, TypeAlias

from interpreter.engine import executor
from interpreter.engine.answers import Answers
from interpreter.engine.executor import NO_LOCALS, Fault, Locals, Move, Outcome, Refusal, Stage, State, Told
from interpreter.engine.generate.module import Generator, Module
from interpreter.engine.generate.runtime import runtime
from interpreter.engine.reference_flow import Reference, drawn, first_state
from interpreter.engine.storage import Storage
from interpreter.kept import Kept
from rulelang.graph.program import Chance, Decide, Do, End, Node, Program, Test
from rulelang.graph.terms import Effect, Term


class Compiled:
    """Plays a program by Python generated from it.

    Playing never asks the reference. Why a move is refused does, on purpose: that is about every part of the rules in
    turn. A node in the middle of others, which was written into the one before it, gets a function of its own when the
    game is first to go on from there.
    """

    def __init__(self, program: Program, *, checked: bool = True) -> None:
        self.program: Final = program
        self._generator: Final = Generator(program, checked=checked)
        #: One function is written at a time, whichever thread asks for it.
        self._writing: Final = RLock()
        self.module: Final = self._generator.play()
        self._filename: Final = f"<rules {program.title} {program.players} {program.digest}>"
        self._names: Final = load(self.module, self._filename, runtime(program.layout))
        self._reference: Final = Reference(program)
        self._storage: Final = Storage(program.layout)
        self._nodes: Final = {node.number: node for node in program.nodes}
        self._node_cell: Final = program.layout.regions["node"].base
        self._at: Final = self._names["AT"]
        self._actor: Final = self._names["ACTOR"]
        self._options: Final = self._names["OPTIONS"]
        self._take: Final = self._names["TAKE"]
        self._outcomes: Final = self._names["OUTCOMES"]
        self._shuffled: Final = self._names["SHUFFLED"]
        self._happens: Final = self._names["HAPPENS"]

    # ------------------------------------------------------------------------------------------------- looking

    def node(self, state: State) -> Node:
        """Where the game stands."""
        return self._nodes[state[self._node_cell]]

    def actor(self, state: State) -> int:
        """Who decides at a Decide; -1 elsewhere."""
        actor = self._actor.get(state[self._node_cell])
        return -1 if actor is None else int(actor(state))

    def is_over(self, state: State) -> bool:
        """Is the game at its End?"""
        return isinstance(self.node(state), End)

    def evaluate(self, state: State, term: Term, values: Locals = NO_LOCALS) -> int:
        """The value of any term in this state."""
        try:
            return self._answers.value(state, term, values)
        except IndexError as error:
            raise self._outside(state) from error

    def apply(self, state: State, effects: Sequence[Effect], values: Locals = NO_LOCALS) -> None:
        """Carry out effects outside the flow."""
        try:
            self._answers.carry_out(state, effects, values)
        except IndexError as error:
            raise self._outside(state) from error

    @Kept
    def _answers(self) -> Answers:
        return Answers(self._generator, self._load, self._reference, self._writing)

    def _load(self, module: Module, name: str) -> dict[str, Any]:
        """Run more generated source beside what is there."""
        found = load(module, f"{self._filename[:-1]} {name}>", self._names)
        self._names.update(found)
        return found

    @Kept
    def _ranking(self) -> tuple[Any, Any]:
        with self._writing:
            self._load(self._generator.scoring(), "ranking")
        return self._names["MAY_WIN"], self._names["SCORES"]

    def standing(self, state: State, seat: int) -> tuple[bool, tuple[int, ...]]:
        """May a seat win by the rules of the ranking, and what do its criteria give for it?"""
        may_win, lines = self._ranking
        try:
            return may_win is None or bool(may_win(state, seat)), tuple(int(line(state, seat)) for line in lines)
        except IndexError as error:
            raise self._outside(state) from error

    # ------------------------------------------------------------------------------------------------- options

    def options(self, state: State) -> Sequence[Move]:
        """The legal moves at a Decide in canonical order."""
        return list(self.each_option(state))

    def each_option(self, state: State) -> Iterator[Move]:
        """The same moves, found one after the other."""
        return chain.from_iterable(option(state) for option in self._at_decide(state, self._options))

    def count(self, state: State) -> int:
        """How many legal moves there are."""
        return sum(1 for option in self._at_decide(state, self._options) for _ in option(state))

    def is_legal(self, state: State, move: Move) -> bool:
        """Is this one of the `options`? Asks without listing them."""
        node = self._decide(state)
        number = move[0] if move else -1
        if not isinstance(number, int) or not 0 <= number < len(node.options):
            return False
        return self._answers.moves(node, number).is_legal(state, move[1:])

    def stage(self, state: State, chosen: Move = (), inside: tuple[int, ...] = ()) -> Stage:
        """The possible next values of a joint move."""
        node = self._decide(state)
        if not chosen:
            options = enumerate(self._options[node.number])
            return Stage(tuple(number for number, option in options if any(True for _ in option(state))), False)
        number = chosen[0]
        assert isinstance(number, int)
        return self._answers.moves(node, number).stage(state, chosen[1:], inside)

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Why a move is not legal, or nothing if it is."""
        return self._reference.refusal(state, move)

    def _decide(self, state: State) -> Decide:
        node = self.node(state)
        if not isinstance(node, Decide):
            raise ValueError("nobody decides here")
        return node

    def _at_decide(self, state: State, directory: dict[int, Any]) -> Any:
        found = directory.get(state[self._node_cell])
        if found is None:
            raise ValueError("nobody decides here")
        return found

    # ------------------------------------------------------------------------------------------------- playing

    def start(self) -> State:
        """A new game, run forward to the first Decide, Chance or End."""
        return self._first.copy()

    @Kept
    def _first(self) -> State:
        state = first_state(self.program)
        self.run(state)
        return state

    def play(self, state: State, move: Move, log: list[Told] | None = None) -> None:
        """Take a legal move, then run forward."""
        number, *values = move
        take = self._at_decide(state, self._take)[number]
        try:
            self._go_on(state, take(state, log, *values), log)
        except IndexError as error:
            raise self._outside(state) from error

    def run(self, state: State, log: list[Told] | None = None) -> None:
        """Run forward from the node the state names to the next Decide, Chance or End."""
        try:
            self._go_on(state, state[self._node_cell], log)
        except IndexError as error:
            raise self._outside(state) from error

    def _entrance(self, node: int) -> Any:
        """The function of a node that was written into the one before it."""
        with self._writing:
            if node not in self._at:
                self._at[node] = self._load(self._generator.entrance(node), f"from {node}")[f"at_{node}"]
        return self._at[node]

    def _outside(self, state: State) -> Fault:
        return Fault("a number leads outside a table", state[self._node_cell])

    def _go_on(self, state: State, node: int, log: list[Told] | None) -> None:
        steps = self._at
        for _ in range(executor.LONGEST_FLOW):
            step = steps.get(node)
            if step is None:
                if isinstance(self._nodes[node], Do | Test):
                    step = self._entrance(node)
                else:
                    state[self._node_cell] = node
                    return
            node = step(state, log)
            if node < 0:
                return
        raise Fault("the rules go on without end and without a decision", node)

    # -------------------------------------------------------------------------------------------------- chance

    def outcomes(self, state: State) -> list[tuple[int, int]] | None:
        """At a Chance: each outcome with its weight (above 0); at a shuffle None."""
        node = self._chance(state)
        if node.number in self._shuffled:
            return None
        found: list[tuple[int, int]] = self._outcomes[node.number](state)
        if not found:
            raise Fault(f"chance has nothing to choose from at: {node.title}", node.number)
        return found

    def shuffled(self, state: State) -> tuple[int, ...]:
        """At a shuffle: the pieces in their present order."""
        place: int = self._shuffled[self._chance(state).number](state)
        return self._storage.order(state, place)

    def draw(self, state: State, random: Random) -> Outcome:
        """One outcome of a Chance, drawn by the weights."""
        return drawn(self, state, random)

    def happen(self, state: State, outcome: Outcome, log: list[Told] | None = None) -> None:
        """Let an outcome of a Chance happen, then run forward."""
        node = self._chance(state)
        try:
            self._go_on(state, self._happens[node.number](state, log, outcome), log)
        except IndexError as error:
            raise self._outside(state) from error

    def _chance(self, state: State) -> Chance:
        node = self.node(state)
        if not isinstance(node, Chance):
            raise ValueError("chance does not decide here")
        return node

    @Kept
    def playouts(self) -> Module:
        """The source for random games, which is made when the first one is played."""
        with self._writing:
            return self._generator.playouts()

    @Kept
    def _playing(self) -> _Playing:
        with self._writing:
            names = self._load(self.playouts, "random games")
        return _Playing(names["RANDOM"], names["NODES"], names["PLACES"], names["beginning"], names["playout"])

    def random_playout(self, state: State, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made.

        The state at the End is right except for frames: what was chosen on the way is not written down. Where `most`
        is given, frames are right too.
        """
        try:
            moves = self._random_moves(state, random, most)
            if most is not None:
                self.run(state)
        except IndexError as error:
            raise self._outside(state) from error
        return moves

    def _random_moves(self, state: State, random: Random, most: int | None) -> int:
        playing = self._playing
        moves = 0
        while most is None or moves < most:
            node = state[self._node_cell]
            if most is None and (place := playing.beginning(state)) >= 0:
                return moves + int(playing.playout(state, random, place))
            place = _found(playing.places, state, node)
            if place >= 0:
                return moves + self._walk(state, random, place, None if most is None else most - moves)
            # A position that no game comes to by itself, made by hand: step by step until it is like one that does.
            if self.is_over(state):
                return moves
            if node in self._happens:
                self.happen(state, self.draw(state, random))
            else:
                options = self.options(state)
                self.play(state, options[int(random.random() * len(options))])
                moves += 1
        return moves

    def _walk(self, state: State, random: Random, place: int, most: int | None) -> int:
        """From place to place to the End, or for so many moves."""
        steps, draw, moves = self._playing.steps, random.random, 0
        step = steps[place]
        for _ in range(executor.LONGEST_GAME):
            if step is None or moves == most:
                break
            place = step(state, random, draw)
            if place < 0:
                place = ~place
                moves += 1
            step = steps[place]
        else:
            raise Fault("the game goes on without end", self._playing.nodes[place])
        state[self._node_cell] = self._playing.nodes[place]
        return moves


class _Playing(NamedTuple):
    """The functions of random games by the numbers of places, the directory of places by nodes, and the function for
    whole games with the place a state can begin at (-1: none)."""

    steps: tuple[Any, ...]
    nodes: tuple[int, ...]
    places: dict[int, _Places]
    beginning: Callable[[State], int]
    playout: Any


#: The places of a node: their numbers, and the cells with the values they must have.
_Places: TypeAlias = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]


def _found(places: dict[int, _Places], state: State, node: int) -> int:
    """The place a state is at; -1 if there is none."""
    for number, cells in places.get(node, ()):
        for cell, value in cells:
            if state[cell] != value:
                break
        else:
            return number
    return -1


def load(module: Module, filename: str, names: dict[str, Any]) -> dict[str, Any]:
    """Run generated source; tracebacks and debuggers find its lines by `filename`."""
    lines = module.source.splitlines(keepends=True)
    linecache.cache[filename] = (len(module.source), None, lines, filename)
    namespace = dict(names)
    exec(compile(module.source, filename, "exec"), namespace)
    return namespace
