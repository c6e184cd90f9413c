"""`rulelang board`"""

from __future__ import annotations

import click

from rulelang.cli.book_blocks import Words
from rulelang.cli.compiling import load_rulebook, players_of, variants_of
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format
from rulelang.cli.reading import FILE, hand_over
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import selected


@click.command("board")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--players", "-n", type=int, metavar="N", help="For so many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of the names. [en]")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
def command(path: str, players: int | None, variants: tuple[str, ...], language: str, output: str | None) -> int:
    """Draw the board as a picture (SVG), from the layout hints of the rulebook.

    \b
    rulelang board my_game.rules -o my_board.svg
    rulelang board my_game.rules --players 2 --language de -o brett.svg
    """
    from rulelang.graph.export.board import has_picture, write

    chosen_format(None, output, ("svg",))
    rulebook = load_rulebook(path)
    seats = players_of(rulebook, players)
    world, _ = declare(selected(rulebook, seats, frozenset(variants_of(rulebook, variants))), seats)
    if not has_picture(world):
        raise click.ClickException(
            f"{rulebook.title} does not say where its spaces lie: give their table a column `at`, such as `120 40`."
        )
    text = write(world, f"{rulebook.title}, {seats} players", Words(rulebook, language).say)
    hand_over(text, output)
    return Exit.CLEAN
