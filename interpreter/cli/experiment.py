"""`rulelang experiment`"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import click

from interpreter.cli.experiment_work import Work, new_plan, plan_of, play, problems_told, store_of
from interpreter.cli.gates import check, ensure_readable
from interpreter.cli.loading import load_playable
from interpreter.cli.sim_report import GateReport
from interpreter.experiments.cells import cells_of
from interpreter.experiments.compare import Games, compare, matched
from interpreter.experiments.export import FORMATS as TABLES
from interpreter.experiments.export import export
from interpreter.experiments.report.difference import ReportDifference, difference
from interpreter.experiments.report.report import ExperimentReport, report
from interpreter.experiments.store import ResultStore
from interpreter.experiments.tune import tune
from interpreter.experiments.written_plan import Written
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, hand_over

_FORMATS = ("text", "html", "json")


@click.command("experiment")
@click.argument("path", type=FILE, metavar="PLAN")
@click.option("--new", is_flag=True, help="Write a first plan for a rulebook.")
@click.option("--games", "-g", type=click.IntRange(1), help="Games in each cell, instead of the plan's number.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Stop after this many minutes.")
@click.option("--processes", "-p", type=click.IntRange(1), help="How many processes. [all processors]")
@click.option("--cluster", metavar="WHERE", help="A Dask cluster: local, or dask://host:port.")
@click.option("--store", type=FILE, metavar="FILE", help="Where games are kept. [beside the plan]")
@click.option("--report-only", is_flag=True, help="Play nothing: report on what has been played.")
@click.option("--against", type=FILE, metavar="RULEBOOK", help="Compare with an older version of the rulebook.")
@click.option("--compare", "other", type=FILE, metavar="STORE", help="Compare with the games of another experiment.")
@click.option("--tune", "tuned", is_flag=True, help="Search for numbers near the plan's targets.")
@click.option("--export", "table", type=click.Choice(TABLES), help="Write all games as tables, beside the store.")
@click.option("--expect", "expected", multiple=True, metavar="RANGE", help='For example "first-player 45%..55%".')
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print the report. [text]")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
@problems_told
def command(
    path: str,
    new: bool,
    games: int | None,
    minutes: float | None,
    processes: int | None,
    cluster: str | None,
    store: str | None,
    report_only: bool,
    against: str | None,
    other: str | None,
    tuned: bool,
    table: str | None,
    expected: tuple[str, ...],
    form: str,
    output: str | None,
) -> int:
    """Play the games of a plan, keep every one, and report on the balance of the rules.

    Games are kept while they are played: stop the command, run it again, and it continues. Given a rulebook instead of
    a plan, it makes a small plan of its own.

    \b
    rulelang experiment --new my_game.rules -o plan.toml
    rulelang experiment plan.toml --format html -o report.html
    rulelang experiment plan.toml --tune
    rulelang experiment my_game.rules --against old.rules --expect "change of first-player -3%..3%"
    """
    if new:
        hand_over(new_plan(load_playable(path).rulebook, path, output), output, ": a first plan.")
        return Exit.CLEAN
    work = Work(None if minutes is None else minutes * 60, processes or os.cpu_count() or 1, cluster, not report_only)
    written = plan_of(path, games)
    with ResultStore(store_of(path, store), must_exist=report_only) as kept:
        if tuned:
            _tune(written, kept, work, output)
            return Exit.CLEAN
        cells = cells_of(written)
        ensure_readable(expected, cells, compares=bool(against or other))
        played = play(cells, kept, work)
        if table is not None:
            made = export(played, kept.path.with_suffix(".tables"), table)
            click.echo(f"Wrote {', '.join(str(one) for one in made)}.", err=True)
        earlier = _earlier(written, kept, work, against, other)
    pairs = matched(earlier, played)
    if (against or other) and not pairs:
        raise click.ClickException("There is nothing to compare: no cell is the same on both sides.")
    gates = check(expected, played, pairs)
    title = written.plan.title or Path(path).stem
    found = difference(title, compare(pairs), played) if pairs else report(title, played)
    hand_over(_printed(found, form, gates), output, f": {sum(len(games) for _, games in played)} games.")
    if output is not None:
        click.echo("".join(f"{line}\n" for line in _gate_lines(gates)), nl=False)
    return _exit(played, gates)


def _earlier(written: Written, kept: ResultStore, work: Work, against: str | None, other: str | None) -> list[Games]:
    """The games to compare with: of an older rulebook, played now, or of another experiment."""
    if against is not None:
        return play(cells_of(written, os.path.abspath(against)), kept, work)
    if other is not None:
        with ResultStore(Path(other), must_exist=True) as there:
            return [(cell, there.games(cell.setting.key, cell.games)) for cell in there.cells()]
    return []


def _printed(found: ExperimentReport | ReportDifference, form: str, gates: Sequence[GateReport]) -> str:
    if isinstance(found, ReportDifference):
        from interpreter.experiments.report.difference import WRITERS

        printed = WRITERS[form](found)
    else:
        from interpreter.experiments.report.page import page
        from interpreter.experiments.report.words import json_text, text

        printed = {"html": page, "json": json_text, "text": text}[form](found)
    return printed if form != "text" else printed + "".join(f"{line}\n" for line in _gate_lines(gates))


def _gate_lines(gates: Sequence[GateReport]) -> list[str]:
    return [f"expected {gate.expected}: {gate.outcome} (between {gate.low:.4g} and {gate.high:.4g})" for gate in gates]


def _tune(written: Written, kept: ResultStore, work: Work, output: str | None) -> None:
    """Say each trial as it comes, and the best ones in the end."""
    trials: list[tuple[float, str]] = []
    begun, wanted = monotonic(), 1 + (written.plan.tune.trials if written.plan.tune is not None else 0)
    for trial in tune(written, lambda cells: play(cells, kept, work)):
        told = ", ".join(f"{name} = {value}" for name, value in trial.changes) or "as printed"
        figures = ", ".join(f"{name} {value:.4g}" for name, value in trial.figures)
        line = f"{trial.distance:8.3f}   {figures}   {told}"
        trials.append((trial.distance, line))
        left = (monotonic() - begun) / len(trials) * (wanted - len(trials))
        click.echo(f"{line}   ({len(trials)} of {wanted} trials, about {left / 60:.1f} minutes left)", err=True)
    best = sorted(dict.fromkeys(trials))[:10]
    heads = "distance   figures   numbers\n"
    hand_over(heads + "".join(f"{line}\n" for _, line in best), output, ": the nearest numbers.")


def _exit(played: Sequence[Games], gates: Sequence[GateReport]) -> int:
    outcomes = {gate.outcome for gate in gates}
    if "missed" in outcomes or any(game.fault for _, games in played for game in games):
        return Exit.FINDINGS
    return Exit.INCONCLUSIVE if "inconclusive" in outcomes else Exit.CLEAN
