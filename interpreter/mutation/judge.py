"""What becomes of one mutant: compiled where it makes a difference, and judged by the examples that use it."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from time import process_time
from typing import Final, NamedTuple

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.rulebook import Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executor import Fault
from interpreter.engine.reference_flow import Reference
from interpreter.mutation.baseline import BaselineSetting, Examples, Known, Originals, settings
from interpreter.mutation.guesses import Guesses, MutantRunner, first_failing_of
from interpreter.mutation.verdict import Status, Verdict
from rulelang.checks import check_rulebook
from rulelang.compile import compile_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.graph.program import Node, Program
from rulelang.graph.successors import reached_without
from rulelang.graph.terms import Possible
from rulelang.graph.walk import all_parts
from rulelang.mutation.difference import Described, ProgramPart, difference, sentence_of
from rulelang.mutation.mutant import Mutant, applied
from rulelang.mutation.mutants import around
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

# Random games of a mutant: do its rules lead somewhere, and does what should always hold?


#: A game that is longer than this many times the longest of the original has no end.
_LONGER: Final = 10


class Games:
    """Plays a few random games of a rulebook, and of its mutants."""

    def __init__(self, written: WrittenRulebook, games: int) -> None:
        self._games: Final = games
        self._seats: Final = tuple(written.seats)
        self._longest: Final = {players: self._lengths(written, players) for players in self._seats}

    def _lengths(self, written: WrittenRulebook, players: int) -> int:
        game = Rulebook(TextSource(written)).game(players)
        return max(_played(game, number, None)[0] for number in range(self._games))

    def fault(self, other: WrittenRulebook) -> str | None:
        """What goes wrong in the games of another version that does not in those of the original."""
        rulebook = Rulebook(TextSource(other))
        for players in self._seats:
            game = rulebook.game(players)
            for number in range(self._games):
                _, fault = _played(game, number, self._longest[players] * _LONGER)
                if fault:
                    return f"random game {number + 1} with {players} players: {fault}"
        return None


def _played(game: Game, number: int, most: int | None) -> tuple[int, str]:
    """How many moves a random game has, and what goes wrong in it."""
    random = stream(number, "mutants")
    moves = 0
    try:
        position = game.position()
        while most is None or moves < most:
            position.settle(random)
            cells = list(position.state.cells)
            for text, term, _ in game.program.invariants:
                if not game.executor.evaluate(cells, term):
                    return moves, f"`always {text}` does not hold"
            if position.is_over:
                return moves, ""
            position.playout(random, 1)
            moves += 1
    except Fault as fault:
        return moves, fault.message
    return moves, "it does not end"


# Two programs that begin otherwise and yet alike: what is done before anybody or chance decides comes to the same,
# and is not done again.


class _Beginning(NamedTuple):
    """Where a new game first stops, what every region holds there, and the sentences that are still to come."""

    node: Node
    held: dict[str, tuple[int, ...]]
    to_come: frozenset[ProgramPart]


def begin_alike(original: Described, other: Described, changed: frozenset[ProgramPart]) -> bool:
    """Do both come to the same position, from where nothing is different any more? `changed` tells what is."""
    if any(part.sort != "sentence" for part in changed):
        return False
    first, second = _beginning(original.program), _beginning(other.program)
    if first is None or second is None or first.held != second.held:
        return False
    alike = original.described(first.node) == other.described(second.node)
    return alike and changed.isdisjoint(first.to_come) and changed.isdisjoint(second.to_come)


def _beginning(program: Program) -> _Beginning | None:
    reference = Reference(program)
    try:
        state = reference.start()
    except Fault:
        return None
    regions = program.layout.regions
    held = {name: tuple(state[one.base : one.base + one.length]) for name, one in regions.items() if name != "node"}
    node = reference.node(state)
    return _Beginning(node, held, _to_come(program, node))


def _to_come(program: Program, node: Node) -> frozenset[ProgramPart]:
    """The sentences that can be reached from a node, or that are looked ahead at."""
    parts = all_parts(program.nodes, tuple(program.functions.values()))
    asked = (part.node for part in parts if isinstance(part, Possible))
    return frozenset(sentence_of(program.nodes[number]) for number in reached_without(program, [node.number, *asked]))


#: With so few examples it is quicker to compile all of them than to choose among them.
_FEW: Final = 12


@dataclass(frozen=True, slots=True)
class Means:
    """How a mutant is judged: with how many random games, and in how many seconds of computing."""

    games: int = 0
    seconds: float = 20.0
    #: What noticed mutants before, by their keys: the titles of examples, tried first.
    before: Mapping[str, str] = field(default_factory=dict)


class _OutOfTime(BaseException):
    """Passes everything that catches faults of a rulebook."""


@dataclass(slots=True)
class _Trial:
    """A mutant while it is judged: where it is different, and the examples that were tried."""

    mutant: Mutant
    written: WrittenRulebook
    items: tuple[Span, ...]
    differing: dict[BaselineSetting, frozenset[ProgramPart]] = field(default_factory=dict)
    tried: set[tuple[BaselineSetting, str]] = field(default_factory=set)
    killer: str = ""


class MutantJudge:
    """Judges the mutants of one rulebook."""

    def __init__(self, written: WrittenRulebook, examples: Examples, means: Means) -> None:
        self._written: Final = written
        self._examples: Final = examples
        self._means: Final = means
        self._settings: Final = settings(written, examples)
        self._originals: Final = Originals(written)
        self._runner: Final = MutantRunner(written)
        self._games: Final = Games(written, means.games) if means.games else None
        self._guesses: Final = Guesses(written, examples.known, means.before)
        #: What noticed something in a part of the program.
        self._noticed: Final[dict[ProgramPart, set[str]]] = {}

    def judge(self, mutant: Mutant) -> Verdict:
        """The verdict; never more than the time that is given."""
        begun = process_time()
        try:
            with _limited(self._means.seconds):
                status, by, reached = self._judged(mutant)
        except _OutOfTime:
            status, by, reached = "timed out", f"{self._means.seconds:g} seconds", 0
        return Verdict(mutant.key, status, by, reached, round(process_time() - begun, 4))

    def _judged(self, mutant: Mutant) -> tuple[Status, str, int]:
        trial = _Trial(mutant, applied(self._written, mutant), around(self._written, mutant))
        if self._guessed(trial):
            return "killed", trial.killer, len(trial.tried)
        for setting in self._settings:
            known = self._known(setting)
            if trial.differing and len(known) <= _FEW:
                if known and self._few_notice(trial, setting):
                    return "killed", trial.killer, len(trial.tried)
                continue
            compiled = compile_rulebook(trial.written, setting.players, setting.variants)
            if compiled.program is None:
                return "invalid", _first_error(compiled.diagnostics), 0
            original, other = self._originals.described(setting), Described(compiled.program)
            changed = difference(original, other)
            if changed and not begin_alike(original, other, changed):
                trial.differing[setting] = changed
                likely = [one for one in known if one.comes_through(changed, trial.items)]
                likely = [one for one in likely if (setting, one.title) not in trial.tried]
                if self._notice(trial, setting, likely):
                    return "killed", trial.killer, len(trial.tried)
        if not trial.differing:
            return "equivalent", "", 0
        for setting in trial.differing:
            if self._notice(trial, setting, self._others(trial, setting)):
                return "killed", trial.killer, len(trial.tried)
        return self._looked_at(trial.written, len(trial.tried))

    def _guessed(self, trial: _Trial) -> bool:
        """Most mutants are noticed by an example one would think of: rules and a few examples are compiled once."""
        likely = self._guesses.likely(trial.mutant)
        if likely is None:
            return False
        setting, examples = likely
        titles = [one.title for one in examples]
        program = compile_rulebook(trial.written, setting.players, setting.variants, examples=frozenset(titles)).program
        if program is None:
            # The rules make no sense, or only what an example says: that is found out later.
            return False
        return self._fail(trial, setting, program, titles)

    def _few_notice(self, trial: _Trial, setting: BaselineSetting) -> bool:
        """Where there are few examples, all of them are compiled, and those that use what is different are run."""
        compiled = compile_rulebook(trial.written, setting.players, setting.variants, examples=True)
        if compiled.program is None:
            return self._notice(trial, setting, self._known(setting))
        original = self._originals.described(setting, examples=True)
        changed = difference(original, Described(compiled.program))
        known = [one for one in self._known(setting) if (setting, one.title) not in trial.tried]
        touched = [one.title for one in known if one.comes_through(changed, ())]
        return self._fail(trial, setting, compiled.program, touched)

    def _fail(self, trial: _Trial, setting: BaselineSetting, program: Program, titles: Sequence[str]) -> bool:
        """Does one of the examples that are compiled in a program not hold any more?"""
        trial.tried.update((setting, title) for title in titles)
        return self._killed_by(trial, first_failing_of(trial.written, program, titles))

    def _killed_by(self, trial: _Trial, killer: str | None) -> bool:
        if killer is not None:
            trial.killer = killer
            self._guesses.remember(trial.mutant, killer)
        return killer is not None

    def _known(self, setting: BaselineSetting) -> Sequence[Known]:
        return self._examples.known.get(setting, ())

    def _others(self, trial: _Trial, setting: BaselineSetting) -> list[Known]:
        """The examples that use what is different and were not tried yet. What an example begins with is drawn for
        it anew, so only a program with all examples shows everything that is different."""
        left = [one for one in self._known(setting) if (setting, one.title) not in trial.tried]
        if not left:
            return []
        compiled = compile_rulebook(trial.written, setting.players, setting.variants, examples=True)
        if compiled.program is None:
            # Something one of them says makes no sense any more.
            return left
        original = self._originals.described(setting, examples=True)
        changed = difference(original, Described(compiled.program))
        return [one for one in left if one.comes_through(changed, ())]

    def _notice(self, trial: _Trial, setting: BaselineSetting, examples: Sequence[Known]) -> bool:
        """Does one of the examples not hold any more?"""
        trial.tried.update((setting, one.title) for one in examples)
        killer = self._runner.first_failing(trial.written, setting, self._in_order(trial, setting, examples))
        if killer is not None:
            for part in trial.differing.get(setting, ()):
                self._noticed.setdefault(part, set()).add(killer)
        return self._killed_by(trial, killer)

    def _looked_at(self, other: WrittenRulebook, reached: int) -> tuple[Status, str, int]:
        """No example has noticed: what do the check and random games say?"""
        found = self._found_in(other)
        if found:
            return "killed", found, reached
        fault = self._games.fault(other) if self._games is not None else None
        return ("survived", "", reached) if fault is None else ("killed", fault, reached)

    def _found_in(self, other: WrittenRulebook) -> str:
        """The first error or warning of another version that this rulebook does not have: what is only unproved does
        not count."""
        known = Counter(one.code for one in self._warnings)
        for one in _warnings(other):
            known[one.code] -= 1
            if known[one.code] < 0:
                return f"{one.code}: {one.message}"
        return ""

    @cached_property
    def _warnings(self) -> Sequence[Diagnostic]:
        return _warnings(self._written)

    def _in_order(self, trial: _Trial, setting: BaselineSetting, examples: Sequence[Known]) -> list[Known]:
        """First those that have noticed something in the same sentences, then those that often notice what this
        operator makes, then the quick ones."""
        changed = trial.differing.get(setting, frozenset())
        before = {title for part in changed for title in self._noticed.get(part, ())}
        operator, often = trial.mutant.operator, self._guesses.often

        def key(example: Known) -> tuple[bool, int, float]:
            return example.title not in before, -often(operator, example.title), example.seconds

        return sorted(examples, key=key)


def _warnings(written: WrittenRulebook) -> list[Diagnostic]:
    found = check_rulebook(written)
    return sorted(
        (one for one in found if one.severity.rank <= Severity.WARNING.rank), key=lambda one: one.severity.rank
    )


def _first_error(found: Sequence[Diagnostic]) -> str:
    error = next(one for one in found if one.severity is Severity.ERROR)
    return f"{error.code}: {error.message}"


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """So much computing and no more, where the system can count it."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
