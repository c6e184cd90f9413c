"""Finding numbers of a rulebook that come near to targets: `first-player 50%`, `length 60..90`. Optuna proposes, games
decide; what was played is kept, so that a search that was stopped goes on where it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any, Final

from interpreter.api.sources import Changes
from interpreter.experiments.cells import ExperimentCell, cells_with
from interpreter.experiments.figures import Figure, figure
from interpreter.experiments.plan import Unreadable, Written
from interpreter.experiments.played import Played
from rulelang.tuning.fast_dataclass import dataclass

_FORM: Final = re.compile(
    r"\s*(?P<what>.+?)\s+(?P<low>\d+(?:\.\d+)?)\s*(?P<percent>%?)(?:\s*\.\.\s*(?P<high>\d+(?:\.\d+)?)\s*(?P<also>%?))?\s*"
)
#: So much beside a target counts 1: five percent of all games, or a tenth of a length.
_SHARE: Final = 0.05
_TENTH: Final = 0.1


class TuneProblem(Exception):
    """There is nothing to tune, or nothing to tune with; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure, and where it should lie."""

    written: str
    figure: Figure
    low: float
    high: float

    def distance(self, played: Sequence[Played]) -> float:
        """How far from it some games are, in units of what matters."""
        found = self.figure.values(played)
        if not found:
            return 1 / _SHARE
        mean = fmean(found)
        beside = max(self.low - mean, mean - self.high, 0.0)
        return beside / (_SHARE if self.figure.is_share else _TENTH * max(1.0, (self.low + self.high) / 2))


@dataclass(frozen=True, slots=True)
class Trial:
    """Some numbers, how far from the targets they are, and the figures that the targets are about."""

    changes: Changes
    distance: float
    figures: tuple[tuple[str, float], ...]


Play = Callable[[Sequence[ExperimentCell]], Sequence[tuple[ExperimentCell, Sequence[Played]]]]


def read_target(text: str, seats: Sequence[str]) -> Target | str:
    """A target as people write it, or what is wrong with it."""
    found = _FORM.fullmatch(text)
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None:
        return f"I do not understand the target `{text}`. Write for example `first-player 50%` or `length 60..90`."
    percent = bool(found["percent"] or found["also"])
    if about.is_share != percent:
        return f"`{text}`: {'a share is told in percents' if about.is_share else 'a length is a number of moves'}."
    low = float(found["low"]) / (100 if percent else 1)
    high = float(found["high"]) / (100 if percent else 1) if found["high"] else low
    return Target(text, about, low, high) if low <= high else f"`{text}`: the lower number comes first."


def tune(written: Written, play: Play) -> Iterator[Trial]:
    """One trial after the other: first the rulebook as it is, then what looks most promising."""
    plan = written.plan
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
        seats = [f"seat {number}" for number in range(cell.setting.players)]
        for text in written.plan.tune.targets:
            target = read_target(text, seats)
            if isinstance(target, str):
                raise TuneProblem(target)
            distances.append(target.distance(played))
            told.setdefault(target.figure.name, []).append(fmean(target.figure.values(played) or [0.0]))
    figures = tuple((name, round(fmean(means), 4)) for name, means in told.items())
    return Trial(changes, round(fmean(distances), 6) if distances else 0.0, figures)
