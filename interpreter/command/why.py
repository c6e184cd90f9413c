"""`rulelang why`"""

from __future__ import annotations

import click

from interpreter.command.loading import load_playable, resume_game
from rulelang.command.exits import Exit
from rulelang.command.reading import FILE


@click.command("why")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("saved", type=FILE, metavar="SAVE")
@click.option("--step", type=int, default=0, help="Which step, from 1; from the end if negative. [the last]")
def command(path: str, saved: str, step: int) -> int:
    """Say which rules were at work in a step of a saved game, with the values they looked at.

    \b
    rulelang why my_game.rules evening.json
    rulelang why my_game.rules evening.json --step 12
    """
    session = resume_game(load_playable(path), saved)
    steps = len(session.history)
    if not steps:
        raise click.ClickException("Nothing has happened in this game yet.")
    if step > steps or step < -steps:
        raise click.UsageError(f"The game has {steps} steps.")
    number = step - 1 if step > 0 else step or -1
    events = [event for event in session.events() if event.before == session.history[number].before]
    for event in events:
        click.echo(event.text())
    click.echo(session.why(number), nl=False)
    return Exit.CLEAN
