"""Runs the examples of a rulebook: what is given, what is chosen, and what must be so then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from interpreter.chance import stream
from interpreter.engine.executor import Fault, Move, option_of
from interpreter.engine.executor import State as Cells
from interpreter.engine.reference_flow import first_state
from interpreter.example_results import ExampleResult, Failure
from interpreter.explain.refusal import Clause, Refusal
from interpreter.explain.wording import Wording
from interpreter.result import leaders, scores
from interpreter.visibility.observation import observe
from interpreter.wording.luck import outcome_text
from interpreter.wording.move_wording import Scene
from interpreter.wording.reading import Reader, plain
from rulelang.graph.example_steps import Answer, Arranged, Begins, Chosen, CompiledExample, Expected, MayChoose, Wins
from rulelang.graph.example_steps import Step as Line
from rulelang.graph.program import Chance, Decide, End, Origin
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Put

if TYPE_CHECKING:
    from random import Random

    from interpreter.game import Game
    from interpreter.rulebook import Rulebook

_LONGEST: Final = 500
_MOST_LISTED: Final = 12
_MOST_OFFERED: Final = 40


__all__ = ["ExampleResult", "Failure", "asked", "random_moves", "run_example", "run_examples"]


class _Failed(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


def run_examples(
    rulebook: Rulebook, executor: str = "reference", chosen: Callable[[str], bool] = lambda _: True
) -> tuple[ExampleResult, ...]:
    """Run the examples of a rulebook whose titles are `chosen`, in reading order for each number of players."""
    found = []
    for (players, variants), titles in rulebook.example_titles(chosen).items():
        game = rulebook.game(players, variants, executor, examples=titles)
        for example in game.program.examples:
            failure = run_example(game, example)
            found.append(ExampleResult(example.title, example.origin, players, game.variants, failure))
    return tuple(found)


def run_example(game: Game, example: CompiledExample, refusals: list[Refusal] | None = None) -> Failure | None:
    """Run one example; nothing if all is as written. `refusals` gets the reasons why what the example says to be
    impossible is so."""
    runner = _Runner(game, example, refusals)
    line: Line | None = None
    try:
        runner.begin()
        for line in example.steps:
            runner.follow(line)
    except _Failed as failed:
        return failed.failure
    except Fault as fault:
        origin = line.origin if line is not None else example.origin
        return runner.failure(f"the rules break down: {fault.message}", origin)
    return None


class Asked(NamedTuple):
    """What an example's expectations come to, whether they hold or not, each with the values of its parts; and after
    each line with choices (and at the end) who may choose what. As far as the example can go on."""

    expected: list[tuple[bool, tuple[int, ...]]]
    offered: list[tuple[str, frozenset[str]]]


def asked(game: Game, example: CompiledExample) -> Asked:
    """Run an example for its answers."""
    runner = _Runner(game, example)
    found = Asked([], [])
    try:
        runner.begin()
        for line in example.steps:
            if isinstance(line, Expected):
                found.expected.append(runner.answer(line))
            else:
                runner.follow(line)
            if isinstance(line, Chosen):
                found.offered.append(runner.offered())
        found.offered.append(runner.offered())
    except (_Failed, Fault):
        pass
    return found


def random_moves(game: Game, title: str, most: int, random: Random) -> list[tuple[str, str]]:
    """The first moves of a random game, each with its player, as an example of this title could say them after `given a
    new game`. What takes itself is left out."""
    origin = Origin(None)
    runner = _Runner(game, CompiledExample(title, origin, "new", ()))
    found: list[tuple[str, str]] = []
    try:
        runner.begin()
        while len(found) < most:
            scene = runner.next_choice()
            if scene is None:
                break
            moves = list(game.executor.each_option(scene.cells))
            notation = scene.notation(moves[int(random.random() * len(moves))])
            answers = tuple(Answer(part, None, "") for part in notation.split(", "))
            runner.follow(Chosen(scene.actor, answers, origin))
            found.append((game.players[scene.actor], notation))
    except (_Failed, Fault):
        pass
    return found


class _Runner:
    """The state of an example while it runs."""

    def __init__(self, game: Game, example: CompiledExample, refusals: list[Refusal] | None = None) -> None:
        self._refusals: Final = refusals
        #: What was to be chosen when it turned out not to be possible.
        self._impossible: tuple[Cells, str] | None = None
        self.game: Final = game
        self.executor: Final = game.executor
        self._node: Final = game.program.layout.regions["node"].base
        self._playing: Final = game.program.layout.regions["playing"].base
        self._random: Final = stream(0, example.title)
        self.running = example.start == "new"
        self._setting_up = self.running
        self.begun: list[str] = []
        self._part_of_move = 0
        self.cells: Cells = first_state(game.program)

    def begin(self) -> None:
        """Up to the first choice of a new game; nothing happens on an empty table."""
        if self.running:
            self.cells = self.executor.start()

    def follow(self, line: Line) -> None:
        """One line."""
        begins = isinstance(line, Arranged) and _only_begins(line)
        if begins and self._setting_up:
            return
        if not (isinstance(line, Chosen) and line.player < 0):
            self._finish_setup()
        match line:
            case Arranged(effects):
                self.executor.apply(self.cells, effects)
            case Begins(entry):
                self.begun = []
                self.cells[self._node] = self.game.program.example_entries[entry]
                self._run()
            case Chosen(player, answers):
                problem = self._choose_on(player, [*self.begun, *(_part(answer) for answer in answers)])
                if problem is not None and self._impossible:
                    clauses = self._why_not(self.cells).clauses
                    raise _Failed(self.failure("\n".join([problem, *map(str, clauses)]), line.origin))
                if problem is not None:
                    raise _Failed(self.failure(problem, line.origin))
            case Expected():
                self._expect(line)
            case MayChoose(player, negated, answers):
                trial = list(self.cells)
                parts = [*self.begun, *(_part(answer) for answer in answers)]
                problem = self._choose(trial, player, parts, partly=True)
                if (problem is None) == negated:
                    raise _Failed(self.failure(problem or "this can be chosen", line.origin))
                if negated and self._refusals is not None:
                    self._refusals.append(self._why_not(trial))
            case Wins(player):
                self._wins(player, line.origin)

    def _run(self) -> None:
        self.running = True
        try:
            self.executor.run(self.cells)
        except Fault:
            # What the example is about may already be over and lead nowhere; its expectations are asked all the same.
            self.cells[self._node] = next(n.number for n in self.game.program.nodes if isinstance(n, End))

    def _finish_setup(self) -> None:
        """A new game is set up with first choices, and whatever chance brings."""
        while self._setting_up and not self.cells[self._playing] and not self.executor.is_over(self.cells):
            if isinstance(self.executor.node(self.cells), Chance):
                self.executor.happen(self.cells, self.executor.draw(self.cells, self._random))
            else:
                self.executor.play(self.cells, next(iter(self.executor.each_option(self.cells))))
        self._setting_up = False

    def answer(self, line: Expected) -> tuple[bool, tuple[int, ...]]:
        """What an expectation comes to, with the values of its parts."""
        cells = list(self.cells)
        if not self.executor.evaluate(cells, line.condition) and self.running:
            self._go_on(cells)
            if not self.executor.evaluate(cells, line.condition):
                cells = list(self.cells)
        values = tuple(self.executor.evaluate(cells, term) for _, term in line.parts)
        return bool(self.executor.evaluate(cells, line.condition)), values

    def offered(self) -> tuple[str, frozenset[str]]:
        """Who may choose what now; not of very many possibilities."""
        scene = _Runner.next_choice(self.copied()) if self.running else None
        if scene is None:
            return "", frozenset()
        moves = islice(self.executor.each_option(scene.cells), _MOST_OFFERED)
        return self.game.players[scene.actor], frozenset(scene.notation(move) for move in moves)

    def copied(self) -> _Runner:
        """Another one at the same place."""
        other = copy(self)
        other.cells = list(self.cells)
        return other

    def next_choice(self) -> Scene | None:
        """Up to a choice that does not take itself; nothing if the game is over."""
        self._finish_setup()
        for _ in range(_LONGEST):
            node = self.executor.node(self.cells)
            if isinstance(node, Chance):
                self.executor.happen(self.cells, self.executor.draw(self.cells, self._random))
                continue
            forced = self._forced(self.cells, node) if isinstance(node, Decide) else None
            if forced is None:
                return Scene(self.game, self.cells, node) if isinstance(node, Decide) else None
            self.executor.play(self.cells, forced)
        return None

    # ------------------------------------------------------------------------------------------------ choosing

    def _choose_on(self, player: int, parts: list[str]) -> str | None:
        """Let somebody choose. The last answers may be the beginning of a move that the next line goes on with."""
        self.begun, trial = [], list(self.cells)
        problem = self._choose(trial, player, list(parts))
        if problem is not None:
            trial = list(self.cells)
            if self._choose(trial, player, list(parts), partly=True) is not None:
                # The position right before what is not possible tells most.
                self._choose(self.cells, player, parts)
                return problem
            self.begun = parts[-self._part_of_move :]
        self.cells[:] = trial
        return None

    def _choose(self, cells: Cells, player: int, parts: list[str], *, partly: bool = False) -> str | None:
        """Let somebody (or chance, -1) choose; what is the matter, if it cannot be."""
        self._impossible = None
        own = False
        for _ in range(_LONGEST):
            if not parts:
                return None
            node = self.executor.node(cells)
            if isinstance(node, End):
                return f"the game is over, but `{parts[0]}` is still to be chosen"
            if isinstance(node, Chance):
                self._happen(cells, node, player, parts)
                continue
            assert isinstance(node, Decide)
            acting = self.executor.actor(cells)
            if partly and own and acting != player:
                # What is offered now is asked about, not what is offered when the others have moved.
                return f"`{parts[0]}` is not possible"
            own = own or acting == player
            used = self._decide(cells, node, player, parts, partly=partly)
            if isinstance(used, str):
                return used
            del parts[:used]
        return "this goes on without end"

    def _happen(self, cells: Cells, node: Chance, player: int, parts: list[str]) -> None:
        """Chance brings what the example says if it can, otherwise anything."""
        weighed = self.executor.outcomes(cells)
        if player < 0 and weighed is not None:
            names = self.game.names()
            for outcome, _ in weighed:
                called = {plain(outcome_text(self.game, node, outcome, names))}
                if node.parameter is not None:
                    called.add(plain(names.element(node.parameter.elements, outcome)))
                    if self.game.sight.is_piece(node.parameter.elements) and outcome >= 0:
                        called.add(plain(self.game.program.layout.pieces[outcome].name))
                if plain(parts[0]) in called:
                    self.executor.happen(cells, outcome)
                    del parts[0]
                    return
        self.executor.happen(cells, self.executor.draw(cells, self._random))

    def _decide(self, cells: Cells, node: Decide, player: int, parts: list[str], *, partly: bool) -> int | str:
        """How many parts a decision used up (0: it took itself), or what is the matter."""
        scene = Scene(self.game, cells, node)
        if player < 0 and self._setting_up and not cells[self._playing]:
            self.executor.play(cells, next(iter(self.executor.each_option(cells))))
            return 0
        own = player == scene.actor
        found = Reader(scene).readings(parts, partly=partly) if own else []
        best = [reading for reading in found if reading.used == found[0].used]
        whole = [reading for reading in best if reading.complete]
        if partly and best and best[0].used == len(parts):
            self._part_of_move = len(parts)
            return best[0].used
        if whole:
            moves = list(dict.fromkeys(reading.move for reading in whole))
            if len(moves) > 1 and not _are_alike(scene, moves):
                return f"this can mean several moves: {'; '.join(scene.notation(move) for move in moves[:4])}"
            self.executor.play(cells, moves[0])
            return whole[0].used
        if own and not self._impossible:
            self._impossible = (list(cells), ", ".join(parts))
        forced = self._forced(cells, node)
        if forced is not None:
            self.executor.play(cells, forced)
            return 0
        if not own:
            seats = self.game.players
            return f"{seats[scene.actor]} decides now, not {seats[player] if player >= 0 else 'chance'}"
        return f"`{parts[0]}` is not possible"

    def _why_not(self, cells: Cells) -> Refusal:
        """The clauses against what was not possible just now."""
        if self._impossible is not None:
            cells, text = self._impossible
            refusal = self.game.position(cells).why_not(text)
            if refusal is not None:
                return refusal
        node = self.executor.node(cells)
        if isinstance(node, Decide):
            clause = Clause(f"{self.game.players[self.executor.actor(cells)]} decides now", node.origin)
        else:
            clause = Clause("the game is over" if isinstance(node, End) else "chance decides now", node.origin)
        return Refusal("", "turn", (clause,))

    def _forced(self, cells: Cells, node: Decide) -> Move | None:
        """The move that takes itself: the only one, or passing a window."""
        moves = []
        for move in self.executor.each_option(cells):
            if node.role is NodeRole.WINDOWS and option_of(node, move).role == "pass":
                return move
            moves.append(move)
            if len(moves) > 1 and node.role is not NodeRole.WINDOWS:
                return None
        return moves[0] if len(moves) == 1 else None

    # --------------------------------------------------------------------------------------------- expectations

    def _expect(self, line: Expected) -> None:
        """The condition must hold, now or after what takes itself."""
        if self.executor.evaluate(self.cells, line.condition):
            return
        later = list(self.cells)
        if self.running:
            self._go_on(later)
        if self.executor.evaluate(later, line.condition):
            self.cells = later
            return
        wording = Wording(self.game, self.cells)
        printed = wording.print(line.condition)
        found = [(text, wording.value_of(term)) for text, term in line.parts]
        values = [f"{text}: {value}" if text else f"there are {value}" for text, value in found if text != value]
        message = f"this does not hold ({'; '.join(values)})" if values else "this does not hold"
        drawing = printed.drawing() if len(printed.parts) > 1 or not values else ""
        raise _Failed(self.failure(message, line.origin, drawing))

    def _go_on(self, cells: Cells) -> None:
        for _ in range(_LONGEST):
            node = self.executor.node(cells)
            if isinstance(node, Chance) and node.shuffles is not None:
                self.executor.happen(cells, self.executor.draw(cells, self._random))
                continue
            forced = self._forced(cells, node) if isinstance(node, Decide) else None
            if forced is None:
                return
            self.executor.play(cells, forced)

    def _wins(self, player: int, origin: Origin) -> None:
        regions = self.game.program.layout.regions
        if self.cells[regions["decided"].base]:
            named = self.cells[regions["winners"].base]
            winners = [seat for seat in range(len(self.game.players)) if named >> seat & 1]
        else:
            if not self._has_result():
                raise _Failed(self.failure("the game is not over: nobody has won or lost yet", origin))
            winners = list(leaders(self.game, scores(self.game, self.cells)))
        as_written = player in winners if player >= 0 else len(winners) != 1
        if not as_written:
            names = " and ".join(self.game.players[seat] for seat in winners) or "nobody"
            written = self.game.players[player] if player >= 0 else "nobody"
            raise _Failed(self.failure(f"{written} should win, but it is {names}", origin))

    def _has_result(self) -> bool:
        """Can it be told who wins? By the ranking at any time, otherwise once the game has ended."""
        scoring = self.game.program.scoring
        node = self.executor.node(self.cells) if self.running else None
        return (
            bool(scoring.lines) or scoring.eligible is not None or (isinstance(node, End) and node.group != "example")
        )

    # -------------------------------------------------------------------------------------------------- telling

    def failure(self, message: str, origin: Origin, drawing: str = "") -> Failure:
        """A failure with the position as it is."""
        legal: tuple[str, ...] = ()
        node = self.executor.node(self.cells) if self.running else None
        position = observe(self.game, self.cells, None).text()
        if isinstance(node, End) and node.group != "example":
            position += "the game is over\n"
        if isinstance(node, Decide):
            scene = Scene(self.game, self.cells, node)
            who = self.game.players[scene.actor]
            moves = zip(range(_MOST_LISTED), self.executor.each_option(self.cells), strict=False)
            legal = tuple(f"{who}: {scene.notation(move)}" for _, move in moves)
        return Failure(message, origin, drawing, position, legal)


def _only_begins(line: Arranged) -> bool:
    """Does the line only say that the game has begun? A new game says that itself when it is set up."""
    return all(isinstance(effect, Put) and effect.region == "playing" for effect in line.effects)


def _part(answer: Answer) -> str:
    """An answer as it is written in a move."""
    if answer.nothing:
        return "nothing"
    text = f"{answer.text} on {answer.place}" if answer.place else answer.text
    return f"{answer.count} {text}" if answer.count is not None else text


def _are_alike(scene: Scene, moves: Sequence[Move]) -> bool:
    """Do the moves read the same?"""
    return len({scene.notation(move) for move in moves}) == 1
