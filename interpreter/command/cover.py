"""`rulelang cover`"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from html import escape

import click

from interpreter.command.coverage import Coverage, cover_examples
from interpreter.command.plots import page
from rulelang.command.exits import Exit
from rulelang.command.reading import write_file

_FORMATS = ("text", "json", "html")


@click.command("cover")
@click.argument("path", metavar="RULEBOOK")
@click.option(
    "--games", "-g", type=click.IntRange(0), default=0, help="Also random games for each number of players. [0]"
)
@click.option("--threshold", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit code 1 below this part.")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--output", "-o", metavar="FILE", help="Write to a file.")
def command(path: str, games: int, threshold: float | None, form: str, output: str | None) -> int:
    """Show which rules the examples have used: forks that went one way, options never taken, endings never reached.

    \b
    rulelang cover my_game.rules
    rulelang cover my_game.rules --games 20 --format html -o coverage.html
    """
    coverage = cover_examples(path, games)
    printed = {"text": _text, "json": _json, "html": _html}[form](coverage)
    if output is None:
        click.echo(printed, nl=False)
    else:
        write_file(output, printed)
        click.echo(f"Wrote {output}: {_summary(coverage)}")
    return Exit.FINDINGS if threshold is not None and coverage.share * 100 < threshold else Exit.CLEAN


def _summary(coverage: Coverage) -> str:
    missing = len(coverage.missing())
    return f"{coverage.title}: {coverage.share:.0%} of {len(coverage.clauses)} rules used, {missing} not or only half."


def _text(coverage: Coverage) -> str:
    return "".join(f"{line}\n" for line in _lines(coverage))


def _lines(coverage: Coverage) -> Iterator[str]:
    for clause in coverage.missing():
        yield f"{clause.place}: {clause.missing}: {clause.text}"
    for heading in coverage.headings():
        yield f"nothing used under: {heading}"
    yield _summary(coverage)


def _json(coverage: Coverage) -> str:
    clauses = [{**asdict(clause), "missing": clause.missing} for clause in coverage.clauses.values()]
    record = {
        "title": coverage.title,
        "share": round(coverage.share, 4),
        "clauses": clauses,
        "headings_never": coverage.headings(),
    }
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def _html(coverage: Coverage) -> str:
    rows = []
    for clause in sorted(coverage.clauses.values(), key=lambda one: one.place):
        state = f'<span class="bad">{clause.missing}</span>' if clause.missing else '<span class="good">used</span>'
        counts = f"{clause.yes} / {clause.no}" if clause.kind == "fork" else str(clause.yes)
        cells = (escape(clause.place), escape(clause.text), clause.kind, counts, state)
        rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    head = "<tr><th>Place</th><th>Rule</th><th>Kind</th><th>Times</th><th></th></tr>"
    return page(
        f"Coverage of {coverage.title}",
        [f"<p>{escape(_summary(coverage))}</p>", f"<table>{head}{''.join(rows)}</table>"],
    )
