"""What was understood of a rulebook as one HTML page: the sentence on the left, its reading on the right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulelang.cli.showing import counted
from rulelang.graph.program import Program
from rulelang.reading import Reading
from rulelang.rulebook.loading import WrittenRulebook

_STYLE = """
body { font-family: Georgia, serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.4 }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
td { vertical-align: top; padding: 0.25rem 0.6rem; border-top: 1px solid #dddddd; overflow-wrap: break-word }
td.text { width: 42%; font-family: monospace; font-size: 0.85em } td.line { width: 3rem; color: #888888 }
p { margin: 0 0 0.15rem } .more { color: #5a6b7a; font-size: 0.9em } .nothing { background: #fff2cc }
"""


def page(rulebook: WrittenRulebook, program: Program, readings: Sequence[Reading]) -> str:
    """The whole page."""
    title = escape(rulebook.title)
    variants = f", with {escape(', '.join(program.variants))}" if program.variants else ""
    parts = [f"<h1>{title}</h1>", f"<p>As it is understood for {counted(program.players, 'player')}{variants}.</p>"]
    heading: tuple[str, ...] = ()
    rows: list[str] = []
    for one in readings:
        if one.sentence.origin.heading != heading:
            parts += _table(rows)
            rows = []
            heading = one.sentence.origin.heading
            if heading:
                parts.append(f"<h2>{escape(' / '.join(heading))}</h2>")
        rows.append(_row(one))
    parts += _table(rows)
    head = f"<meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    body = "\n".join(parts)
    return f"<!doctype html>\n<html lang=en>\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"


def _table(rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield f"<table>{''.join(rows)}</table>"


def _row(reading: Reading) -> str:
    sentence = reading.sentence
    margin = f' style="padding-left: {0.6 + 1.2 * sentence.depth:g}rem"' if sentence.depth else ""
    said = "".join(_line(line) for line in reading.lines)
    said += "".join(f'<p class="more">{escape(f"{one.word}: {one.meaning}")}</p>' for one in reading.refers)
    said += "".join(f'<p class="more">{escape(note)}</p>' for note in reading.notes)
    kind = "" if said or not sentence.is_leaf else ' class="nothing"'
    return (
        f'<tr{kind}><td class="line">{sentence.line}</td><td class="text"{margin}>{escape(sentence.text)}</td>'
        f"<td>{said}</td></tr>\n"
    )


def _line(line: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 2
    margin = f' style="margin-left: {depth * 1.2:g}rem"' if depth else ""
    return f"<p{margin}>{escape(line.strip())}</p>"
