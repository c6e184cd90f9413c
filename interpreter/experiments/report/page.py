"""The report as one page: plots drawn into it, with their data as tables; nothing is loaded, no script runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

from interpreter.experiments.report.charts import Chart, can_draw, charts, drawn
from interpreter.experiments.report.report import ExperimentReport, GameReport
from interpreter.experiments.report.words import Table, heading, played, players_table, tables

_STYLE: Final = """
:root { color-scheme: light }
body { font-family: sans-serif; line-height: 1.45; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h2 { border-top: 2px solid #1a1a1a; padding-top: 1rem; margin-top: 3rem }
figure { margin: 1.5rem 0 } figure svg { max-width: 100%; height: auto }
table { border-collapse: collapse; font-size: 0.9rem }
caption { text-align: left; font-weight: bold; padding: 0.5rem 0 }
tbody th { font-weight: normal }
td, th { padding: 0.2rem 0.9rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd }
.wide { overflow-x: auto; margin: 1rem 0 }
.findings { background: #f4f7fa; border-left: 4px solid #0072b2; padding: 0.6rem 1rem 0.6rem 2rem }
.findings li { margin: 0.4rem 0 } .place { color: #555; display: block; font-size: 0.9rem }
details { margin: 0.4rem 0 } details > summary { cursor: pointer; color: #0b4f8a }
a:focus, summary:focus { outline: 3px solid #d55e00 }
"""
_NOTES: Final = """<h2 id="notes">How to read this</h2>
<p>An interval holds the true figure in 95 of 100 experiments. A finding stands above only if it is sure when all
questions of its kind are asked together (Holm's correction) and large enough to matter. What one use more does is
measured among players who choose at random: they take things by luck, so that who wins more has won by it. What players
who think take, beside what luck would take, tells what they think of it. The measures are explained in the reference of
the command line, under <em>Experiments</em>.</p>"""


def page(found: ExperimentReport) -> str:
    """The whole page."""
    title = escape(found.title or "Experiment")
    parts = [part for number, game in enumerate(found.games) for part in _game(number, game)]
    return whole(title, [f"<p>Seed {found.seed}.</p>", *parts, _NOTES])


def whole(title: str, parts: Sequence[str]) -> str:
    """A page with a title."""
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{_STYLE}</style>"
    )
    body = "\n".join((f"<h1>{title}</h1>", *parts))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n'
    )


def _game(number: int, game: GameReport) -> Iterator[str]:
    yield f'<section aria-labelledby="game-{number}"><h2 id="game-{number}">{escape(heading(game))}</h2>'
    yield f"<p>{escape(played(game))}.</p><h3>What was found</h3>"
    if game.findings:
        yield '<ul class="findings">'
        for one in game.findings:
            where = (
                f' <span class="place">{escape(one.place)}: <q>{escape(one.sentence)}</q></span>' if one.place else ""
            )
            yield f"<li>{escape(one.message)}{where}</li>"
        yield "</ul>"
    else:
        yield "<p>Nothing that is both certain and large enough to matter.</p>"
    first = players_table(game)
    if first[2]:
        yield f"<h3>At a glance</h3>{table_html(first)}"
    yield from (figure_html(chart) for chart in charts(game))
    yield "<h3>All figures</h3>"
    yield from (_folded(table) for table in tables(game) if table != first)
    yield "</section>"


def figure_html(chart: Chart) -> str:
    """A plot with its words and its data. Without something to draw with, the data are all there is."""
    data = _data(chart)
    if not can_draw():
        return f"<figure><figcaption>{escape(chart.title)}: {escape(chart.words)}</figcaption>{data}</figure>"
    svg = drawn(chart).replace("<svg ", f'<svg role="img" aria-label="{escape(chart.words)}" ', 1)
    folded = f"<details><summary>{escape(chart.title)}: the data</summary>{data}</details>"
    return f"<figure><figcaption><h3>{escape(chart.title)}</h3>{escape(chart.words)}</figcaption>{svg}{folded}</figure>"


def _folded(table: Table) -> str:
    """A table to be opened: there are many, and most readers want one of them."""
    title = escape(table[0])
    return f"<details><summary>{title[:1].upper()}{title[1:]}</summary>{table_html(table)}</details>"


def _data(chart: Chart) -> str:
    heads = tuple(chart.rows[0])
    rows = [tuple(_shown(row.get(head)) for head in heads) for row in chart.rows]
    return table_html((chart.title, heads, rows))


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def table_html(table: Table) -> str:
    """A table with its title."""
    title, heads, rows = table
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>"
    inside = f"{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<div class="wide" role="region" aria-label="{escape(title)}" tabindex="0"><table>{inside}</table></div>'


def _row(row: Sequence[str]) -> str:
    first = f'<th scope="row">{escape(row[0])}</th>' if row else ""
    return first + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
