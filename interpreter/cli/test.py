"""`rulelang test`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from interpreter.cli.loading import load_playable
from interpreter.cli.test_report import render
from interpreter.cli.testing import Tested, run_tests
from rulelang.cli.compiling import each_usable
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, rulebook_files
from rulelang.cli.reporting import REPORTS
from rulelang.cli.settings import read_settings
from rulelang.cli.showing import progress, unseen
from rulelang.cli.watching import watch


@click.command("test")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option(
    "--name", "-k", "names", multiple=True, metavar="WORDS", help="Only examples with these words in the title."
)
@click.option("--games", "-g", type=click.IntRange(0), default=5, help="Random games for the invariants. [5]")
@click.option(
    "--coverage",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail if examples use less than this percentage of the rules.",
)
@click.option("--format", "form", type=click.Choice(REPORTS), default="text", help="How to print it. [text]")
@click.option("--verbose", "-v", is_flag=True, help="Show every example with its time.")
@click.option("--watch", "watching", is_flag=True, help="Test again whenever a rulebook changes.")
@click.option("--config", type=FILE, metavar="FILE", help="Take settings from this file.")
def command(
    paths: tuple[str, ...],
    names: tuple[str, ...],
    games: int,
    coverage: float | None,
    form: str,
    verbose: bool,
    watching: bool,
    config: str | None,
) -> int:
    """Run the examples of rulebooks, and test their invariants in a few random games.

    A failure shows the value of every part of the line that does not hold, the position, and what could be chosen.
    Exit code 3 if anything fails, 4 if there was nothing to run.

    \b
    rulelang test my_game.rules
    rulelang test rulebooks --name "ladder" --verbose
    rulelang test my_game.rules --coverage 80 --format junit
    """
    wanted = coverage if coverage is not None else read_settings(Path.cwd(), config).coverage
    if watching and STANDARD_INPUT in paths:
        raise click.UsageError("Standard input cannot be watched.")

    def work() -> int:
        rulebooks = rulebook_files(paths)
        # Of several rulebooks it is shown how many are through, of one how many examples.
        alone = len(rulebooks) == 1
        with progress("Testing", len(rulebooks), "rulebooks") as done:

            def test(path: str) -> Tested:
                done(1)
                loaded = load_playable(path, examples=True)
                return run_tests(loaded, path, names, games, progress=progress if alone else unseen)

            tested, unusable = each_usable(rulebooks, test)
        click.echo(render(tested, unusable, form, verbose=verbose), nl=False)
        if unusable:
            return Exit.FINDINGS
        if not any(one.outcomes or one.checked_invariants for one in tested):
            looked_for = " or ".join(f"`{name}`" for name in names)
            click.echo(
                f"There was nothing to test: no example has {looked_for} in its title."
                if names
                else 'There was nothing to test: write a first example, `example "...":` with given, when and then.',
                err=True,
            )
            return Exit.INCONCLUSIVE
        failed = any(one.failed for one in tested)
        short = wanted is not None and not names and _short(tested, wanted)
        return Exit.TESTS_FAILED if failed or short else Exit.CLEAN

    if not watching:
        return work()
    watch(paths, lambda: (work(), None)[1])
    return Exit.CLEAN


def _short(tested: Sequence[Tested], wanted: float) -> bool:
    from interpreter.cli.observer import cover

    short = False
    for one in tested:
        share = cover(one.loaded).share * 100
        if share < wanted:
            click.echo(f"{one.title}: examples use {share:.0f} % of the rules, less than {wanted:g} %.", err=True)
            short = True
    return short
