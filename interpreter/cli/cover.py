"""`rulelang cover`"""

from __future__ import annotations

import click

from interpreter.cli import cover_report
from interpreter.cli.loading import load_playable
from interpreter.cli.observer import cover
from rulelang.cli.compiling import each_usable
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over, rulebook_files
from rulelang.cli.reporting import REPORTS
from rulelang.diagnostics.render import FORMATS

_FORMATS = (*REPORTS, "html")


@click.command("cover")
@click.argument("paths", nargs=-1, required=True, type=FILE, metavar="PATH...")
@click.option(
    "--games", "-g", type=click.IntRange(0), default=0, help="Also random games for each number of players. [0]"
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit code 1 if less than this percentage is used.",
)
@output_options(_FORMATS)
def command(paths: tuple[str, ...], games: int, threshold: float | None, form: str | None, output: str | None) -> int:
    """Show which rules the examples have used: conditions never true or never false, options never taken, endings never
    reached, sections of the printed rules that no used rule cites.

    Each sentence counts once, however often the game contains it. As HTML, the rulebook itself with its lines marked.

    \b
    rulelang cover my_game.rules
    rulelang cover my_game.rules --games 20 -o coverage.html
    rulelang cover rulebooks --threshold 80 --format github
    """
    form = chosen_format(form, output, _FORMATS)
    found, unusable = each_usable(rulebook_files(paths), lambda path: cover(load_playable(path, examples=True), games))
    match form:
        case "text":
            printed = cover_report.text(found)
        case "plain":
            printed = cover_report.plain(found)
        case "json":
            printed = cover_report.json_text(found)
        case "html":
            printed = cover_report.html(found)
        case "junit":
            printed = cover_report.junit_text(found, unusable)
        case _:
            mistakes = [error for one in unusable for error in one.errors]
            printed = FORMATS[form]([*cover_report.as_findings(found), *mistakes])
    hand_over(printed, output, f": {' '.join(map(cover_report.summary, found))}")
    below = threshold is not None and any(coverage.share * 100 < threshold for coverage in found)
    return Exit.FINDINGS if below or unusable else Exit.CLEAN
