"""Random games, by Python that is generated for them alone when the first one is played."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from random import Random
from threading import RLock
from typing import Any, Final, NamedTuple, TypeAlias

from interpreter.engine import executor
from interpreter.engine.executor import Executor, Fault, State
from interpreter.engine.generate.module import Generator, Module
from interpreter.engine.locked_property import Kept
from interpreter.engine.python.runtime import runtime
from rulelang.graph.program import Chance, Program


class RandomGames:
    """Plays a program at random. Positions that no game comes to by itself are left to an executor, step by step."""

    def __init__(self, program: Program, executor: Executor) -> None:
        self._program: Final = program
        self._executor: Final = executor
        self._generator: Final = Generator(program)
        self._writing: Final = RLock()
        self._node_cell: Final = program.layout.regions["node"].base
        self._chances: Final = frozenset(node.number for node in program.nodes if isinstance(node, Chance))

    @Kept
    def modules(self) -> tuple[Module, Module]:
        """The source: what lists moves and looks ahead, and what plays."""
        with self._writing:
            return self._generator.listing(), self._generator.playouts()

    @Kept
    def _playing(self) -> _Playing:
        program = self._program
        names = runtime(program.layout)
        for number, module in enumerate(self.modules):
            title = program.title.replace("\0", " ")
            filename = f"<random games of {title} {program.players} {program.digest} {number}>"
            names = load(module, filename, names)
        return _Playing(names["RANDOM"], names["NODES"], names["PLACES"], names["beginning"], names["playout"])

    def play(self, state: State, random: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made.

        The state at the End is right except for frames: what was chosen on the way is not written down. Where `most`
        is given, frames are right too.
        """
        moves = self._random_moves(state, random, most)
        if most is not None:
            self._executor.run(state)
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
            if self._executor.is_over(state):
                return moves
            if node in self._chances:
                self._executor.happen(state, self._executor.draw(state, random))
            else:
                options = self._executor.options(state)
                self._executor.play(state, options[int(random.random() * len(options))])
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
