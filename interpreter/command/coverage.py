"""Which rules were used: forks that went one way only, options never taken, endings and headings never met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.chance import stream
from interpreter.command.examples import run_example
from interpreter.command.loading import Loaded, game_of, load_playable
from interpreter.execute.interface import Fault, Locals, Move, Outcome, State, Told
from interpreter.explain.tracer import NotingEffects, Passed, Tracer
from interpreter.game import Game
from rulelang.command.compiling import example_settings
from rulelang.graph.examples import CompiledExample
from rulelang.graph.program import Chance, Decide, Do, Node, Origin, Program, Test
from rulelang.graph.spoken import Speaker
from rulelang.graph.terms import Effect, ForIn, Name, Put, When

_MOST_MOVES = 2000


@dataclass(slots=True)
class Clause:
    """One rule as written: where it stands, and how it was used. A fork counts each way."""

    kind: str
    text: str
    place: str
    heading: str
    yes: int = 0
    no: int = 0

    @property
    def missing(self) -> str:
        """What did not happen, in words; nothing if all did."""
        if self.kind == "fork":
            if not self.yes and not self.no:
                return "never asked"
            return "" if self.yes and self.no else "never true" if not self.yes else "never false"
        return "" if self.yes else {"option": "never taken", "end": "never reached"}.get(self.kind, "never done")


@dataclass(slots=True)
class Coverage:
    """What was used of a rulebook."""

    title: str
    clauses: dict[tuple[str, str, str], Clause] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The part of all rules that were used; a fork that went one way only is used by half."""
        worth = [
            (bool(c.yes) + bool(c.no)) / 2 if c.kind == "fork" else float(bool(c.yes)) for c in self.clauses.values()
        ]
        return sum(worth) / len(worth) if worth else 1.0

    def missing(self) -> list[Clause]:
        """The clauses that were not used fully, in reading order."""
        return sorted((c for c in self.clauses.values() if c.missing), key=lambda c: (_order(c.place), c.kind, c.text))

    def headings(self) -> list[str]:
        """Headings under which nothing was used."""
        used = {clause.heading for clause in self.clauses.values() if clause.yes or clause.no}
        return [h for h in dict.fromkeys(c.heading for c in self.clauses.values()) if h and h not in used]

    def learn(self, program: Program) -> None:
        """Everything of a program that can be used."""
        for node in program.nodes:
            match node:
                case Decide():
                    for option in node.options:
                        self._clause("option", option.name, option.origin if option.origin.span else node.origin)
                case Test() if not node.title.startswith("back from") and node.arms:
                    self._clause("fork", _words(node.origin), node.origin)
                case Do() | Chance():
                    self._clause("end" if _ends(node) else "step", _words(node.origin), node.origin)
                case _:
                    pass
        for text, origin in _inner_forks(program).values():
            self._clause("fork", f"if {text}", origin)

    def passed(self, node: Node, target: int) -> None:
        """A node was passed without anybody deciding."""
        match node:
            case Test() if not node.title.startswith("back from") and node.arms:
                clause = self._clause("fork", _words(node.origin), node.origin)
                if target == node.otherwise:
                    clause.no += 1
                else:
                    clause.yes += 1
            case Do() | Chance():
                self._clause("end" if _ends(node) else "step", _words(node.origin), node.origin).yes += 1
            case _:
                pass

    def asked(self, condition: str, origin: Origin, holds: bool) -> None:
        """A condition inside a sentence was looked at."""
        clause = self._clause("fork", f"if {condition}", origin)
        clause.yes += holds
        clause.no += not holds

    def taken(self, node: Decide, number: int) -> None:
        """An option was taken."""
        option = node.options[number]
        self._clause("option", option.name, option.origin if option.origin.span else node.origin).yes += 1

    def _clause(self, kind: str, text: str, origin: Origin) -> Clause:
        place = f"{origin.span.source.path}:{origin.span.line}" if origin.span is not None else ""
        key = (kind, text, place)
        if key not in self.clauses:
            self.clauses[key] = Clause(kind, text, place, " > ".join(origin.heading))
        return self.clauses[key]


def _inner_forks(program: Program) -> dict[int, tuple[str, Origin]]:
    """Conditions inside effects, by the identity of the effect: in words, and where they stand."""
    speaker, found = Speaker(program), dict[int, tuple[str, Origin]]()

    def walk(effects: Iterable[Effect], origin: Origin) -> None:
        for effect in effects:
            match effect:
                case When(condition, then, otherwise):
                    found[id(effect)] = speaker.say(condition), origin
                    walk((*then, *otherwise), origin)
                case ForIn(_, _, body):
                    walk(body, origin)
                case _:
                    pass

    for node in program.nodes:
        match node:
            case Do() | Chance():
                walk(node.effects, node.origin)
            case Decide():
                for option in node.options:
                    walk(option.effects, option.origin if option.origin.span else node.origin)
            case _:
                pass
    return found


class _Watching(NotingEffects):
    """Effects that tell which way the conditions inside them go."""

    coverage: Coverage
    forks: dict[int, tuple[str, Origin]]

    def carry_out(self, state: State, values: Locals, effects: Sequence[Effect], log: list[Told] | None) -> None:
        named = dict(values)
        for effect in effects:
            if isinstance(effect, Name):
                named[effect.name] = self._terms.value(state, named, effect.value)
                continue
            if isinstance(effect, When) and not self.paused and id(effect) in self.forks:
                text, origin = self.forks[id(effect)]
                self.coverage.asked(text, origin, bool(self._terms.value(state, named, effect.condition)))
            super().carry_out(state, named, (effect,), log)


class Observer(Tracer):
    """An executor that marks every rule it uses."""

    def __init__(self, program: Program, coverage: Coverage) -> None:
        super().__init__(program)
        self.coverage = coverage
        watching = _Watching(self._terms, self._storage, self.notes)
        watching.coverage, watching.forks = coverage, _inner_forks(program)
        self._noting = watching
        self._effects = watching  # type: ignore[misc]

    def play(self, state: State, move: Move, log: list[Told] | None = None) -> None:
        node, number = self.node(state), move[0]
        if isinstance(node, Decide) and isinstance(number, int):
            self.coverage.taken(node, number)
        super().play(state, move, log)
        self._mark()

    def happen(self, state: State, outcome: Outcome, log: list[Told] | None = None) -> None:
        self.coverage.passed(self.node(state), -1)
        super().happen(state, outcome, log)
        self._mark()

    def run(self, state: State, log: list[Told] | None = None) -> None:
        super().run(state, log)
        self._mark()

    def _mark(self) -> None:
        for note in self.notes:
            if isinstance(note, Passed):
                self.coverage.passed(note.node, note.target)
        self.notes.clear()


def cover_examples(path: str, games: int = 0) -> Coverage:
    """What the examples of a rulebook use, and so many random games for each number of players."""
    loaded = load_playable(path)
    coverage = Coverage(loaded.written.title)
    for game in _games(loaded):
        coverage.learn(game.program)
        for example in game.program.examples:
            assert isinstance(example, CompiledExample)
            run_example(game, example, Observer(game.program, coverage))
    for players in loaded.written.seats if games else ():
        game = game_of(loaded, players, ())
        coverage.learn(game.program)
        for number in range(games):
            _random_game(Observer(game.program, coverage), number)
    return coverage


def _games(loaded: Loaded) -> Iterable[Game]:
    first = (loaded.written.seats[0], frozenset[str]())
    wanted = dict.fromkeys([first, *example_settings(loaded.written)])
    return [game_of(loaded, players, tuple(sorted(variants)), examples=True) for players, variants in wanted]


def _random_game(observer: Observer, number: int) -> None:
    random = stream(number, "coverage")
    try:
        state = observer.start()
        for _ in range(_MOST_MOVES):
            match observer.node(state):
                case Decide():
                    moves = observer.options(state)
                    observer.play(state, moves[int(random.random() * len(moves))])
                case Chance():
                    observer.happen(state, observer.draw(state, random))
                case _:
                    return
    except Fault:
        return


def _words(origin: Origin) -> str:
    if origin.span is None:
        return ""
    return origin.span.source.line_text(origin.span.line).strip().split(" [", 1)[0]


def _ends(node: Do | Chance) -> bool:
    return any(isinstance(effect, Put) and effect.region in ("decided", "ending") for effect in node.effects)


def _order(place: str) -> tuple[str, int]:
    path, _, line = place.rpartition(":")
    return path, int(line or 0)
