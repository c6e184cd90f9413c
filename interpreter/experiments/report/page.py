"""The report as one page: plots drawn into it, with their data as tables; nothing is loaded, no script runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from interpreter.experiments.report.charts import Chart, can_draw, charts, drawn
from interpreter.experiments.report.report import ExperimentReport, GameReport
from interpreter.experiments.report.words import Table, heading, played, players_table, tables

_STYLE: Final = """
:root { color-scheme: light }
body { font-family: sans-serif; line-height: 1.45; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
section, #notes { border-top: 2px solid #1a1a1a; margin-top: 2rem; padding-top: 0.5rem }
figure { margin: 1.5rem 0 } figure svg { max-width: 100%; min-width: 36rem; height: auto }
table { border-collapse: collapse; font-size: 0.9rem }
caption { text-align: left; font-weight: bold; padding: 0.5rem 0 }
tbody th { font-weight: normal }
tbody th { min-width: 9rem } .long { min-width: 16rem }
td, th { padding: 0.2rem 0.9rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd }
.wide { overflow-x: auto; margin: 1rem 0 }
.findings { background: #f4f7fa; border-left: 4px solid #0072b2; padding: 0.6rem 1rem 0.6rem 2rem }
.findings li { margin: 0.4rem 0 } .place { color: #555; display: block; font-size: 0.9rem }
details { margin: 0.4rem 0 } details > summary { cursor: pointer; color: #0b4f8a }
a:focus, summary:focus { outline: 3px solid #d55e00 }
"""
#: Sentences keep some width beside the columns with numbers.
_ONE_LINE: Final = 32
_LONG: Final = ' class="long"'
_NOTES: Final = """<h2 id="notes">How to read this</h2>
<p>An interval holds the true figure in 95 of 100 experiments. What stands above about seats, strengths, cards, actions
and differences is sure when all questions of its kind are asked together (Holm's correction); other findings go by the
interval of their figure. All are large enough to matter. What one use more does is
measured among players who choose at random: they take things by luck, so that who wins more has won by it. What players
who think take, beside what luck would take, tells what they think of it. The measures are explained in the reference of
the command line, under <em>Experiments</em>.</p>"""


def page(found: ExperimentReport) -> str:
    """The whole page."""
    title = found.title or "Experiment"
    # Of one game the title of the page says all that its heading would.
    alone = len(found.games) == 1 and heading(found.games[0]) == title
    parts = [part for number, game in enumerate(found.games) for part in _game(number, game, alone=alone)]
    return whole(escape(title), [f"<p>A report on balance, from games with seed {found.seed}.</p>", *parts, _NOTES])


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


def _game(number: int, game: GameReport, *, alone: bool) -> Iterator[str]:
    head = "h2" if alone else "h3"
    name = escape(heading(game))
    yield f'<section aria-label="{name}">' if alone else f'<section aria-labelledby="game-{number}">'
    yield "" if alone else f'<h2 id="game-{number}">{name}</h2>'
    yield f"<p>{escape(played(game))}.</p><{head}>What was found</{head}>"
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
        yield f"<{head}>At a glance</{head}>{table_html(first)}"
    plots = charts(game)
    yield from (figure_html(chart, head) for chart in plots)
    yield f"<{head}>All other figures</{head}>"
    shown = [first, *(chart.table for chart in plots)]
    yield from (_folded(table) for table in tables(game) if table not in shown)
    yield "</section>"


def figure_html(chart: Chart, head: str = "h2") -> str:
    """A plot with its words and its data. Without something to draw with, the data are all there is."""
    title, words, data = escape(chart.title), escape(chart.words), chart.table
    if not can_draw():
        return f"<figure><figcaption>{title}: {words}</figcaption>{table_html(data) if data else ''}</figure>"
    svg = drawn(chart).replace("<svg ", f'<svg role="img" aria-label="{words}" ', 1)
    # Letters stay large enough to be read on a narrow screen: it is the plot that is moved.
    seen = f'<div class="wide" role="region" aria-label="{title}" tabindex="0">{svg}</div>'
    folded = f"<details><summary>{title}: the data</summary>{table_html(data)}</details>" if data else ""
    return f"<figure><figcaption><{head}>{title}</{head}>{words}</figcaption>{seen}{folded}</figure>"


def _folded(table: Table) -> str:
    """A table to be opened: there are many, and most readers want one of them."""
    title = escape(table[0])
    return f"<details><summary>{title[:1].upper()}{title[1:]}</summary>{table_html(table)}</details>"


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
    return first + "".join(f"<td{_LONG * (len(cell) > _ONE_LINE)}>{escape(cell)}</td>" for cell in row[1:])
