"""Examples and random games, watched: every rule that is used is marked, as long as any use of it is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.result import scores
from interpreter.cli.coverage import Coverage, inner_forks
from interpreter.cli.examples import run_example
from interpreter.cli.loading import Loaded, game_of
from interpreter.cli.untried import UntriedRules
from interpreter.engine.executor import Executor, Fault, Locals, Move, Objection, Outcome, Told, Vector
from interpreter.engine.reference_moves import Joint
from interpreter.engine.tracer import Note, NotingEffects, Passed, Tracer
from rulelang.cli.showing import progress
from rulelang.compile.call_sites import calls_of
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.program import ChanceNode, Decide, OptionEdge, Program
from rulelang.graph.state import Storage
from rulelang.graph.terms import Effect, Name, When
from rulelang.rulebook.statements import collect_facts

_MOST_MOVES = 2000


class _WatchingTerms(Terms):
    """Terms that tell which definitions are asked for, and what they answer."""

    def __init__(self, coverage: Coverage, program: Program, storage: Storage, look_ahead: LookAhead) -> None:
        super().__init__(program, storage, look_ahead)
        self._coverage = coverage

    def applied(self, state: Vector, function: str, given: tuple[int, ...]) -> int:
        value = super().applied(state, function, given)
        self._coverage.applied(self.program.functions[function], value)
        return value


class _WatchingEffects(NotingEffects):
    """Effects that tell which way the conditions inside them go."""

    def __init__(self, coverage: Coverage, program: Program, terms: Terms, storage: Storage, notes: list[Note]) -> None:
        super().__init__(terms, storage, notes)
        self._coverage = coverage
        self._forks = inner_forks(program)
        self._reasons = program.reasons

    def carry_out(self, state: Vector, values: Locals, effects: Sequence[Effect], log: list[Told] | None) -> None:
        named = dict(values)
        for effect in effects:
            if isinstance(effect, Name):
                named[effect.name] = self._terms.value(state, named, effect.value)
                continue
            if isinstance(effect, When) and not self.paused and effect.reason in self._forks:
                origin = self._reasons[effect.reason][1]
                self._coverage.asked(origin, holds=bool(self._terms.value(state, named, effect.condition)))
            super().carry_out(state, named, (effect,), log)


class Observer(Tracer):
    """An executor that marks every rule it uses. What is only tried out, to see whether it is legal, is not used."""

    def __init__(self, program: Program, coverage: Coverage) -> None:
        super().__init__(program, partial(_WatchingTerms, coverage), partial(_WatchingEffects, coverage, program))
        self.coverage = coverage

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        node, number = self.node(state), move[0]
        if isinstance(node, Decide) and isinstance(number, int):
            self.coverage.taken(node, number)
        super().play(state, move, log)
        self._mark()

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        self.coverage.passed(self.node(state), -1)
        super().happen(state, outcome, log)
        self._mark()

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        super().run(state, log)
        self._mark()

    def start(self) -> Vector:
        state = super().start()
        self._mark()
        return state

    def _objection(self, joint: Joint, node: Decide, option: OptionEdge, actor: int) -> Objection | None:
        with self._trying():
            return super()._objection(joint, node, option, actor)

    @contextmanager
    def _trying(self) -> Iterator[None]:
        paused, self._noting.paused = self._noting.paused, True
        try:
            yield
        finally:
            self._noting.paused = paused

    def _mark(self) -> None:
        for note in self.notes:
            if isinstance(note, Passed):
                self.coverage.passed(note.node, note.target)
        self.notes.clear()


class _Watched(Game):
    """A game whose rules are carried out by an observer, wherever they are looked at."""

    def __init__(self, game: Game, coverage: Coverage) -> None:
        super().__init__(game.rulebook, game.program)
        self.observer: Final = Observer(game.program, coverage)

    @cached_property
    def executor(self) -> Executor:
        return self.observer


def cover(loaded: Loaded, games: int = 0) -> Coverage:
    """What the examples of a rulebook use, and so many random games for each number of players."""
    facts = collect_facts(loaded.written)
    uncited = tuple(record.number for record in facts.statements if record.status == "uncovered")
    coverage = Coverage(loaded.written.title, uncited, calls=calls_of(loaded.written))
    games_of_examples = _games(loaded)
    for game in games_of_examples:
        coverage.learn(game.program)
    with progress("Covering", sum(len(game.program.examples) for game in games_of_examples), "examples") as done:
        for game in games_of_examples:
            watched = _Watched(game, coverage)
            for example in game.program.examples:
                run_example(watched, example)
                done(1)
    with progress("Playing", games * len(loaded.written.seats)) as done:
        for players in loaded.written.seats if games else ():
            game = game_of(loaded, players, ())
            coverage.learn(game.program)
            watched = _Watched(game, coverage)
            untried = UntriedRules(game.program, coverage)
            for number in range(games):
                _random_game(watched, game.executor, untried, number)
                done(1)
    return coverage


def _games(loaded: Loaded) -> list[Game]:
    first = (loaded.written.seats[0], frozenset[str]())
    wanted = dict.fromkeys([first, *loaded.rulebook.example_settings])
    return [game_of(loaded, players, tuple(sorted(variants)), examples=True) for players, variants in wanted]


def _random_game(game: _Watched, quick: Executor, untried: UntriedRules, number: int) -> None:
    """Play one game. What can be chosen is listed by an executor that is quick at it; it also makes the steps that can
    use no rule in a new way."""
    random, observer = stream(number, "coverage"), game.observer
    try:
        state = observer.start() if untried.at_start() else list(quick.start())
        for _ in range(_MOST_MOVES):
            node = quick.node(state)
            match node:
                case Decide():
                    moves = quick.options(state)
                    move = moves[int(random.random() * len(moves))]
                    assert isinstance(move[0], int)
                    (observer if untried.after(node, move[0]) else quick).play(state, move)
                case ChanceNode():
                    outcome = quick.draw(state, random)
                    (observer if untried.after(node) else quick).happen(state, outcome)
                case _:
                    scores(game, state)
                    return
    except Fault:
        return
