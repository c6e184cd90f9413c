"""`rulelang fmt`"""

from __future__ import annotations

import difflib

import click

from rulelang.command.exits import Exit
from rulelang.command.reading import FILE, STANDARD_INPUT, read_rules, rules_files, write_file


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--diff", "show_diff", is_flag=True, help="Change nothing; show what would change.")
def command(paths: tuple[str, ...], only_check: bool, show_diff: bool) -> int:
    """Write rulebooks in the one common layout. Remarks stay, and the meaning stays the same.

    \b
    rulelang fmt samurai.rules
    rulelang fmt --check rulebooks
    """
    from rulelang.formatting import FormattingFault, format_source
    from rulelang.tree import parse

    changed = broken = 0
    for path in rules_files(paths):
        source = read_rules(path)
        if parse(source).diagnostics:
            click.echo(f"{path}: has mistakes, left as it is (see `rulelang check {path}`)", err=True)
            broken += 1
            continue
        try:
            text = format_source(source)
        except FormattingFault as fault:
            raise click.ClickException(f"{path}: {fault}; left as it is. This is a mistake in RuleLang.") from fault
        if path == STANDARD_INPUT and not (only_check or show_diff):
            click.echo(text, nl=False)
        elif text != source.text:
            changed += 1
            if show_diff:
                before, after = source.text.splitlines(keepends=True), text.splitlines(keepends=True)
                click.echo("".join(difflib.unified_diff(before, after, path, path)), nl=False)
            elif only_check:
                click.echo(f"{path}: would change")
            else:
                write_file(path, text)
                click.echo(f"{path}: laid out")
    if broken or (changed and (only_check or show_diff)):
        return Exit.FINDINGS
    return Exit.CLEAN
