"""`rulelang graph`"""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module

import click

from rulelang.cli.compiling import program_of
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.showing import listed
from rulelang.graph.program import Program

_FORMATS = ("text", "dot", "mermaid", "graphml", "json", "svg", "python")


@click.command("graph")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--players", "-n", type=int, metavar="N", help="How many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--group", metavar="NAME", help="Only one phase or action, and everything inside it.")
@output_options(_FORMATS)
@click.option("--full", is_flag=True, help="Every node and edge, with all that happens in it.")
@click.option("--lines", is_flag=True, help="In text: everything, with its place in the rulebook.")
@click.option("--analyse", is_flag=True, help="Decisions, loops, what is never reached, ways to an end. [text, json]")
@click.option("--after", metavar="PASS", help="The lowered form after this pass. [text]")
@click.option("--without", multiple=True, metavar="PASS", help="The lowered form, or Python, without this pass.")
@click.option("--diff", "old", type=FILE, metavar="OLD", help="What differs from another one. [text, json]")
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    group: str | None,
    form: str | None,
    full: bool,
    lines: bool,
    output: str | None,
    analyse: bool,
    after: str | None,
    without: tuple[str, ...],
    old: str | None,
) -> int:
    """Show the state graph that a rulebook is played by.

    A box stands for a sentence, with what only the flow needs folded away; --full shows every node and edge.

    As JSON it is the whole game, with its examples: RULEBOOK may be such a file, too, and `interpreter.load` plays it.

    \b
    rulelang graph my_game.rules
    rulelang graph my_game.rules -o my_game.svg
    rulelang graph my_game.rules -o my_game.json
    rulelang graph my_game.rules --group "Take Turn" --format mermaid
    rulelang graph my_game.rules --analyse
    rulelang graph my_game.rules --after implied
    rulelang graph my_game.rules --format python
    rulelang graph --diff old_game.rules my_game.rules
    """
    form = chosen_format(form, output, _FORMATS)
    if form == "python" or after is not None or without:
        return _lowered(program_of(path, players, variants), form, after, without, output)
    if analyse:
        return _analysed(program_of(path, players, variants), form, output)
    if old is not None:
        return _compared(program_of(old, players, variants), program_of(path, players, variants), form, output)
    return _drawn(path, players, variants, group, form, full or lines or form == "json", lines, output)


def _lowered(program: Program, form: str, after: str | None, without: tuple[str, ...], output: str | None) -> int:
    if form not in ("text", "python"):
        raise click.UsageError("The lowered form is written as text or python.")
    # Named, not imported: what is played by stands behind this package.
    lowered = import_module("interpreter.cli.lowered").lowered
    hand_over(lowered(program, form, after, without), output)
    return Exit.CLEAN


def _analysed(program: Program, form: str, output: str | None) -> int:
    from rulelang.graph.analysis import analyse, text

    if form not in ("text", "json"):
        raise click.UsageError("An analysis is written as text or json.")
    found = analyse(program)
    hand_over(text(found) if form == "text" else json.dumps(asdict(found), indent=2) + "\n", output)
    return Exit.CLEAN


def _compared(old: Program, new: Program, form: str, output: str | None) -> int:
    from rulelang.graph.difference import differences

    if form not in ("text", "json"):
        raise click.UsageError("What is different is written as text or json.")
    found = differences(old, new)
    if form == "json":
        text = json.dumps({"same": not found, "differences": [asdict(one) for one in found]}, indent=2) + "\n"
    else:
        told = [line for one in found for line in one.lines()] or ["The graphs are the same."]
        text = "".join(f"{line}\n" for line in told)
    hand_over(text, output)
    return Exit.FINDINGS if found else Exit.CLEAN


def _drawn(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    group: str | None,
    form: str,
    full: bool,
    lines: bool,
    output: str | None,
) -> int:
    from rulelang.graph.designer import designer
    from rulelang.graph.edges import draw
    from rulelang.graph.export import export
    from rulelang.graph.node_link import write
    from rulelang.graph.text import program_text

    program = program_of(path, players, variants, examples=form == "json")
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
