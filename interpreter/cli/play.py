"""`rulelang play`"""

from __future__ import annotations

import click

from interpreter.api.game import Game
from interpreter.bots import Bot, bot, bot_names
from interpreter.cli.board import Board
from interpreter.cli.loading import begin, game_of, load_playable, resume_game, rules_hold, setting_options
from interpreter.cli.table import GameTable, LeftTable
from interpreter.cli.table_words import say
from interpreter.cli.transcripts import transcript as written
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, STANDARD_INPUT, write_file
from rulelang.cli.showing import listed


@click.command("play", epilog="While playing, type ? for help.")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@setting_options
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="[SEAT=]BOT",
    help=f"A bot: {listed(bot_names())}. It takes the last seats, unless you name one.",
)
@click.option(
    "--iterations", type=click.IntRange(1), default=200, help="How many games mcts imagines for a move. [200]"
)
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of names and moves. [en]")
@click.option("--seed", "-s", type=int, help="The same seed brings the same luck.")
@click.option("--resume", type=FILE, metavar="FILE", help="Continue a saved game.")
@click.option("--transcript", type=FILE, metavar="FILE", help="Write a transcript to this file when you leave.")
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    bots: tuple[str, ...],
    iterations: int,
    language: str,
    seed: int | None,
    resume: str | None,
    transcript: str | None,
) -> int:
    """Play in the terminal, together at one screen or against bots.

    Options have numbers; typing words searches among them. What is secret stays secret: the screen is cleared before it
    changes hands.

    \b
    rulelang play my_game.rules --players 3
    rulelang play my_game.rules --bot mcts
    rulelang play my_game.rules --resume evening.json --language de
    """
    if path == STANDARD_INPUT:
        raise click.UsageError("What you type comes from standard input; give the rulebook as a file.")
    loaded = load_playable(path)
    session = resume_game(loaded, resume) if resume is not None else begin(game_of(loaded, players, variants), seed)
    game = session.game
    if language not in game.languages:
        raise click.UsageError(f"{game.title} has no labels in {language}; it has {listed(game.languages)}.")
    table = GameTable(
        session,
        Board(loaded.read, len(game.players), game.variants),
        _seated(bots, game, iterations, session.seed),
        language,
    )
    opening = "{}, {} players, seed {}. Type ? for help."
    click.echo(say(opening, language, game.title, len(game.players), session.seed))
    try:
        with rules_hold(game):
            table.play()
    except LeftTable:
        click.echo(f"\n{say('You left the game.', language)}")
    finally:
        # However the game is left, Ctrl-C included.
        if transcript is not None:
            seat = table.people[0] if len(table.people) == 1 and not session.is_over else None
            write_file(transcript, written(session, seat, language))
    return Exit.CLEAN


def _seated(given: tuple[str, ...], game: Game, iterations: int, seed: int) -> dict[int, Bot]:
    """Named bots take their seats, the others the last ones that are free."""
    kinds: dict[int, str] = {}
    unnamed: list[str] = []
    for text in given:
        seat, found, kind = text.rpartition("=")
        if kind not in bot_names():
            raise click.UsageError(f"There is no bot {kind}; there are {listed(bot_names())}.")
        if found:
            try:
                kinds[game.seat(seat)] = kind
            except ValueError as wrong:
                raise click.UsageError(f"{wrong}.") from wrong
        else:
            unnamed.append(kind)
    free = [seat for seat in range(len(game.players)) if seat not in kinds]
    if len(unnamed) > len(free):
        raise click.UsageError(f"There are more bots than seats: {game.title} has {len(game.players)} players here.")
    kinds.update(zip(free[len(free) - len(unnamed) :], unnamed, strict=True))
    return {seat: bot(kind, seed + seat, iterations) for seat, kind in sorted(kinds.items())}
