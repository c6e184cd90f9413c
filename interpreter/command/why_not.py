"""`rulelang why-not`"""

from __future__ import annotations

import click

from interpreter.command.loading import game_of, load_playable, resume_game, setting_options
from rulelang.command.exits import Exit
from rulelang.command.reading import FILE


@click.command("why-not")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("move", metavar="MOVE")
@click.option("--saved", type=FILE, metavar="SAVE", help="In the position of a saved game. [the beginning]")
@setting_options
@click.option("--seed", "-s", type=int, default=1, help="The luck of the beginning. [1]")
def command(path: str, move: str, saved: str | None, players: int | None, variants: tuple[str, ...], seed: int) -> int:
    """Say which rule forbids a move, with the values of its parts. Exit code 1 if it is forbidden, 0 if it is possible.

    \b
    rulelang why-not my_game.rules "c4, d5" --saved evening.json
    rulelang why-not my_game.rules "b2"
    """
    loaded = load_playable(path)
    session = resume_game(loaded, saved) if saved is not None else game_of(loaded, players, variants).start(seed)
    refusal = session.why_not(move)
    if refusal is None:
        decision = session.decision
        click.echo(f"{decision.player if decision is not None else 'Nobody'} may choose {move}.")
        return Exit.CLEAN
    click.echo(str(refusal))
    return Exit.FINDINGS
