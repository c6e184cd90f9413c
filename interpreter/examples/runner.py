"""One example while it runs: what is given, what is chosen, and what must be so then."""

from __future__ import annotations

from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Final

from interpreter.api.chance import stream
from interpreter.engine.executor import Cells, Fault, Stuck, Told, Unable
from interpreter.engine.reference_flow import Reference, first_state
from interpreter.examples.answers import (
    Failure,
    arrange,
    as_written,
    fault_text,
    set_off,
)
from interpreter.examples.choosing import LONGEST, Choosing
from interpreter.examples.claims import ClaimJudge
from interpreter.examples.set_up import at_the_beginning, only_begins
from interpreter.explain.refusal import Refusal
from interpreter.explain.wording import StateWording
from interpreter.wording.events import outcome_text
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.observation import observe
from rulelang.graph import example_steps as steps
from rulelang.graph.example_steps import Step as Line
from rulelang.graph.program import ChanceNode, Decide, End, Origin

if TYPE_CHECKING:
    from interpreter.api.game import Game

_NOT_BEGUN: Final = "nothing can happen before the game has begun (`given a new game`, `given Ann is about to ...`)"
_LONGEST_GAME: Final = 20_000
_MOST_LISTED: Final = 12
_MOST_OFFERED: Final = 40


class FailedExample(Exception):
    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


class Runner:
    """The state of an example while it runs."""

    def __init__(
        self, game: Game, example: steps.CompiledExample, way: int = 0, refusals: list[Refusal] | None = None
    ) -> None:
        self._refusals: Final = refusals
        self.game: Final = game
        self.executor: Final = game.executor
        self.example: Final = example
        self._judge: Final = ClaimJudge(game)
        self._node: Final = game.program.layout.regions["node"].base
        self._playing: Final = game.program.layout.regions["playing"].base
        self._way: Final = way
        self._random: Final = stream(way, example.title)
        self.running = example.start == "new"
        self._choosing = Choosing(game, self._judge, self._random, setting_up=self.running)
        #: Does the game still have to go on to its first choice, from what is given?
        self._is_to_run = False
        #: The beginning of a move that the next line goes on with or asks about, and the line that began it.
        self.begun: list[str] = []
        self._begun_at: Origin | None = None
        #: Before the last move: how things were, and who chose what.
        self._before: tuple[Cells, int, list[str]] | None = None
        #: How things are once what happens by itself has happened; every `then` up to the next line speaks of it.
        self._next_moment: tuple[Cells, tuple[int, ...]] | None = None
        #: Have the triggers been looked at since something was given?
        self._is_looked_at = True
        self.cells: Cells = first_state(game.program)

    @property
    def is_open(self) -> bool:
        """Was anything left to whoever plays the example, or to chance?"""
        return self._choosing.is_open

    def run(self) -> Failure | None:
        """All lines; what is the matter with one of them."""
        line: Line | None = None
        try:
            self.begin()
            for line in self.example.steps:
                self.follow(line)
            if self.begun and self._begun_at is not None:
                return self.failure(f"the example ends in the middle of a move{self._next_part()}", self._begun_at)
        except FailedExample as failed:
            return failed.failure
        except Fault as fault:
            origin = line.origin if line is not None else self.example.origin
            return self.failure(f"the rules break down: {fault_text(self.game.players, fault)}", origin)
        return None

    def begin(self) -> None:
        """Up to the first choice of a new game; nothing happens on an empty table."""
        if self.running:
            self.cells = list(self.executor.start())

    def follow(self, line: Line) -> None:
        """One line."""
        begins = isinstance(line, steps.Arranged) and only_begins(line)
        if begins and self._choosing.setting_up:
            return
        self._come_to(line)
        match line:
            case steps.Arranged(effects, origin, fact):
                self._fail_if(arrange(self.executor, self.cells, effects, fact), origin)
                self._is_looked_at = False
            case steps.Begins(entry):
                self.begun = []
                self.cells[self._node] = self.game.program.example_entries[entry]
                self._enter()
            case steps.Chosen(player, answers):
                parts = [*self.begun, *(as_written(answer) for answer in answers)]
                self._fail_if(self._choose_on(player, parts, line.origin), line.origin, asked=True)
            case steps.Happens(until):
                self._fail_if(self._happens(until), line.origin)
            case steps.Expected():
                self._expect(line)
            case steps.MayChoose(player, negated, answers):
                self._ask(player, [as_written(answer) for answer in answers], line.origin, negated=negated)

    def _come_to(self, line: Line) -> None:
        """What has to have happened before a line: the setup, and what the facts before it have set off."""
        if not (isinstance(line, steps.Chosen) and line.player < 0):
            self._finish_setup(isinstance(line, steps.Arranged | steps.Begins))
        if not isinstance(line, steps.Expected | steps.MayChoose):
            self._next_moment = None
        if not (isinstance(line, steps.Arranged) or (isinstance(line, steps.Expected) and line.at_once)):
            if self.running and not self._is_looked_at:
                self._judge.hear(set_off(self.executor, self.game.program, self.cells))
            if self._is_to_run and not isinstance(line, steps.Begins):
                self.executor.run(self.cells)
            self._is_looked_at, self._is_to_run = True, False
        if not isinstance(line, steps.Chosen):
            self._before = None

    def _fail_if(self, problem: str | None, origin: Origin, *, asked: bool = False) -> None:
        if problem is not None and asked and self._choosing.impossible:
            problem = "\n".join([problem, *map(str, self._choosing.why_not(self.cells).clauses)])
        if problem is not None:
            raise FailedExample(self.failure(problem, origin))

    def _enter(self) -> None:
        """Begin what the example is about. What cannot be done is not done, and nobody may choose anything."""
        self.running = True
        told: list[Told] = []
        begun = list(self.cells)
        try:
            self.executor.run(begun, told)
            self.cells[:] = begun
        except Fault as fault:
            if not self._is_impossible():
                raise fault
            ends = (node for node in self.game.program.nodes if isinstance(node, End))
            self.cells[self._node] = next(node.number for node in ends if node.group == "example")
        self._judge.hear(told)

    def _is_impossible(self) -> bool:
        """Does what the example is about begin with something that cannot be done?"""
        try:
            Reference(self.game.program).run(list(self.cells))
        except (Unable, Stuck):
            return True
        except Fault:
            pass
        return False

    def _finish_setup(self, is_given: bool = False) -> None:
        """A new game is set up with first choices, and whatever chance brings. What is given comes before whoever is
        asked first, even if there was nothing to choose."""
        while self._choosing.setting_up and not self.cells[self._playing] and not self.executor.is_over(self.cells):
            if isinstance(self.executor.node(self.cells), ChanceNode):
                self._choosing.draw(self.cells)
            else:
                self._choosing.play(self.cells, next(iter(self.executor.each_option(self.cells))))
        if is_given and self._choosing.setting_up and self._before is None:
            is_over = self.executor.is_over(self.cells)
            asked = at_the_beginning(self.game.program, self._choosing.last_of_setup, is_over=is_over)
            self._is_to_run, self.cells = asked is not None, asked or self.cells
        self._choosing.setting_up = False

    # -------------------------------------------------------------------------------------------------- playing

    def _happens(self, until: steps.Claim) -> str | None:
        """Play on anyhow, until something is so."""
        if not self.running:
            return _NOT_BEGUN
        self.begun = []
        for _ in range(_LONGEST_GAME):
            if self._is_so(until, self.cells):
                return None
            node = self.executor.node(self.cells)
            if isinstance(node, End):
                return f"{'the example' if node.group == 'example' else 'the game'} is over before it is so"
            if isinstance(node, ChanceNode):
                self._choosing.draw(self.cells)
            else:
                self._choosing.play_anything(self.cells)
        return f"after {_LONGEST_GAME} choices it is not so yet"

    def _is_so(self, claim: steps.Claim, cells: Cells) -> bool:
        if isinstance(claim, steps.Fact):
            return bool(self.executor.evaluate(cells, claim.condition))
        return self._judge.problem(claim, cells, running=self.running) is None

    # ------------------------------------------------------------------------------------------------ choosing

    def _choose_on(self, player: int, parts: list[str], origin: Origin) -> str | None:
        """Let somebody choose. The last answers may be the beginning of a move that the next line goes on with."""
        if not self.running:
            return _NOT_BEGUN
        self.begun, trial, self._choosing.is_unclear = [], list(self.cells), False
        problem = self._choosing.choose(trial, player, list(parts))
        if problem is None:
            self._before = (list(self.cells), player, parts)
        elif self._took_itself(player, parts):
            return None
        if problem is not None and self._choosing.is_unclear:
            return problem
        if problem is not None:
            trial = list(self.cells)
            with self._judge.trying():
                begins = self._choosing.choose(trial, player, list(parts), partly=True) is None
            if not begins:
                # The position right before what is not possible tells most.
                self._choosing.choose(self.cells, player, parts)
                return problem
            self.begun = parts[-self._choosing.part_of_move :]
            self._begun_at = origin
        self.cells[:] = trial
        return None

    def _took_itself(self, player: int, parts: list[str]) -> bool:
        """Is this the rest of the move before, in which there was nothing else to choose?"""
        if self._before is None or self._before[1] != player:
            return False
        cells, _, told = self._before
        trial, whole = list(cells), [*told, *parts]
        with self._judge.trying():
            took = self._choosing.choose(trial, player, list(whole)) is None and trial == self.cells
        self._before = (cells, player, whole) if took else None
        return took

    def _ask(self, player: int, answers: list[str], origin: Origin, *, negated: bool) -> None:
        """Whether somebody may choose something. Where a move was begun, this is how it could go on."""
        self._fail_if(None if self.running else _NOT_BEGUN, origin)
        self._begun_at = None
        trial = list(self.cells)
        with self._judge.trying():
            problem = self._choosing.choose(trial, player, [*self.begun, *answers], partly=True)
        if (problem is None) == negated:
            raise FailedExample(self.failure(problem or "this can be chosen", origin))
        if negated and self._refusals is not None:
            self._refusals.append(self._choosing.why_not(trial))

    # --------------------------------------------------------------------------------------------- expectations

    def _expect(self, line: steps.Expected) -> None:
        """The claim must hold at its moment."""
        (cells, known), claim = self._moment_of(line), line.claim
        if not isinstance(claim, steps.Fact):
            with self._judge.knowing(known):
                problem = self._judge.problem(claim, cells, running=self.running)
            if problem is not None:
                raise FailedExample(self.failure(problem, line.origin, cells=cells))
        elif not self.executor.evaluate(cells, claim.condition):
            raise FailedExample(self._unlike(claim, cells, line))

    def _moment_of(self, line: steps.Expected) -> tuple[Cells, tuple[int, ...]]:
        """How things are at the moment a line speaks of, and what each player was shown up to then."""
        if self.begun:
            raise FailedExample(self.failure(f"the move before this is only begun{self._next_part()}", line.origin))
        if not self.running or line.at_once:
            return self.cells, self._judge.known
        self._next_moment = self._next_moment or self._going_on(line.origin)
        return self._next_moment

    def _unlike(self, claim: steps.Fact, cells: Cells, line: steps.Expected) -> Failure:
        """A condition that does not hold, with the values it is about."""
        wording = StateWording(self.game, cells)
        printed = wording.print(claim.condition)
        found = [(text, wording.value_of(term)) for text, term in claim.parts]
        values = [f"{text}: {value}" if text else f"there are {value}" for text, value in found if text != value]
        message = f"this does not hold ({'; '.join(values)})" if values else "this does not hold"
        if not line.at_once and cells != self.cells and self.executor.evaluate(self.cells, claim.condition):
            message += "; it held before what happens by itself (`then at once`)"
        drawing = printed.drawing() if len(printed.pairs()) > 1 or not values else ""
        return self.failure(message, line.origin, drawing, cells)

    def _going_on(self, origin: Origin) -> tuple[Cells, tuple[int, ...]]:
        """How things are, and what is known, when somebody or chance next has a choice: the rest has happened."""
        cells = list(self.cells)
        with self._judge.trying():
            for _ in range(LONGEST):
                node = self.executor.node(cells)
                if isinstance(node, ChanceNode):
                    weighed = self.executor.outcomes(cells)
                    if weighed is not None and len(weighed) > 1:
                        return cells, self._judge.known
                    self._choosing.draw(cells)
                    continue
                forced = self._choosing.forced(cells, node, own=False) if isinstance(node, Decide) else None
                if forced is None:
                    return cells, self._judge.known
                self._choosing.play(cells, forced)
        raise FailedExample(self.failure("this goes on without end, and nobody has a choice", origin))

    def _next_part(self) -> str:
        return f": `{', '.join(self.begun)}` goes on (`then ... may choose` asks how)"

    # -------------------------------------------------------------------------------------------------- answers

    def answer(self, line: steps.Expected) -> tuple[bool, tuple[int, ...]]:
        """What an expectation comes to, with the values of its parts."""
        self._come_to(line)
        (cells, known), claim = self._moment_of(line), line.claim
        if not isinstance(claim, steps.Fact):
            with self._judge.knowing(known):
                return self._is_so(claim, cells), ()
        values = tuple(self.executor.evaluate(cells, term) for _, term in claim.parts)
        return bool(self.executor.evaluate(cells, claim.condition)), values

    def offered(self) -> tuple[str, frozenset[str]]:
        """Who may choose what now; not of very many possibilities."""
        scene = Runner.next_choice(self._copied()) if self.running else None
        if scene is None:
            return "", frozenset()
        moves = islice(self.executor.each_option(scene.cells), _MOST_OFFERED)
        return self.game.players[scene.actor], frozenset(scene.notation(move) for move in moves)

    def _copied(self) -> Runner:
        """Another one at the same place."""
        other = copy(self)
        other._choosing, other.cells = copy(self._choosing), list(self.cells)
        return other

    def next_choice(self, told: list[tuple[str, str]] | None = None) -> MoveWording | None:
        """Up to a choice that does not take itself; nothing if the game is over. What chance brings is `told`."""
        self._finish_setup()
        for _ in range(LONGEST):
            node = self.executor.node(self.cells)
            if isinstance(node, ChanceNode):
                outcome = self.executor.draw(self.cells, self._random)
                if told is not None and isinstance(outcome, int):
                    told.append(("chance", outcome_text(self.game, node, outcome, self.game.names())))
                self._choosing.draw(self.cells, outcome)
                continue
            forced = self._choosing.forced(self.cells, node, own=False) if isinstance(node, Decide) else None
            if forced is None:
                return MoveWording(self.game, self.cells, node) if isinstance(node, Decide) else None
            self._choosing.play(self.cells, forced)
        return None

    # -------------------------------------------------------------------------------------------------- telling

    def failure(self, message: str, origin: Origin, drawing: str = "", cells: Cells | None = None) -> Failure:
        """A failure with the position as it is."""
        cells = self.cells if cells is None else cells
        legal: tuple[str, ...] = ()
        node = self.executor.node(cells) if self.running else None
        position = observe(self.game, cells, None).text()
        if isinstance(node, End) and node.group != "example":
            position += "the game is over\n"
        if isinstance(node, Decide):
            scene = MoveWording(self.game, cells, node)
            who = self.game.players[scene.actor]
            moves = zip(range(_MOST_LISTED), self.executor.each_option(cells), strict=False)
            legal = tuple(f"{who}: {scene.notation(move)}" for _, move in moves)
        elif isinstance(node, ChanceNode):
            brought = (outcome for outcome, _ in self.executor.outcomes(cells) or ())
            texts = dict.fromkeys(outcome_text(self.game, node, one, self.game.names()) for one in brought)
            legal = tuple(f"chance: {text}" for text in islice(texts, _MOST_LISTED))
        return Failure(message, origin, drawing, position, legal)
