"""`rulelang new`"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import click

from rulelang.cli.exits import Exit
from rulelang.cli.reading import write_file
from rulelang.source import SUFFIX

_TEMPLATES = ("race", "grid")


@click.command("new")
@click.argument("name")
@click.option("--template", "-t", type=click.Choice(_TEMPLATES), default="race", help="What to start from. [race]")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def command(name: str, template: str, force: bool) -> int:
    """Start a rulebook that already checks, tests and plays.

    NAME is the name of the game, or of the file.

    \b
    rulelang new "Three Towers"
    rulelang new three_towers.rules --template grid
    """
    path, title = _names(name)
    if not title:
        raise click.UsageError(f"`{name}` gives no name for a game.")
    if path.exists() and not force:
        raise click.ClickException(f"{path} is there already. Give another name, or --force to write over it.")
    text = files("rulelang.cli").joinpath("templates", f"{template}.rules").read_text(encoding="utf-8")
    # Only the header has the title; braces further down belong to the rulebook.
    write_file(str(path), text.replace("{title}", title, 1))
    click.echo(f"Wrote {path}. What next:")
    for step in ("check {}", "test {}", "play {} --bot random"):
        click.echo(f"  rulelang {step.format(path)}")
    return Exit.CLEAN


def _names(name: str) -> tuple[Path, str]:
    """The file and the title of a game, from either."""
    path = Path(name)
    if not path.name:
        return path, ""
    if path.suffix == SUFFIX:
        return path, path.stem.replace("_", " ").replace("-", " ").title()
    stem = re.sub(r"[^a-z0-9]+", "_", path.name.lower()).strip("_")
    return path.with_name(f"{stem or 'game'}{SUFFIX}"), path.name.strip().replace('"', "")
