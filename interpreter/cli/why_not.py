"""`rulelang why-not`"""

from __future__ import annotations

from typing import Any

import click

from interpreter.cli.clauses import clauses_report
from interpreter.cli.loading import begin, game_of, load_playable, place_record, setting_options
from interpreter.cli.transcripts import session_of
from interpreter.explain.refusal import Refusal
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE
from rulelang.cli.reporting import REPORTS, json_text


@click.command("why-not")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("move", metavar="MOVE")
@click.option("--saved", type=FILE, metavar="SAVE", help="In a saved game or transcript. [the beginning]")
@setting_options
@click.option("--seed", "-s", type=int, default=1, help="The luck of the beginning. [1]")
@click.option("--format", "form", type=click.Choice(REPORTS), default="text", help="How to print it. [text]")
def command(
    path: str,
    move: str,
    saved: str | None,
    players: int | None,
    variants: tuple[str, ...],
    seed: int,
    form: str,
) -> int:
    """Say which rule forbids a move, with the values of its parts. Exit code 1 if it is forbidden, 0 if it is possible.

    \b
    rulelang why-not my_game.rules "c4, d5" --saved evening.json
    rulelang why-not my_game.rules "b2"
    """
    loaded = load_playable(path)
    session = session_of(loaded, saved) if saved is not None else begin(game_of(loaded, players, variants), seed)
    refusal = session.why_not(move)
    if form == "json":
        click.echo(json_text(_record(move, refusal)), nl=False)
    elif form not in ("text", "plain") or (form == "plain" and refusal is not None):
        clauses = refusal.clauses if refusal is not None else ()
        click.echo(clauses_report(loaded, form, "why-not", move, clauses, bad=True), nl=False)
    elif refusal is None:
        decision = session.decision
        click.echo(f"{decision.player if decision is not None else 'Nobody'} may choose {move}.")
    else:
        click.echo(str(refusal))
    return Exit.CLEAN if refusal is None else Exit.FINDINGS


def _record(move: str, refusal: Refusal | None) -> dict[str, Any]:
    """`step` tells how far the move got: "unknown", "domain", "guard", "sentence", "later" and others."""
    if refusal is None:
        return {"move": move, "possible": True, "step": "", "clauses": [], "suggestions": []}
    clauses = [
        {"text": one.text, "quote": one.quote, "values": dict(one.values), **place_record(one.origin)}
        for one in refusal.clauses
    ]
    return {
        "move": refusal.move,
        "possible": False,
        "step": refusal.step,
        "clauses": clauses,
        "suggestions": list(refusal.suggestions),
    }
