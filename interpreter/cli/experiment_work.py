"""What `rulelang experiment` does with plans, stores and engines, with messages instead of faults."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import IO, Any, Final, ParamSpec, TypeVar

import click

from interpreter.api.rulebook import Rulebook
from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.compare import Games
from interpreter.experiments.engines import EngineLost, engine
from interpreter.experiments.export import ExportProblem
from interpreter.experiments.plan import ExperimentPlan
from interpreter.experiments.runner import progress_of, run
from interpreter.experiments.store import ResultStore, StoreProblem
from interpreter.experiments.tune import TuneProblem
from interpreter.experiments.written_plan import Unreadable, Written, read_plan
from rulelang.cli.reading import unreadable
from rulelang.cli.showing import progress, rendered
from rulelang.rulebook.numbers import NumberPlace
from rulelang.source import SUFFIX, source_from_text
from rulelang.tuning.fast_dataclass import dataclass

Given = ParamSpec("Given")
Result = TypeVar("Result")

#: Beside a plan its games are kept in a file of this kind.
STORE = ".games"
_SMALL_PLAN = {"bots": ("random",), "games": 400}


class BadPlan(click.ClickException):
    """A plan cannot be used."""

    def __init__(self, problem: Unreadable) -> None:
        super().__init__(str(problem))
        self.problem = problem

    def show(self, file: IO[Any] | None = None) -> None:
        """What is wrong with it, and where."""
        click.echo(rendered(self.problem.findings, "text"), err=True, nl=False)


@dataclass(frozen=True, slots=True)
class Work:
    """How an experiment is played."""

    seconds: float | None
    processes: int
    cluster: str | None
    plays: bool


def problems_told(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """What can go wrong with plans and files is told in a sentence, and ends with code 2."""

    @wraps(function)
    def told(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        try:
            return function(*args, **kwargs)
        except Unreadable as problem:
            raise BadPlan(problem) from problem
        except (StoreProblem, ExportProblem, TuneProblem, EngineLost) as problem:
            raise click.ClickException(str(problem)) from problem

    return told


def plan_of(path: str, games: int | None) -> Written:
    """A plan from its file; for a rulebook a small one."""
    try:
        if path.endswith(SUFFIX):
            source = source_from_text(path, Path(path).read_text(encoding="utf-8"))
            written = Written(ExperimentPlan.model_validate({"books": (Path(path).name,), **_SMALL_PLAN}), source)
        else:
            written = read_plan(Path(path))
    except OSError as problem:
        raise click.ClickException(unreadable(path, problem)) from problem
    if games is None:
        return written
    tables = tuple(table.model_copy(update={"games": games}) for table in written.plan.tables)
    return written.with_plan(written.plan.model_copy(update={"bots": tables, "games": games}))


def store_of(path: str, store: str | None) -> Path:
    """Where the games of a plan are kept."""
    return Path(store) if store is not None else Path(path).with_suffix(STORE)


def play(cells: Sequence[ExperimentCell], store: ResultStore, work: Work) -> list[Games]:
    """Play what is missing; all games of the cells that there are then."""
    if work.plays:
        _play(cells, store, work)
    return [(cell, store.games(cell.setting.key, cell.games)) for cell in cells]


def _play(cells: Sequence[ExperimentCell], store: ResultStore, work: Work) -> None:
    before = progress_of(cells, store)
    if before.played == before.wanted:
        store.add_cells(cells)
        return
    try:
        workers = engine(work.cluster, work.processes)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem
    try:
        with workers, progress("Playing", before.wanted - before.played, "games") as done:
            is_whole = run(cells, store, workers, seconds=work.seconds, done=done)
    except (KeyboardInterrupt, EngineLost):
        _tell_what_is_kept(cells, store)
        raise
    if not is_whole:
        _tell_what_is_kept(cells, store)


def _tell_what_is_kept(cells: Sequence[ExperimentCell], store: ResultStore) -> None:
    after = progress_of(cells, store)
    click.echo(
        f"\nKept {after.played} of {after.wanted} games in {store.path}. Run the same command again to go on.", err=True
    )


def new_plan(rulebook: Rulebook, path: str, output: str | None) -> str:
    """A first plan for a rulebook, to be kept beside it or elsewhere."""
    plan = Path(output) if output is not None else Path(path).with_suffix(".toml")
    book = Path(os.path.relpath(path, plan.parent)).as_posix()
    return first_plan(rulebook, book, str(plan))


_SHOWN: Final = 6


def _happens(place: NumberPlace) -> bool:
    line = place.span.source.line_text(place.span.line)
    return line.startswith((" ", "to ")) and not line.lstrip().startswith("|")


def first_plan(rulebook: Rulebook, book: str, name: str) -> str:
    """A plan for a rulebook that can be run as it is."""
    places = [place for place in rulebook.numbers if place.value > 1 and "/" in place.name]
    # What happens in the game is more often in question than how much of something there is.
    places = [place for place in places if _happens(place)]
    lines = [
        f'# "{place.name}" = {sorted({max(0, place.value - 1), place.value, place.value + 1})}' for place in places
    ]
    variants = f"                  # the rulebook has {', '.join(rulebook.variants)}" if rulebook.variants else ""
    text = (Path(__file__).parent / "templates" / "first_plan.toml").read_text(encoding="utf-8")
    return text.format(
        name=name,
        title=rulebook.title,
        book=book,
        variants=variants,
        numbers="\n".join(lines[:_SHOWN]) or '# "Take Income / 4" = [3, 4, 5]',
    )
