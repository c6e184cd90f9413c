"""Finding numbers of a rulebook that come near to targets: `first-player 50%`, `length 60..90`. Optuna proposes, games
decide; what was played is kept, so that a search that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any, Final

from interpreter.api.sources import Changes
from interpreter.experiments.cells import ExperimentCell, cells_with
from interpreter.experiments.played import Played
from interpreter.experiments.ranges import TARGET, Range, read_range
from interpreter.experiments.work import game_of
from interpreter.experiments.written_plan import Unreadable, Written
from rulelang.tuning.fast_dataclass import dataclass

#: So much beside a target counts 1: five percent of all games, or a tenth of a length.
_SHARE: Final = 0.05
_TENTH: Final = 0.1


class TuneProblem(Exception):
    """There is nothing to tune, or nothing to tune with; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Some numbers, how far from the targets they are, and the figures that the targets are about."""

    changes: Changes
    distance: float
    figures: tuple[tuple[str, float], ...]


Play = Callable[[Sequence[ExperimentCell]], Sequence[tuple[ExperimentCell, Sequence[Played]]]]


def tune(written: Written, play: Play) -> Iterator[Trial]:
    """One trial after the other: first the rulebook as it is, then what looks most promising."""
    plan = written.plan
    if written.problems:
        # Whoever looks for cells tells these mistakes and all others.
        cells_with(written, ())
    if plan.tune is None or not plan.varied:
        raise TuneProblem("To tune, a plan needs a table [tune] with `targets`, and numbers in [vary].")
    if find_spec("optuna") is None:
        raise TuneProblem("Tuning needs Optuna: pip install 'rulelang[experiments]'.")
    # What the library offers is used without its types: it is an extra.
    optuna: Any = import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    yield _trial(written, (), play)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=plan.seed))
    for _ in range(plan.tune.trials):
        asked = study.ask()
        changes = tuple((name, asked.suggest_categorical(name, list(values))) for name, values in plan.varied.items())
        try:
            trial = _trial(written, changes, play)
        except Unreadable:
            study.tell(asked, state=optuna.trial.TrialState.PRUNED)
            continue
        study.tell(asked, trial.distance)
        yield trial


def _trial(written: Written, changes: Changes, play: Play) -> Trial:
    assert written.plan.tune is not None
    distances: list[float] = []
    told: dict[str, list[float]] = {}
    for cell, played in play(cells_with(written, changes)):
        for text in written.plan.tune.targets:
            target = read_range(text, game_of(cell.setting).players, TARGET)
            if isinstance(target, str):
                raise TuneProblem(target)
            distances.append(_distance(target, played))
            told.setdefault(target.figure.name, []).append(fmean(target.figure.values(played) or [0.0]))
    figures = tuple((name, round(fmean(means), 4)) for name, means in told.items())
    return Trial(changes, round(fmean(distances), 6) if distances else 0.0, figures)


def _distance(target: Range, played: Sequence[Played]) -> float:
    """How far from it some games are, in units of what matters."""
    found = target.figure.values(played)
    if not found:
        return 1 / _SHARE
    mean = fmean(found)
    beside = max(target.low - mean, mean - target.high, 0.0)
    return beside / (_SHARE if target.figure.is_share else _TENTH * max(1.0, (target.low + target.high) / 2))
