"""A game as the engine knows it: the graph, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import Final

from interpreter.engine.alike import Alike
from interpreter.engine.executor import Executor, Vector
from interpreter.engine.executors import AUTO, executor_of
from interpreter.engine.guarded import guarded
from interpreter.engine.locked_property import LockedProperty
from rulelang.graph.program import Decide, Program
from rulelang.graph.terms import Cell, Const
from rulelang.graph.together import plays_together


class EngineGame:
    """A program and its executors. Each layer above adds what it knows of a game: who sees what
    (`visibility/sighted_game.py`), how things are called (`wording/worded_game.py`), how it is played (`api/game.py`).
    """

    def __init__(self, program: Program, executor: str = AUTO, *, foreign: bool = False) -> None:
        """`foreign`: the program was read from a graph, and nobody knows who made it."""
        self.program: Final = program
        self.executor_name: Final = executor
        self._foreign: Final = foreign

    @LockedProperty
    def executor(self) -> Executor:
        """What carries the rules out."""
        return self.plain if self.executor_name == "reference" else self._executor(self.executor_name)

    @LockedProperty
    def plain(self) -> Executor:
        """What notices when a rule looks at what does not exist: for explaining, and for tests."""
        return self._executor("reference")

    def _executor(self, name: str) -> Executor:
        build = partial(executor_of, self.program, name)
        return guarded(build) if self._foreign else build()

    @LockedProperty
    def node_cell(self) -> int:
        """The cell of a state that tells where in the graph the game stands."""
        return self.program.layout.regions["node"].base

    @LockedProperty
    def actors(self) -> Sequence[Callable[[Vector], int]]:
        """What tells who decides at each node. Mostly that is written in one cell, and no code has to be run for it."""
        found: list[Callable[[Vector], int]] = [self.executor.actor] * len(self.program.nodes)
        regions = self.program.layout.regions
        for node in self.program.nodes:
            match node:
                case Decide(actor=Cell(region, Const(index))) if 0 <= index < regions[region].length:
                    found[node.number] = itemgetter(regions[region].base + index)
        return found

    @LockedProperty
    def alike(self) -> Alike:
        """Which pieces look alike."""
        return Alike(self.program.layout)

    @LockedProperty
    def together(self) -> bool:
        """Do all win or lose together?"""
        return plays_together(self.program)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.program.title

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self.program.seats

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are played."""
        return self.program.variants
