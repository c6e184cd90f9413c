"""`rulelang replay`"""

from __future__ import annotations

from typing import Any

import click

from interpreter.api.session import Session
from interpreter.cli.board import Board
from interpreter.cli.loading import load_playable
from interpreter.cli.table_words import say
from interpreter.cli.transcripts import session_of
from interpreter.wording.observation import Observation, observe
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE
from rulelang.cli.reporting import json_text
from rulelang.cli.showing import listed as said_together


@click.command("replay")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("saved", type=FILE, metavar="GAME")
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of names and moves. [en]")
@click.option("--player", metavar="SEAT", help="Only what this player may know.")
@click.option("--positions", is_flag=True, help="Show the position after each step.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to print it. [text]")
def command(path: str, saved: str, language: str, player: str | None, positions: bool, form: str) -> int:
    """Play a game again, move by move, with the result of each move.

    GAME is a saved game, or a transcript as `rulelang play --transcript` writes it.

    \b
    rulelang replay my_game.rules evening.txt
    rulelang replay my_game.rules evening.json
    rulelang replay my_game.rules evening.json --player Ann --positions
    rulelang replay my_game.rules evening.json --format json
    """
    loaded = load_playable(path)
    session = session_of(loaded, saved)
    game = session.game
    if language not in game.languages:
        raise click.UsageError(f"{game.title} has no labels in {language}; it has {said_together(game.languages)}.")
    try:
        seat = None if player is None else game.seat(player)
    except ValueError as wrong:
        raise click.UsageError(f"{wrong}.") from wrong
    board = Board(loaded.read, len(game.players), game.variants)
    names = game.names(language)
    result = session.result
    if form == "json":
        click.echo(json_text(_record(session, seat, language, positions=positions)), nl=False)
        return Exit.CLEAN
    for passage in session.narrative(seat):
        for line in passage.lines(language):
            click.echo(line)
        if positions:
            seen = _seen(session, passage.number + 1, seat)
            drawn = board.draw(seen, names) + seen.text(language)
            click.echo("\n".join(f"    {line}" for line in drawn.splitlines()))
    over = say("The game is over: {}.", language, result.text(language)) if result is not None else ""
    click.echo(over or say("The game goes on.", language))
    return Exit.CLEAN


def _seen(session: Session, steps: int, seat: int | None) -> Observation:
    """What was to be seen after so many steps."""
    past = session.at(steps)
    return past.observe(seat) if seat is not None else observe(past.game, past.state.cells, None)


def _record(session: Session, seat: int | None, language: str, *, positions: bool) -> dict[str, Any]:
    """The game for programs."""
    game, result, names = session.game, session.result, session.game.names(language)
    steps: list[dict[str, Any]] = []
    for passage in session.narrative(seat):
        step: dict[str, Any] = {
            "player": names.player(passage.seat) if passage.kind == "move" else "",
            "events": [event.text(language) for event in passage.events],
            "effects": list(passage.effects(language)),
        }
        if positions:
            step["position"] = _seen(session, passage.number + 1, seat).text(language).splitlines()
        steps.append(step)
    return {
        "title": game.title,
        "players": [names.player(number) for number in range(len(game.players))],
        "variants": list(game.variants),
        # Every hidden card follows from the seed.
        **({"seed": session.seed} if seat is None else {}),
        "steps": steps,
        "over": result is not None,
        "winners": [names.term(winner) for winner in result.winners] if result is not None else [],
        "scores": {
            names.player(score.seat): {names.term(name): value for name, value in score.lines}
            for score in (result.scores if result is not None else ())
        },
    }
