"""`rulelang graph`"""

from __future__ import annotations

import click

from rulelang.cli.compiling import compile_for
from rulelang.cli.exits import Exit
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.showing import listed

_FORMATS = ("text", "dot", "mermaid", "graphml", "json", "svg")


@click.command("graph")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--players", "-n", type=int, metavar="N", help="For so many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--group", metavar="NAME", help="Only one phase or action, and what stands inside it.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--lines", is_flag=True, help="In text: where in the rulebook everything stands.")
@click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    group: str | None,
    form: str,
    lines: bool,
    output: str | None,
) -> int:
    """Show the state graph that a rulebook is played by.

    \b
    rulelang graph my_game.rules
    rulelang graph my_game.rules --format svg -o my_game.svg
    rulelang graph my_game.rules --group "Take Turn" --format mermaid
    """
    from rulelang.graph.edges import draw
    from rulelang.graph.export import export
    from rulelang.graph.text import program_text

    _, _, program = compile_for(path, players, variants)
    drawing = draw(program)
    if group is not None:
        part = drawing.part(group)
        if not part.nodes:
            groups = [f"`{name}`" for name in drawing.groups if name]
            raise click.UsageError(f"There is no phase or action `{group}`. There are {listed(groups)}.")
        drawing = part
    text = program_text(program, group, lines) if form == "text" else export(drawing, form)
    hand_over(text, output, f": {len(drawing.nodes)} nodes, {len(drawing.edges)} edges.")
    return Exit.CLEAN
