"""Examples and random games, watched: every rule that is used is marked, as long as any use of it is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.result import scores
from interpreter.cli.coverage import Coverage, CoveredClause, inner_forks
from interpreter.cli.loading import Loaded, game_of
from interpreter.cli.testing import run_example
from interpreter.engine.executor import Executor, Fault, Locals, Move, Objection, Outcome, Told, Vector
from interpreter.engine.reference_moves import Joint
from interpreter.engine.tracer import Note, NotingEffects, Passed, Tracer
from rulelang.cli.showing import progress
from rulelang.compile.call_sites import calls_of
from rulelang.graph.access import with_definitions
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.program import ChanceNode, Decide, End, Function, Node, OptionEdge, Program
from rulelang.graph.state import Storage
from rulelang.graph.successors import reached, targets
from rulelang.graph.terms import Effect, Name, When
from rulelang.rulebook.statements import collect_facts

# Which steps of a game may use a rule in a way in which none has used it before: only these are worth watching. What
# a step may come to is read off the graph: from where it begins to the next decision, chance or end, on any way, and
# everything that is asked there. Most rules are used in the first games; from then on nearly all steps are quick
# ones.


class UntriedRules:
    """Knows for each step the clauses it may use that lack something."""

    def __init__(self, program: Program, coverage: Coverage) -> None:
        self._program: Final = program
        self._coverage: Final = coverage
        self._steps: Final[dict[tuple[int, int], list[CoveredClause]]] = {}
        self._nodes: Final[dict[int, list[CoveredClause]]] = {}

    def after(self, node: Node, number: int = 0) -> bool:
        """May a step from here (by an option of this number) use something that is missing?"""
        known = self._steps.get((node.number, number))
        found = [one for one in (self._of_step(node, number) if known is None else known) if one.missing]
        self._steps[node.number, number] = found
        return bool(found)

    def at_start(self) -> bool:
        """May the way from the beginning to the first decision?"""
        return self.after(self._program.nodes[self._program.entry])

    def _of_step(self, node: Node, number: int) -> list[CoveredClause]:
        if isinstance(node, Decide):
            option = node.options[number]
            here = [*self._asked([option]), *self._coverage.of_option(node, option)]
            starts = [option.target]
        else:
            here, starts = self._of_node(node.number), targets(node)
        there = [clause for one in reached(starts, self._ways) for clause in self._of_node(one)]
        return list({(clause.kind, clause.text, clause.span): clause for clause in (*here, *there)}.values())

    def _ways(self, number: int) -> Iterable[int]:
        """Where play goes on by itself. A decision at which nothing can be chosen is passed by."""
        node = self._program.nodes[number]
        match node:
            case ChanceNode() | End():
                return ()
            case Decide():
                return [option.target for option in node.options if option.role == "pass"] + [node.otherwise]
            case _:
                return targets(node)

    def _of_node(self, number: int) -> list[CoveredClause]:
        if number not in self._nodes:
            node = self._program.nodes[number]
            self._nodes[number] = [*self._coverage.of_node(node), *self._asked([node])]
        return self._nodes[number]

    def _asked(self, where: list[Node] | list[OptionEdge]) -> Iterator[CoveredClause]:
        """The conditions inside effects, and the definitions, also those that others ask for."""
        for part in with_definitions(self._program.functions, *where):
            if isinstance(part, When):
                yield from self._coverage.of_condition(self._program, part)
            elif isinstance(part, Function):
                yield from self._coverage.of_function(part)


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
