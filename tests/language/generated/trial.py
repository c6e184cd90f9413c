"""What is asked of every made rulebook.

checking it comes to its end, whatever it says
all executors agree in every option, outcome, state and fault
what checks clean and leaves no question open neither breaks off nor stands still
said in the other way, it plays alike
a game that is saved goes on as it was
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TypeVar

from interpreter.engine.executor import Executor, Fault, Move, Stuck, Vector
from interpreter.engine.executor import Outcome as Chanced
from interpreter.engine.executors import EXECUTORS, executor_of
from rulelang.checks import check_rulebook
from rulelang.compile import compile_rulebook
from rulelang.diagnostics import Severity
from rulelang.graph.program import Decide, Program
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import source_from_text

Thing = TypeVar("Thing")

LONGEST = 400
_BOOKKEEPING = frozenset({"frame", "flow"})


@dataclass(frozen=True)
class Failure:
    """What went wrong, in a few words that stay the same when the rulebook becomes smaller."""

    kind: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


@dataclass(frozen=True)
class Outcome:
    """What became of one rulebook."""

    failure: Failure | None
    valid: bool = False
    sure: bool = False
    games: int = 0


def tried(text: str, other: str | None = None, games: int = 3) -> Outcome:
    """Try a rulebook, and the same said in another way."""
    try:
        return _tried(text, other, games)
    except RecursionError:
        return Outcome(Failure("crash", "RecursionError"))
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = "/".join(last.filename.split("/")[-3:])
        return Outcome(Failure("crash", f"{type(error).__name__} in {place} {last.name}"))


def _tried(text: str, other: str | None, games: int) -> Outcome:
    book, found = _read(text)
    if any(severity is Severity.ERROR for severity in found):
        return Outcome(None)
    sure = Severity.UNPROVED not in found
    played = 0
    for players in book.seats:
        program = _compiled(book, players)
        executors = [executor_of(program, name) for name in EXECUTORS]
        for seed in range(games):
            failure = _agree(program, executors, seed, sure)
            played += 1
            if failure is not None:
                return Outcome(failure, True, sure, played)
    if other is not None and other != text:
        failure = _alike(book, other, games)
        if failure is not None:
            return Outcome(failure, True, sure, played)
    return Outcome(None, True, sure, played)


def _read(text: str) -> tuple[WrittenRulebook, list[Severity]]:
    book, found = load(source_from_text("typed.rules", text))
    return book, [one.severity for one in (*found, *check_rulebook(book))]


def _compiled(book: WrittenRulebook, players: int) -> Program:
    program = compile_rulebook(book, players).program
    assert program is not None
    return program


# ---------------------------------------------------------------------------------------------- executors


def _agree(program: Program, executors: Sequence[Executor], seed: int, sure: bool) -> Failure | None:
    """One random game in all executors at once."""
    random = Random(seed)
    states: list[Vector] = []
    broken = _all(executors, lambda executor: states.append(executor.start()))
    if broken is not None:
        return _judged(broken, sure)
    plain = executors[0]
    for _ in range(LONGEST):
        state, paired = states[0], list(zip(executors, states, strict=True))
        if any(one != state for one in states):
            return Failure("states differ")
        if plain.is_over(state):
            return None
        if isinstance(plain.node(state), Decide):
            options = list(plain.options(state))
            if any(list(executor.options(one)) != options for executor, one in paired):
                return Failure("options differ")
            if not options:
                return Failure("no option")
            broken = _all(paired, partial(_play, move=random.choice(options)))
        else:
            outcomes = plain.outcomes(state)
            if any(executor.outcomes(one) != outcomes for executor, one in paired):
                return Failure("chance differs")
            broken = _all(paired, partial(_happen, outcome=plain.draw(state, random)))
        if broken is not None:
            return _judged(broken, sure)
    return Failure("without end") if sure else None


def _play(pair: tuple[Executor, Vector], move: Move) -> None:
    pair[0].play(pair[1], move)


def _happen(pair: tuple[Executor, Vector], outcome: Chanced) -> None:
    pair[0].happen(pair[1], outcome)


def _all(things: Iterable[Thing], deed: Callable[[Thing], None]) -> Fault | Failure | None:
    """The same done with each: all of them have to break off, or none."""
    faults: list[Fault | None] = []
    for thing in things:
        try:
            deed(thing)
            faults.append(None)
        except Fault as fault:
            faults.append(fault)
    kinds = {"goes on" if one is None else "Stuck" if isinstance(one, Stuck) else "Fault" for one in faults}
    return faults[0] if len(kinds) == 1 else Failure("faults differ", ", ".join(sorted(kinds)))


def _judged(broken: Fault | Failure, sure: bool) -> Failure | None:
    if isinstance(broken, Failure):
        return broken
    return Failure("breaks the promise", broken.message.split(":")[0]) if sure else None


# ---------------------------------------------------------------------------------------------- in other words


def _alike(book: WrittenRulebook, other: str, games: int) -> Failure | None:
    """Both ways of saying it, played side by side."""
    second, found = _read(other)
    if any(severity is Severity.ERROR for severity in found):
        return Failure("refused in other words")
    for players in book.seats:
        programs = (_compiled(book, players), _compiled(second, players))
        for seed in range(games):
            failure = _side_by_side(programs, Random(seed))
            if failure is not None:
                return failure
    return None


class _Side:
    """One of two games: what has only one way to go is gone at once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.executor = executor_of(program, "reference")
        self.state = self.executor.start()
        self._go_on()

    def _go_on(self) -> None:
        for _ in range(LONGEST):
            if self.executor.is_over(self.state) or self.ways() != 1:
                return
            self.take(0, None)

    @property
    def decides(self) -> bool:
        """Does somebody decide, rather than chance?"""
        return isinstance(self.executor.node(self.state), Decide)

    def ways(self) -> int:
        """How many ways to go there are; of a shuffle it does not matter."""
        if self.executor.is_over(self.state):
            return 0
        if self.decides:
            return len(self.executor.options(self.state))
        outcomes = self.executor.outcomes(self.state)
        return len(outcomes) if outcomes is not None else 2

    def take(self, number: int, outcome: Chanced | None) -> None:
        """The way of a number; of chance an outcome."""
        if self.decides:
            self.executor.play(self.state, self.executor.options(self.state)[number])
        elif outcome is not None:
            self.executor.happen(self.state, outcome)
        else:
            outcomes = self.executor.outcomes(self.state)
            assert outcomes is not None
            self.executor.happen(self.state, outcomes[number][0])

    def choose(self, number: int, outcome: Chanced | None) -> None:
        """A way, and on to the next choice of two or more."""
        self.take(number, outcome)
        self._go_on()

    def table(self) -> dict[str, tuple[int, ...]]:
        """What lies on the table: all that is no bookkeeping."""
        return {
            name: tuple(self.state[region.base : region.base + region.length])
            for name, region in self.program.layout.regions.items()
            if region.role not in _BOOKKEEPING
        }


def _side_by_side(programs: tuple[Program, Program], random: Random) -> Failure | None:
    sides: list[_Side] = []
    broken = _all(programs, lambda program: sides.append(_Side(program)))
    if broken is not None:
        return broken if isinstance(broken, Failure) else None
    one, other = sides
    for _ in range(LONGEST):
        ways = one.ways()
        if ways != other.ways() or one.decides != other.decides:
            return Failure("choices differ in other words")
        mine, theirs = one.table(), other.table()
        differing = sorted(name for name in mine.keys() & theirs.keys() if mine[name] != theirs[name])
        if differing:
            return Failure("tables differ in other words", differing[0])
        if not ways:
            return None
        outcome = None if one.decides else one.executor.draw(one.state, random)
        number = random.randrange(ways)
        broken = _all(sides, partial(_choose, number=number, outcome=outcome))
        if broken is not None:
            return broken if isinstance(broken, Failure) else None
    return None


def _choose(side: _Side, number: int, outcome: Chanced | None) -> None:
    side.choose(number, outcome)
