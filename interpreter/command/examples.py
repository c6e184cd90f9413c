"""Running worked examples: arrange, choose as written, compare. A failure says what was expected and what is."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from interpreter.chance import stream
from interpreter.command.answers import Following, offered
from interpreter.execute.interface import Executor, Fault, State
from interpreter.execute.reference_flow import first_state
from interpreter.game import Game
from interpreter.result import result
from rulelang.graph.examples import (
    Arranged,
    Begins,
    Chosen,
    CompiledExample,
    Expected,
    MayChoose,
    Step,
    Wins,
)
from rulelang.graph.program import Chance, Decide, End, Origin

_MOST_FORCED = 60


@dataclass(frozen=True, slots=True)
class Failure:
    """The line that does not hold, why, the values of its parts, and the position (for whoever wants to see it)."""

    origin: Origin
    reason: str
    values: tuple[tuple[str, str], ...] = ()
    position: str = ""
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One example: passed, or why not."""

    title: str
    players: int
    variants: tuple[str, ...]
    origin: Origin
    seconds: float
    failure: Failure | None


def run_example(game: Game, example: CompiledExample, executor: Executor | None = None) -> Outcome:
    """Run one example of a game that was compiled with its examples; an executor of one's own may watch."""
    begun = perf_counter()
    failure = _Run(game, example, executor or game.executor).run()
    seconds = perf_counter() - begun
    return Outcome(example.title, len(game.players), game.variants, example.origin, seconds, failure)


class _Run:
    def __init__(self, game: Game, example: CompiledExample, executor: Executor) -> None:
        self.game = game
        self.program = game.program
        self.executor = executor
        self.example = example
        self.node_cell = game.program.layout.regions["node"].base
        self.running = example.start == "new"
        self.state: State = []

    def run(self) -> Failure | None:
        step: Step | None = None
        try:
            self.state = self._beginning()
            for step in self.example.steps:
                failure = self._step(step)
                if failure is not None:
                    return failure
        except Fault as fault:
            origin = step.origin if step is not None else self.example.origin
            return self._failure(origin, f"the rules break here: {fault.message}")
        return None

    def _beginning(self) -> State:
        if self.example.start == "empty":
            state = first_state(self.program)
            state[self.node_cell] = self.program.entry
            return state
        state = self.executor.start()
        playing, random = self.program.layout.regions["playing"].base, stream(1, "example")
        while not self.executor.is_over(state) and not state[playing]:
            if isinstance(self.executor.node(state), Chance):
                self.executor.happen(state, self.executor.draw(state, random))
            else:
                self.executor.play(state, self.executor.options(state)[0])
        return state

    def _step(self, step: Step) -> Failure | None:
        match step:
            case Arranged(effects):
                self.executor.apply(self.state, effects)
                return None
            case Begins(entry):
                return self._begin(entry)
            case Chosen(player, answers):
                problem = Following(self.game, self.executor, self.state).follow(player, answers)
                return None if problem is None else self._failure(step.origin, problem)
            case Expected():
                return self._expected(step)
            case MayChoose(player, negated, answers):
                trial = list(self.state)
                problem = Following(self.game, self.executor, trial, partial=True).follow(player, answers)
                if (problem is None) != negated:
                    return None
                return self._failure(step.origin, problem or "this can be chosen")
            case Wins(player):
                return self._wins(step, player)

    def _begin(self, entry: int) -> Failure | None:
        self.state[self.node_cell] = self.program.example_entries[entry]
        self.running = True
        try:
            self.executor.run(self.state)
        except Fault:
            # The action of the example cannot be begun at all: nothing may be chosen, which an example may expect.
            ends = [node.number for node in self.program.nodes if isinstance(node, End)]
            self.state[self.node_cell] = ends[-1]
        return None

    def _expected(self, step: Expected) -> Failure | None:
        if self.executor.evaluate(self.state, step.condition):
            return None
        later = list(self.state)
        if self.running:
            self._forced(later)
        if self.executor.evaluate(later, step.condition):
            self.state = later
            return None
        values = tuple((text, str(self.executor.evaluate(later, term))) for text, term in step.parts)
        return self._failure(step.origin, "this does not hold", values)

    def _forced(self, state: State) -> None:
        """Choices of which there is only one make themselves."""
        for _ in range(_MOST_FORCED):
            node = self.executor.node(state)
            if not isinstance(node, Decide):
                return
            moves = list(self.executor.options(state))
            passes = [move for move in moves if isinstance(move[0], int) and node.options[move[0]].role == "pass"]
            if node.title == "windows" and passes:
                self.executor.play(state, passes[0])
            elif len(moves) == 1:
                self.executor.play(state, moves[0])
            else:
                return

    def _wins(self, step: Step, player: int) -> Failure | None:
        found = result(self.game, self.state)
        wanted = (self.program.seats[player],) if player >= 0 else None
        if found.winners == wanted or (wanted is None and len(found.winners) != 1):
            return None
        won = " and ".join(found.winners) or "nobody"
        return self._failure(
            step.origin, f"{won} wins", tuple(_score(score.player, score.lines) for score in found.scores)
        )

    def _failure(self, origin: Origin, reason: str, values: tuple[tuple[str, str], ...] = ()) -> Failure:
        from interpreter.state import State as Position

        position = Position(self.game, tuple(self.state)).text() if self.state else ""
        return Failure(origin, reason, values, position, offered(self.game, self.executor, self.state))


def _score(player: str, lines: tuple[tuple[str, int], ...]) -> tuple[str, str]:
    return player, ", ".join(f"{name} {value}" for name, value in lines) or "no score"
