"""`rulelang mutate`"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import click

from interpreter.cli.mutation_report import MutationRecord, ShownMutant, mutation_record, render, summary
from interpreter.cli.mutation_runs import KeptMutants
from interpreter.mutation.baseline import Examples, look_at_examples
from interpreter.mutation.crew import Task, judge_all
from interpreter.mutation.judge import Means
from interpreter.mutation.telling_apart import Telling
from interpreter.mutation.verdict import Verdict
from rulelang.checks import check_rulebook
from rulelang.cli.compiling import Unusable, load_rulebook
from rulelang.cli.exits import Exit
from rulelang.cli.facts_mutants import Brief, briefs
from rulelang.cli.reading import FILE, STANDARD_INPUT, hand_over
from rulelang.cli.reporting import REPORTS
from rulelang.cli.revisions import changed_lines
from rulelang.cli.showing import counted, listed, progress
from rulelang.diagnostics import Severity
from rulelang.diagnostics.spelling import closest
from rulelang.mutation.mutant import Mutant, told
from rulelang.mutation.mutants import mutants_of
from rulelang.mutation.operators import OPERATORS
from rulelang.rulebook.loading import WrittenRulebook

#: Random games in which an example is looked for.
_GAMES = 10
_FORMATS = (*REPORTS, "html", "brief")


def _percent(text: str) -> float:
    """`95%` or `95`."""
    try:
        found = float(text.removesuffix("%"))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 100:
        raise click.BadParameter(f"`{text}` is no part of a hundred: write it like `95%`.")
    return found


@click.command("mutate")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--operators", multiple=True, metavar="NAME,...", help="Only these. [all]")
@click.option("--since", metavar="REF", help="Only lines that changed since a commit, a tag or a branch of git.")
@click.option("--games", "-g", type=click.IntRange(0), default=0, help="Also random games, for each survivor. [0]")
@click.option("--jobs", "-j", type=click.IntRange(1), help="How many processes. [all processors]")
@click.option("--minutes", "-m", type=click.FloatRange(0, min_open=True), help="Stop after this many minutes.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=20, help="Seconds for one mutant. [20]")
@click.option("--resume", type=FILE, metavar="FILE", help="Keep verdicts in a file, and go on from those in it.")
@click.option("--at-least", type=_percent, metavar="PERCENT", help="Exit code 1 if fewer are noticed.")
@click.option("--baseline", type=FILE, metavar="FILE", help="Exit code 1 if less is noticed than in it (brief).")
@click.option("--write", type=FILE, metavar="FILE", help="Write examples that would notice what survived.")
@click.option("--list", "only_list", is_flag=True, help="Only list the mutants.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
def command(
    path: str,
    operators: tuple[str, ...],
    since: str | None,
    games: int,
    jobs: int | None,
    minutes: float | None,
    timeout: float,
    resume: str | None,
    at_least: float | None,
    baseline: str | None,
    write: str | None,
    only_list: bool,
    form: str,
    output: str | None,
) -> int:
    """Change one thing in the rulebook at a time, and see whether an example notices.

    What nothing notices could be wrong without anybody knowing. A mutant that makes the same game does not count, and
    neither does one that nobody could write. Exit code 1 below `--at-least`, 4 if what was not tried could change that.

    \b
    rulelang mutate my_game.rules
    rulelang mutate my_game.rules --operators number-up,number-down --list
    rulelang mutate my_game.rules --since main --at-least 95%
    rulelang mutate my_game.rules --write more_examples.rules
    rulelang mutate my_game.rules --format brief -o mutants.json
    rulelang mutate my_game.rules --minutes 5 --resume verdicts.jsonl --format html -o mutants.html
    """
    chosen = _operators(operators)
    if path == STANDARD_INPUT:
        raise click.UsageError("Mutants are tried in several processes, so the rulebook must be a file.")
    written = _loaded(path)
    mutants = [one for one in mutants_of(written, chosen) if one.edits]
    if since is not None:
        lines = changed_lines(since, [file.path for file in written.files])
        mutants = [one for one in mutants if not lines[one.span.source.path].isdisjoint(one.lines)]
    if only_list:
        hand_over(_listed(mutants), output)
        return Exit.CLEAN
    before = briefs(baseline).get(written.title) if baseline is not None else None
    kept = KeptMutants(Path(resume), written) if resume is not None else None
    verdicts = kept.read() if kept is not None else {}
    killers = {} if before is None else before.killers()
    killers |= {} if kept is None else kept.killers
    examples = _examples(written, path)
    task = Task(path, examples, Means(games, timeout, killers), jobs or os.cpu_count() or 1, minutes)
    verdicts |= _judged(written, [mutant for mutant in mutants if mutant.key not in verdicts], task, kept)
    verdicts = {mutant.key: verdicts[mutant.key] for mutant in mutants if mutant.key in verdicts}
    record = mutation_record(written, path, mutants, verdicts)
    shown = ShownMutant(record, written, {mutant.key: mutant for mutant in mutants})
    hand_over(render(shown, form), output, f": {summary(record)}")
    if write is not None:
        survived = [
            mutant for mutant in mutants if mutant.key in verdicts and verdicts[mutant.key].status == "survived"
        ]
        _write(write, Telling(written, examples, games or _GAMES), survived)
    if before is not None and _fell(record, before):
        return Exit.FINDINGS
    return Exit.CLEAN if at_least is None else _gate(record, at_least / 100)


def _write(path: str, telling: Telling, survived: Sequence[Mutant]) -> None:
    """An example for each survivor in whose game something was found that is otherwise."""
    texts = []
    with progress("Writing", len(survived), "examples") as done:
        for mutant in survived:
            texts.append(telling.example(mutant))
            done(1)
    found = [text for text in texts if text]
    hand_over("\n".join(found), path, f": {counted(len(found), 'example')} for {counted(len(survived), 'survivor')}.")


def _fell(record: MutationRecord, before: Brief) -> bool:
    """Was anything noticed before that is not any more?"""
    noticed = {key for key, outcome in before.outcomes().items() if outcome == "noticed"}
    fallen = [one for one in record.mutants if one.status == "survived" and one.key in noticed]
    for one in fallen:
        click.echo(f"{one.path}:{one.line}: noticed before, but no longer: {one.told}", err=True)
    return bool(fallen)


def _gate(record: MutationRecord, wanted: float) -> int:
    """Was enough noticed? As long as some were not tried, only what cannot change any more is an answer."""
    noticed, missed = record.counted("killed") + record.counted("timed out"), record.counted("survived")
    best = (noticed + record.untried) / (noticed + missed + record.untried or 1)
    if record.score < wanted and (not record.untried or best < wanted):
        click.echo(f"{record.score:.1%} were noticed, less than {wanted * 100:g}%.", err=True)
        return Exit.FINDINGS
    return Exit.INCONCLUSIVE if record.untried else Exit.CLEAN


def _operators(names: Iterable[str]) -> tuple[str, ...]:
    found = [name.strip() for written in names for name in written.split(",") if name.strip()]
    for name in found:
        if name not in OPERATORS:
            meant = closest(name, list(OPERATORS))
            hint = f"Did you mean `{meant}`?" if meant else f"There are {listed(list(OPERATORS))}."
            raise click.UsageError(f"There is no operator `{name}`. {hint}")
    return tuple(found)


def _loaded(path: str) -> WrittenRulebook:
    """A rulebook in which nothing is wrong that would be blamed on the mutants."""
    try:
        written = load_rulebook(path)
        found = check_rulebook(written)
        if any(one.severity is Severity.ERROR for one in found):
            raise Unusable(path, found)
    except Unusable as broken:
        broken.show()
        raise click.ClickException("Only a rulebook without errors has mutants.") from broken
    return written


def _examples(written: WrittenRulebook, path: str) -> Examples:
    """What its examples use; ends the command if there are none, or if one does not hold."""
    examples = look_at_examples(written)
    if examples.failing:
        count = counted(len(examples.failing), "example does", "examples do")
        titles = listed([f"`{title}`" for title in examples.failing[:5]])
        raise click.ClickException(f"{count} not hold before anything is changed: {titles}. `rulelang test` says why.")
    if not examples.count:
        raise click.ClickException(
            f"{path} has no examples, so nothing could notice a mutant. "
            'Write a first one, `example "...":` with given, when and then.'
        )
    return examples


def _judged(
    written: WrittenRulebook, waiting: Sequence[Mutant], task: Task, kept: KeptMutants | None
) -> dict[str, Verdict]:
    """Verdicts on some mutants, each kept as soon as it is known."""
    verdicts = {}
    with ExitStack() as stack:
        file = stack.enter_context(_appended(kept.path)) if kept is not None else None
        done = stack.enter_context(progress("Trying", len(waiting), "mutants"))
        for verdict in judge_all(written, waiting, task):
            verdicts[verdict.key] = verdict
            if kept is not None and file is not None:
                kept.write(file, verdict)
            done(1)
    return verdicts


def _appended(path: Path) -> IO[str]:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {(error.strerror or str(error)).lower()}.") from error


def _listed(mutants: Sequence[Mutant]) -> str:
    lines = [f"{one.span.source.path}:{one.lines[0]}: {one.operator}: {told(one)} ({one.key})" for one in mutants]
    return "".join(f"{line}\n" for line in [*lines, f"{counted(len(mutants), 'mutant')}."])
