"""What an example uses of the rules, looked at while it runs: also what is only tried out or asked about."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from interpreter.api.game import Game
from interpreter.engine.executor import Executor, Vector
from interpreter.engine.reference_flow import Reference
from interpreter.examples.run import run_example
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.program import Node, Program
from rulelang.graph.state import Storage
from rulelang.mutation.difference import RANKING, THINGS, ProgramPart, sentence_of, spoken_of


class _Terms(Terms):
    """Terms that tell which definitions are asked for."""

    asked: Final[set[str]]

    def __init__(self, program: Program, storage: Storage, look_ahead: LookAhead) -> None:
        super().__init__(program, storage, look_ahead)
        self.asked = set()

    def applied(self, state: Vector, function: str, given: tuple[int, ...]) -> int:
        self.asked.add(function)
        return super().applied(state, function, given)


class _Looking(Reference):
    """Remembers where it has been."""

    def __init__(self, program: Program) -> None:
        built: list[_Terms] = []

        def terms(program: Program, storage: Storage, look_ahead: LookAhead) -> Terms:
            built.append(_Terms(program, storage, look_ahead))
            return built[0]

        super().__init__(program, terms)
        self.asked = built[0].asked
        self.nodes: set[int] = set()
        self.ranked = False

    def node(self, state: Vector) -> Node:
        found = super().node(state)
        self.nodes.add(found.number)
        return found

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        self.ranked = True
        return super().standing(state, seat)


class _Watched(Game):
    """A game whose rules are carried out by somebody who remembers."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.rulebook, game.program)
        self.looking: Final = _Looking(game.program)

    @cached_property
    def executor(self) -> Executor:
        return self.looking


def footprint(game: Game, example: CompiledExample) -> frozenset[ProgramPart]:
    """The parts of the program that an example uses, or might have used in the sentences it comes through."""
    watched = _Watched(game)
    run_example(watched, example)
    program, looking = game.program, watched.looking
    numbers = {node.number: node for node in program.nodes}
    nodes = [numbers[number] for number in looking.nodes if number in numbers]
    used = (
        {sentence_of(node) for node in nodes} | {ProgramPart("definition", name) for name in looking.asked} | {THINGS}
    )
    if looking.ranked:
        used.add(RANKING)
    bodies = [program.functions[name].body for name in looking.asked]
    said = spoken_of(program, [*nodes, *bodies, *example.steps])
    # A definition that nobody asked for was not used, though a sentence speaks of it.
    used |= {part for part in said if part.sort != "definition"}
    return frozenset(used)
