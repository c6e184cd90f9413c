"""`rulelang migrate`"""

from __future__ import annotations

import click

from interpreter.cli.migration import Migration
from rulelang import __version__
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, rulebook_files
from rulelang.cli.showing import counted


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--dry-run", is_flag=True, help="Say what would change and leave the files alone.")
def command(paths: tuple[str, ...], dry_run: bool) -> int:
    """Rewrite rulebooks of an earlier version so that they mean the same in this one.

    It rewrites forms of words that have changed, and examples that ask who wins before the game is over. What it cannot
    rewrite safely it lists, each with its place. The changelog tells what changed in the language.

    Exit code 0 if nothing is left to do, 1 if something is, and 3 if that is only examples.

    \b
    rulelang migrate my_game.rules
    rulelang migrate rulebooks --dry-run
    """
    if STANDARD_INPUT in paths:
        raise click.UsageError("Rulebooks are rewritten where they lie: name files.")
    code: int = Exit.CLEAN
    for path in rulebook_files(paths):
        with Migration(path, keep=not dry_run) as migration:
            migration.run()
        for change in migration.changes:
            click.echo(f"{change.place}\n  - {change.before}\n  + {change.after}")
        for left in migration.left:
            click.echo(f"{left.place}: left as it is: {left.reason}")
        done = "would be rewritten" if dry_run else "rewritten"
        open_ = f", {counted(len(migration.left), 'place')} left to you" if migration.left else ""
        click.echo(f"{path}: {counted(len(migration.changes), 'line')} {done} for {__version__}{open_}.")
        code = max(code, migration.code, key=(Exit.CLEAN, Exit.TESTS_FAILED, Exit.FINDINGS).index)
    return code
