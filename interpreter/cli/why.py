"""`rulelang why`"""

from __future__ import annotations

import click

from interpreter.cli.loading import load_playable, place_record
from interpreter.cli.transcripts import session_of
from interpreter.cli.why_not import clauses_report
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE
from rulelang.cli.reporting import REPORTS, json_text


@click.command("why")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("saved", type=FILE, metavar="SAVE")
@click.option("--step", type=int, default=0, help="Which step, counted from 1, or from the end if negative. [the last]")
@click.option("--format", "form", type=click.Choice(REPORTS), default="text", help="How to print it. [text]")
def command(path: str, saved: str, step: int, form: str) -> int:
    """Say which rules were at work in a step of a saved game, with the values they looked at.

    \b
    rulelang why my_game.rules evening.json
    rulelang why my_game.rules evening.json --step 12
    """
    loaded = load_playable(path)
    session = session_of(loaded, saved)
    steps = len(session.history)
    if not steps:
        raise click.ClickException("Nothing has happened in this game yet.")
    if step > steps or step < -steps:
        raise click.UsageError(f"The game has {steps} steps.")
    number = step - 1 if step > 0 else step or -1
    events = session.narrative()[number].events
    trace = session.why(number)
    if form == "json":
        fired = [{"text": one.text, "values": dict(one.values), **place_record(one.origin)} for one in trace.fired]
        record = {"step": number % steps + 1, "events": [event.text() for event in events], "fired": fired}
        click.echo(json_text(record), nl=False)
    elif form == "text":
        for event in events:
            click.echo(event.text())
        click.echo(trace, nl=False)
    else:
        about = "; ".join(event.text() for event in events) or f"step {number % steps + 1}"
        click.echo(clauses_report(loaded, form, "why", about, trace.fired, bad=False), nl=False)
    return Exit.CLEAN
