"""Running an experiment: what its cells still lack is played and kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Final

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.dispatch import dispatch, wanted
from interpreter.experiments.engines import Engine
from interpreter.experiments.played import Played
from interpreter.experiments.setting import Setting
from interpreter.experiments.stopping import LOOK, read_until
from interpreter.experiments.store import ResultStore
from interpreter.experiments.work import game_of
from rulelang.tuning.fast_dataclass import dataclass

#: Games are written down together, but no later than after so many seconds.
_WRITE_AFTER: Final = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """How many games are wanted at most, and how many of them there are."""

    wanted: int
    played: int


def run(
    cells: Sequence[ExperimentCell],
    store: ResultStore,
    engine: Engine,
    *,
    seconds: float | None = None,
    done: Callable[[int], None] = lambda _: None,
) -> bool:
    """Play until every cell has its games, or knows what it wants to know. False: the time was over before."""
    store.add_cells(cells)
    end = None if seconds is None else monotonic() + seconds
    open_ones = list(cells)
    looked = LOOK
    while open_ones:
        if not _play(open_ones, looked, store, engine, end, done):
            return False
        open_ones = [cell for cell in open_ones if looked < _most(cell, looked) and not _is_enough(cell, store, looked)]
        looked += max(LOOK, looked // 2 // LOOK * LOOK)
    return True


def _most(cell: ExperimentCell, looked: int) -> int:
    """A cell that nothing stops is played to its end at once."""
    return cell.games if cell.until else min(cell.games, looked)


def progress_of(cells: Iterable[ExperimentCell], store: ResultStore) -> Progress:
    """How far an experiment has come."""
    played = sum(number < cell.games for cell in cells for number in store.numbers(cell.setting.key))
    return Progress(sum(cell.games for cell in cells), played)


def _play(
    cells: Sequence[ExperimentCell],
    looked: int,
    store: ResultStore,
    engine: Engine,
    end: float | None,
    done: Callable[[int], None],
) -> bool:
    missing = []
    for cell in cells:
        known = store.numbers(cell.setting.key)
        most = min(looked, cell.games) if cell.until else cell.games
        missing.append(wanted(cell.setting, (number for number in range(most) if number not in known), most))
    waiting: list[tuple[Setting, tuple[Played, ...]]] = []
    written = monotonic()
    try:
        for setting, played in dispatch(missing, engine):
            waiting.append((setting, played))
            done(len(played))
            if monotonic() - written > _WRITE_AFTER:
                _write(waiting, store)
                written = monotonic()
            if end is not None and monotonic() >= end:
                return not any(one.numbers for one in missing)
    finally:
        # Also what came before Ctrl-C is kept.
        _write(waiting, store)
    return True


def _write(waiting: list[tuple[Setting, tuple[Played, ...]]], store: ResultStore) -> None:
    by_setting: dict[str, list[Played]] = {}
    for setting, played in waiting:
        by_setting.setdefault(setting.key, []).extend(played)
    waiting.clear()
    for key, games in by_setting.items():
        store.add(key, games)


def _is_enough(cell: ExperimentCell, store: ResultStore, most: int) -> bool:
    if not cell.until:
        return False
    seats = game_of(cell.setting).players
    rules = [read_until(rule, seats) for rule in cell.until]
    played = store.games(cell.setting.key, most)
    return all(not isinstance(rule, str) and rule.is_met(played) for rule in rules)
