"""`rulelang graph`"""

from __future__ import annotations

import click

from rulelang.cli.compiling import program_of
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.showing import listed

_FORMATS = ("text", "dot", "mermaid", "graphml", "json", "svg")


@click.command("graph")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--players", "-n", type=int, metavar="N", help="For so many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--group", metavar="NAME", help="Only one phase or action, and what stands inside it.")
@output_options(_FORMATS)
@click.option("--full", is_flag=True, help="Every node and edge, with all that happens in it.")
@click.option("--lines", is_flag=True, help="In text, all of it: where in the rulebook everything stands.")
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    group: str | None,
    form: str | None,
    full: bool,
    lines: bool,
    output: str | None,
) -> int:
    """Show the state graph that a rulebook is played by.

    A box stands for a sentence, with what only the flow needs folded away; --full shows every node and edge.

    As JSON it is the whole game, with its examples: RULEBOOK may be such a file, too, and `interpreter.load` plays it.

    \b
    rulelang graph my_game.rules
    rulelang graph my_game.rules -o my_game.svg
    rulelang graph my_game.rules -o my_game.json
    rulelang graph my_game.rules --group "Take Turn" --format mermaid
    """
    from rulelang.graph.designer import designer
    from rulelang.graph.edges import draw
    from rulelang.graph.export import export
    from rulelang.graph.node_link import write
    from rulelang.graph.text import program_text

    form = chosen_format(form, output, _FORMATS)
    program = program_of(path, players, variants, examples=form == "json")
    full = full or lines or form == "json"
    whole = drawing = draw(program) if full else designer(program)
    if group is not None:
        if form == "json":
            raise click.UsageError("JSON holds the whole game: --group cannot be asked for with it.")
        drawing = drawing.part(group)
        if not drawing.nodes:
            groups = [f"`{name}`" for name in whole.groups if name]
            raise click.UsageError(f"There is no phase or action `{group}`. There are {listed(groups)}.")
    if form == "json":
        text = write(program)
    else:
        text = program_text(program, group, lines) if full and form == "text" else export(drawing, form)
    hand_over(text, output, f": {len(drawing.nodes)} {'nodes' if full else 'boxes'}, {len(drawing.edges)} edges.")
    return Exit.CLEAN
