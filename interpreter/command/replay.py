"""`rulelang replay`"""

from __future__ import annotations

import click

from interpreter.command.board import Board
from interpreter.command.loading import load_playable, read_text, resume_game
from interpreter.command.table_words import say
from interpreter.command.transcripts import is_transcript
from interpreter.command.transcripts import replay as from_transcript
from rulelang.command.exits import Exit
from rulelang.command.reading import FILE
from rulelang.command.showing import listed


@click.command("replay")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("saved", type=FILE, metavar="GAME")
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of names and moves. [en]")
@click.option("--player", metavar="SEAT", help="Only what this player may know.")
@click.option("--positions", is_flag=True, help="Show the position after each step.")
def command(path: str, saved: str, language: str, player: str | None, positions: bool) -> int:
    """Play a game again, move by move.

    GAME is a saved game, or a transcript as `rulelang play --transcript` writes it.

    \b
    rulelang replay my_game.rules evening.txt
    rulelang replay my_game.rules evening.json
    rulelang replay my_game.rules evening.json --player Ann --positions
    """
    loaded = load_playable(path)
    text = read_text(saved)
    session = from_transcript(loaded, text, saved) if is_transcript(text) else resume_game(loaded, saved)
    game = session.game
    if language not in game.languages:
        raise click.UsageError(f"{game.title} has no labels in {language}; it has {listed(game.languages)}.")
    try:
        seat = None if player is None else game.seat(player)
    except ValueError as wrong:
        raise click.UsageError(f"{wrong}.") from wrong
    board = Board(loaded.written, len(game.players), game.variants)
    names = game.names(language)
    for event in session.events(seat):
        click.echo(event.text(language))
        if positions:
            from interpreter.sight.observation import observe

            seen = observe(game, list(event.after), seat)
            click.echo(
                "\n".join(f"    {line}" for line in (board.draw(seen, names) + seen.text(language)).splitlines())
            )
    result = session.result
    over = say("The game is over: {}.", language, result.text(names)) if result is not None else ""
    click.echo(over or say("The game goes on.", language))
    return Exit.CLEAN
