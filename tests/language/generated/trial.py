"""What is asked of every made rulebook.

checking it comes to its end, whatever it says
all executors agree in every option, outcome, state and fault
what checks clean and leaves no question open neither breaks off nor stands still
said in the other way, laid out anew, cut in two, or read back from its graph, it plays alike
a game that is saved goes on as it was; two worlds that a seat cannot tell apart look the same to it
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from random import Random
from types import FrameType

from interpreter.engine.executor import Fault
from interpreter.engine.executors import executor_of
from rulelang.checks import check_rulebook
from rulelang.compile import compile_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.graph.program import Program
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import source_from_text
from tests.language.generated.agreement import agree
from tests.language.generated.failure import LONGEST, SOME, Failure, TooSlow, crashed
from tests.language.generated.pairs import BROKEN, Side, alike
from tests.language.generated.secrets import seen_and_saved
from tests.language.generated.two_texts import Texts, other_texts

#: Open questions about who knows what, and nothing that could break a game off.
SECRETS = frozenset({"RL0602", "RL0603", "RL0605", "RL0607"})
#: Announced: so much cannot be gone through.
TOO_MUCH = frozenset({"RL0740", "RL0744", "RL0745"})


@dataclass(frozen=True)
class Plan:
    """How much is asked of one rulebook."""

    games: int = 1
    executors: tuple[str, ...] = ("python", "reference")
    #: Saves and secrets are looked at, too.
    watched: bool = True
    #: Of work.
    seconds: float = 8.0


@dataclass(frozen=True)
class Outcome:
    """What became of one rulebook."""

    failure: Failure | None
    valid: bool = False
    sure: bool = False
    games: int = 0
    #: Open questions, and whether a game broke off.
    questions: frozenset[str] = field(default_factory=frozenset)
    broke: bool = False


def tried(text: str, other: str | None = None, plan: Plan | None = None) -> Outcome:
    """Try a rulebook, and the same said in another way."""
    trial = _Trial(plan or Plan())
    try:
        with no_longer_than(trial.plan.seconds):
            failure = trial.run(text, other)
    except (Exception, TooSlow) as error:
        failure = crashed(error)
        if failure.kind == "too slow" and trial.valid and not trial.sure:
            # It is said that this may be much, or go on without end.
            failure = None
    return Outcome(failure, trial.valid, trial.sure, trial.games, trial.questions, trial.broke)


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """`TooSlow` after so many seconds of work."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    former = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)


class _Trial:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.valid = self.sure = self.broke = self.tired = False
        self.games = 0
        self.questions: frozenset[str] = frozenset()

    def run(self, text: str, other: str | None) -> Failure | None:
        book, found = _read(text)
        if any(one.severity is Severity.ERROR for one in found):
            return None
        self.valid = True
        self.questions = frozenset(one.code for one in found if one.severity is Severity.UNPROVED)
        announced = TOO_MUCH & {one.code for one in found}
        self.sure = not self.questions - SECRETS and not announced
        secret = not any(one.code.startswith("RL06") for one in found)
        seats = Random(text).choice(list(book.seats))
        program = compile_rulebook(book, seats).program
        assert program is not None
        ends = re.search(r"until |repeat (turns|rounds)(:| starting)", text) is None
        failure = self._played(program, self.plan.executors, ends)
        if failure is None and self.sure:
            failure = self._played_by_others(book, seats, ends)
        if failure is not None:
            return failure
        for texts in () if announced or self.broke else other_texts(text, other, Random(text)):
            failure = self._paired(book, program, texts, seats)
            if failure is not None or self.tired:
                return failure
        if self.plan.watched and not self.broke:
            return self._watched(text, secret)
        return None

    def _watched(self, text: str, secret: bool) -> Failure | None:
        try:
            return seen_and_saved(text, Random(text), secret)
        except Fault as broken:
            self.broke = True
            return self._judged(broken)

    def _played_by_others(self, book: WrittenRulebook, seats: int, ends: bool) -> Failure | None:
        """What is promised is promised for every number of players, and for variants together."""
        choices = chain.from_iterable(combinations(book.variants, many) for many in range(len(book.variants) + 1))
        for players, variants in product(book.seats, choices):
            program = compile_rulebook(book, players, variants).program if variants or players != seats else None
            failure = self._played(program, self.plan.executors[-1:], ends) if program is not None else None
            if failure is not None:
                return failure
        return None

    def _played(self, program: Program, names: Sequence[str], ends: bool) -> Failure | None:
        executors = [executor_of(program, name) for name in names]
        longest = LONGEST if ends else SOME
        for seed in range(self.plan.games):
            broken = agree(executors, seed, longest)
            self.games += 1
            if isinstance(broken, Fault):
                self.broke = True
                if self.sure:
                    return self._judged(broken)
            elif isinstance(broken, Failure) and (broken.kind != "without end" or (ends and self.sure)):
                return broken
        return None

    def _judged(self, broken: Fault) -> Failure | None:
        return Failure("breaks the promise", broken.message.split(":")[0]) if self.sure else None

    def _paired(self, book: WrittenRulebook, program: Program, texts: Texts, seats: int) -> Failure | None:
        """Another text, played beside it."""
        second, found = _read(texts.text, texts.files, checked=self.plan.watched)
        wrong = next((one for one in found if one.severity is Severity.ERROR), None)
        if wrong is not None:
            # What is never possible is a question where it happens by itself, and refused behind a choice that waits
            # for it.
            asked = wrong.code == "RL0513" and "RL0720" in self.questions
            return None if asked else Failure(f"refused: {texts.kind}", wrong.code)
        variants = book.variants if texts.kind == "other words" else ()
        one = compile_rulebook(book, seats, variants).program if variants else program
        other = compile_rulebook(second, seats).program
        if one is None or other is None:
            return Failure(f"refused: {texts.kind}")
        other = texts.changed(other)
        for seed in range(self.plan.games):
            try:
                failure = alike(Side(one), Side(other), Random(seed))
            except TooSlow:
                # To compare all that may come of moves takes longer than to play: nothing is said, nor of other texts.
                self.tired = True
                return None
            # What may break off, as was said, may do so in one way and not in the other.
            if failure is not None and (self.sure or BROKEN.next not in failure.detail):
                return Failure(f"{failure.kind}: {texts.kind}", failure.detail)
        return None


def _read(
    text: str, files: dict[str, str] | None = None, checked: bool = True
) -> tuple[WrittenRulebook, Sequence[Diagnostic]]:
    beside = {name: source_from_text(name, part) for name, part in (files or {}).items()}
    book, found = load(source_from_text("typed.rules", text), beside.get)
    return book, (*found, *(check_rulebook(book) if checked else ()))
