"""A rulebook as it is, before anything is said otherwise: its programs, and what its examples use."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from time import process_time
from typing import Final, NamedTuple

from interpreter.api.game import Game
from interpreter.api.rulebook import Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executor import Executor, Vector
from interpreter.engine.executors import REMEMBERING
from interpreter.engine.reference_flow import Reference
from interpreter.examples.run import run_example
from rulelang.compile import compile_rulebook
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.program import Node, Program
from rulelang.graph.state import Storage
from rulelang.mutation.difference import RANKING, THINGS, Described, ProgramPart, sentence_of, spoken_of
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass

# What an example uses of the rules, looked at while it runs: also what is only tried out or asked about.


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


class BaselineSetting(NamedTuple):
    """For so many players, with these variants."""

    players: int
    variants: frozenset[str]


@dataclass(frozen=True, slots=True)
class Known:
    """An example that holds: how long it takes, and what it uses."""

    title: str
    seconds: float
    uses: frozenset[ProgramPart]

    def comes_through(self, changed: frozenset[ProgramPart], items: Sequence[Span]) -> bool:
        """Does it use one of these parts, or a sentence of one of these items?"""
        if ProgramPart("example", self.title) in changed or not changed.isdisjoint(self.uses):
            return True
        return any(
            part.name == item.source.path and item.start <= part.start < item.end
            for item in items
            for part in self.uses
            if part.sort == "sentence"
        )


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of a rulebook for every setting, and the titles of those that do not hold."""

    known: dict[BaselineSetting, tuple[Known, ...]]
    failing: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many hold."""
        return sum(map(len, self.known.values()))


def look_at_examples(written: WrittenRulebook) -> Examples:
    """Run all examples of a rulebook, twice: for their time, and for what they use."""
    rulebook = Rulebook(TextSource(written))
    known: dict[BaselineSetting, tuple[Known, ...]] = {}
    failing: list[str] = []
    for (players, variants), titles in rulebook.example_titles(lambda _: True).items():
        game = rulebook.game(players, variants, REMEMBERING, examples=frozenset(titles))
        found = []
        for example in game.program.examples:
            begun = process_time()
            failure = run_example(game, example)
            seconds = process_time() - begun
            if failure is None:
                found.append(Known(example.title, seconds, footprint(game, example)))
            else:
                failing.append(example.title)
        known[BaselineSetting(players, variants)] = tuple(sorted(found, key=lambda one: one.seconds))
    return Examples(known, tuple(failing))


def settings(written: WrittenRulebook, examples: Examples) -> list[BaselineSetting]:
    """Everything in which a rulebook can be played that may make a difference: those with the most examples first,
    then every number of players, and every variant."""
    found = sorted(examples.known, key=lambda setting: -len(examples.known[setting]))
    found += [BaselineSetting(players, frozenset()) for players in written.seats]
    found += [BaselineSetting(players, frozenset([name])) for players in written.seats[:1] for name in written.variants]
    return list(dict.fromkeys(found))


class Originals:
    """The programs of a rulebook, with and without its examples, described when they are first asked for."""

    def __init__(self, written: WrittenRulebook) -> None:
        self._written: Final = written
        self._described: Final[dict[tuple[BaselineSetting, bool], Described]] = {}

    def described(self, setting: BaselineSetting, *, examples: bool = False) -> Described:
        """That of one setting."""
        if (setting, examples) not in self._described:
            program = compile_rulebook(self._written, setting.players, setting.variants, examples).program
            assert program is not None
            self._described[setting, examples] = Described(program)
        return self._described[setting, examples]
