"""`rulelang board`"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from interpreter.cli.board import drawn_colours
from interpreter.wording.names import Names
from interpreter.wording.observation import Observation, PlaceSeen, observe
from interpreter.wording.picture import holdings
from rulelang.cli.book_blocks import Words
from rulelang.cli.compiling import load_rulebook, players_of, variants_of
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format
from rulelang.cli.reading import FILE, hand_over
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import selected

if TYPE_CHECKING:
    from rulelang.graph.export.lying import Chip, Lying
    from rulelang.rulebook.world import World


@click.command("board")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.argument("saved", type=FILE, metavar="[GAME]", required=False)
@click.option("--players", "-n", type=int, metavar="N", help="How many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--player", metavar="SEAT", help="Of a saved game, only what this player sees.")
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of the names. [en]")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
def command(
    path: str,
    saved: str | None,
    players: int | None,
    variants: tuple[str, ...],
    player: str | None,
    language: str,
    output: str | None,
) -> int:
    """Draw the board as a picture (SVG), from the layout hints of the rulebook.

    With a GAME, a saved game or a transcript, the picture shows its last position: the pieces on the board, and below
    it the players' own areas and all that is counted.

    \b
    rulelang board my_game.rules -o my_board.svg
    rulelang board my_game.rules --players 2 --language de -o brett.svg
    rulelang board my_game.rules evening.json --player Ann -o evening.svg
    """
    from rulelang.graph.export.board import has_picture, write

    chosen_format(None, output, ("svg",))
    if saved is not None:
        hand_over(_position(path, saved, player, language), output)
        return Exit.CLEAN
    rulebook = load_rulebook(path)
    seats = players_of(rulebook, players)
    world, _ = declare(selected(rulebook, seats, frozenset(variants_of(rulebook, variants))), seats)
    if not has_picture(world):
        raise click.ClickException(
            f"{rulebook.title} does not say where its spaces lie: give their table a column `at`, such as `120 40`."
        )
    hand_over(write(world, f"{rulebook.title}, {seats} players", Words(rulebook, language).say), output)
    return Exit.CLEAN


def _position(path: str, saved: str, player: str | None, language: str) -> str:
    from interpreter.cli.loading import load_playable
    from interpreter.cli.transcripts import session_of
    from rulelang.graph.export.board import write

    loaded = load_playable(path)
    session = session_of(loaded, saved)
    game = session.game
    try:
        seen = session.observe(player) if player is not None else observe(game, session.state.cells, None)
    except ValueError as wrong:
        raise click.UsageError(f"{wrong}.") from wrong
    seats = len(game.players)
    world, _ = declare(selected(loaded.written, seats, frozenset(game.variants)), seats)
    title = f"{game.title}, {seats} players" + (f", as {player} sees it" if player is not None else "")
    return write(world, title, Words(loaded.written, language).say, _lying(seen, game.names(language), world))


def _lying(seen: Observation, names: Names, world: World) -> Lying:
    from rulelang.graph.export.board import spaces_drawn
    from rulelang.graph.export.lying import Chip, Lying

    drawn, layout = spaces_drawn(world), seen.game.program.layout
    chips = {found.place: tuple(_chips(found, names)) for found in seen.places if found.place != layout.box}
    listed = [(names.place(place), own) for place, own in chips.items() if own and place not in drawn]
    colours = (*drawn_colours(names.program.names["player"]), "")
    counted = [
        (held.title, [Chip(text, "", 1, colours[seat]) for text, seat in held.parts]) for held in holdings(seen, names)
    ]
    return Lying(chips, listed, counted)


def _chips(found: PlaceSeen, names: Names) -> Iterator[Chip]:
    """What lies in a place, things that look alike together."""
    from rulelang.graph.export.lying import Chip

    layout = names.program.layout
    colours = (*drawn_colours(names.program.names["player"]), "")
    here = layout.places[found.place].owner
    alike: Counter[tuple[str, str, int, bool]] = Counter()
    for piece in found.pieces:
        if piece is not None:
            look = layout.pieces[piece]
            alike[names.piece(piece, here), _sign(names.term(look.name)), look.owner, False] += 1
    for number, count in found.tokens:
        variety = layout.varieties[number]
        alike[names.variety(number, here), _sign(names.term(variety.name)), variety.owner, False] += count
    for kind, owner, count in found.unseen:
        alike[names.back(kind, -1), "?", owner, True] += count
    for (name, sign, owner, is_hidden), count in alike.items():
        yield Chip(name, sign, count, colours[owner], is_hidden)


def _sign(name: str) -> str:
    words = name.split()
    return name[:2] if len(words) == 1 else "".join(word if word.isdigit() else word[0] for word in words)[:3]
