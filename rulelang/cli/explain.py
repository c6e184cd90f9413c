"""`rulelang explain`"""

from __future__ import annotations

import click

from rulelang.cli.exits import Exit
from rulelang.cli.reporting import json_text


def _codes(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[str]:
    """The codes that begin so, for the shell."""
    from rulelang.diagnostics.catalogue import all_entries

    return [one.code for one in all_entries() if one.code.startswith(typed.upper())]


@click.command("explain")
@click.argument("code", required=False, shell_complete=_codes)
@click.option("--all", "everything", is_flag=True, help="List every code with its title.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to print it.")
def command(code: str | None, everything: bool, form: str) -> int:
    """Explain a finding by its code: what is wrong, why it matters, and what to write instead.

    \b
    rulelang explain RL0203
    rulelang explain --all
    """
    from rulelang.diagnostics.catalogue import AREAS, all_entries, entry
    from rulelang.diagnostics.spelling import closest

    if everything or code is None:
        if code is None and not everything:
            raise click.UsageError("Give a code, for example `rulelang explain RL0203`, or --all.")
        entries = all_entries()
        if form == "json":
            records = [{"code": e.code, "severity": e.severity.value, "title": e.title} for e in entries]
            click.echo(json_text(records), nl=False)
            return Exit.CLEAN
        for area in AREAS:
            inside = [one for one in entries if one.code.startswith(f"RL{area.digits}")]
            if inside:
                click.echo(f"{area.title}\n")
                for one in inside:
                    click.echo(f"  {one.code}  {one.severity.value:<8}  {one.title}")
                click.echo()
        return Exit.CLEAN
    found = entry(code)
    if found is None:
        meant = closest(code.upper(), [one.code for one in all_entries()])
        hint = f" Did you mean {meant}?" if meant else ""
        raise click.ClickException(f"There is no finding {code}.{hint} `rulelang explain --all` lists all of them.")
    if form == "json":
        record = {"code": found.code, "severity": found.severity.value, "title": found.title, "page": found.page}
        click.echo(json_text(record), nl=False)
    else:
        click.echo(found.explain(), nl=False)
    return Exit.CLEAN
