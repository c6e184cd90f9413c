"""Giving the games of settings to an engine, and taking them back in any order. Games whose worker died are given away
again; every game comes back once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from typing import Final

from interpreter.api.rulebook import BrokenRulebook
from interpreter.experiments.engines import Engine, EngineLost
from interpreter.experiments.played import Played
from interpreter.experiments.setting import Setting
from interpreter.experiments.work import WorkAnswer, play_games
from rulelang.tuning.fast_dataclass import dataclass, field

#: One worker is asked for so many seconds of games at once; where there are many workers, for so many times their
#: number, so that nobody has to give out more than two hundred pieces of work a second.
_SECONDS: Final = 0.5
_FOR_EACH: Final = 0.005
_MOST_AT_ONCE: Final = 2000

#: A game with which a worker that plays nothing else dies so often is not played any more.
_DEATHS: Final = 3
_RENEWALS: Final = 50


@dataclass(slots=True)
class Wanted:
    """Games of a setting that are still to be played, by their numbers."""

    setting: Setting
    numbers: deque[int]
    of: int = 1
    seconds: float = 0.0
    played: int = 0
    known: set[str] = field(default_factory=set)

    def take(self, width: int) -> list[int]:
        """The next numbers for one worker."""
        wanted_seconds = max(_SECONDS, _FOR_EACH * width)
        each = self.seconds / self.played if self.played else wanted_seconds
        fair = -(-len(self.numbers) // (2 * width))
        many = max(1, min(_MOST_AT_ONCE, fair, int(wanted_seconds / each) if each > 0 else _MOST_AT_ONCE))
        return [self.numbers.popleft() for _ in range(min(many, len(self.numbers)))]


@dataclass(slots=True)
class _Task:
    wanted: Wanted
    numbers: list[int]
    deaths: int = 0
    with_setting: bool = False


def wanted(setting: Setting, numbers: Iterable[int], of: int = 1) -> Wanted:
    """These games of a setting, out of so many."""
    return Wanted(setting, deque(numbers), of)


def dispatch(all_wanted: Sequence[Wanted], engine: Engine) -> Iterator[tuple[Setting, tuple[Played, ...]]]:
    """All games that are wanted, in batches, in any order. Whoever stops listening stops the work."""
    return _Dispatcher(all_wanted, engine).run()


class _Dispatcher:
    def __init__(self, all_wanted: Sequence[Wanted], engine: Engine) -> None:
        self._wanted: Final = list(all_wanted)
        self._engine: Final = engine
        self._again: Final[deque[_Task]] = deque()
        #: What was being played when workers died: played one after the other, to see what kills them.
        self._suspects: Final[deque[_Task]] = deque()
        self._running: Final[dict[Future[WorkAnswer], _Task]] = {}
        self._renewals = 0

    def run(self) -> Iterator[tuple[Setting, tuple[Played, ...]]]:
        try:
            while self._fill():
                done, _ = wait(self._running, return_when=FIRST_COMPLETED)
                broken: list[_Task] = []
                # In the order in which they were given away, so that one worker alone gives them back in order.
                for future in [one for one in self._running if one in done]:
                    task = self._running.pop(future)
                    played = self._taken(future, task, broken)
                    if played:
                        yield task.wanted.setting, played
                if broken:
                    yield from self._recover(broken)
        finally:
            for future in self._running:
                future.cancel()

    def _fill(self) -> bool:
        """Give work away until all are busy and the next piece waits for each."""
        self._engine.look()
        most = self._engine.width * 2 if self._engine.width > 1 else 1
        if self._suspects:
            if not self._running:
                self._submit(self._suspects.popleft())
            return True
        while len(self._running) < most and (task := self._next()) is not None:
            self._submit(task)
        return bool(self._running)

    def _next(self) -> _Task | None:
        if self._again:
            return self._again.popleft()
        # The setting that is furthest behind what is wanted of it goes first: whenever this is stopped, each has its
        # part, few slow games of one and many quick ones of another.
        open_ones = [one for one in self._wanted if one.numbers]
        if not open_ones:
            return None
        chosen = min(open_ones, key=lambda one: one.numbers[0] / one.of)
        return _Task(chosen, chosen.take(self._engine.width))

    def _submit(self, task: _Task) -> None:
        setting = task.wanted.setting
        sent = setting if task.with_setting or self._engine.width == 1 else None
        try:
            future = self._engine.executor.submit(play_games, setting.key, sent, tuple(task.numbers))
        except BrokenExecutor:
            self._renew()
            future = self._engine.executor.submit(play_games, setting.key, sent, tuple(task.numbers))
        self._running[future] = task

    def _taken(self, future: Future[WorkAnswer], task: _Task, broken: list[_Task]) -> tuple[Played, ...]:
        try:
            answer = future.result()
        except (BrokenRulebook, ValueError, EngineLost):
            raise
        except Exception:
            # Games tell themselves what goes wrong in them: this is about who was to play them.
            broken.append(task)
            return ()
        if answer.played is None:
            task.with_setting = True
            self._again.append(task)
            return ()
        task.wanted.seconds += sum(one.seconds for one in answer.played)
        task.wanted.played += len(answer.played)
        return answer.played

    # ------------------------------------------------------------------------------------- when workers die

    def _recover(self, broken: list[_Task]) -> Iterator[tuple[Setting, tuple[Played, ...]]]:
        alone = len(broken) == 1 and not self._running
        self._renew()
        for task in broken:
            task.deaths += alone
            if task.deaths < _DEATHS:
                self._suspects.append(task)
            elif len(task.numbers) > 1:
                self._suspects.extend(_Task(task.wanted, [number], 0, task.with_setting) for number in task.numbers)
            else:
                lost = Played(task.numbers[0], failure=f"{_DEATHS} workers died while they played it")
                yield task.wanted.setting, (lost,)

    def _renew(self) -> None:
        self._renewals += 1
        if self._renewals > _RENEWALS:
            raise EngineLost("Workers die again and again.")
        self._engine.renew()
