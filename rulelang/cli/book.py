"""`rulelang book`"""

from __future__ import annotations

import click

from rulelang.cli.compiling import load_rulebook
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.pages import html, markdown
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.showing import listed
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree

_FORMATS = ("markdown", "html")


@click.command("book")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--language", "-l", default="en", metavar="CODE", help="The language of headings and names. [en]")
@output_options(_FORMATS)
def command(path: str, language: str, form: str | None, output: str | None) -> int:
    """Print a rulebook for people: headings, component tables, rules, citations and examples.

    \b
    rulelang book my_game.rules > my_game.md
    rulelang book my_game.rules --language de -o my_game.html
    """
    rulebook = load_rulebook(path)
    known = _languages(rulebook)
    if language not in known:
        raise click.UsageError(f"{rulebook.title} has no labels in {language}; it has {listed(known)}.")
    text = html(rulebook, language) if chosen_format(form, output, _FORMATS) == "html" else markdown(rulebook, language)
    hand_over(text, output)
    return Exit.CLEAN


def _languages(rulebook: WrittenRulebook) -> list[str]:
    codes = [code for placed in rulebook.items if isinstance(placed.item, tree.Languages) for code in placed.item.codes]
    return list(dict.fromkeys(["en", *codes]))
