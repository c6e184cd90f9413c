"""`rulelang read`: as text, as a record, or as one HTML page with the sentence on the left
and its reading on the right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import click

from rulelang.cli.compiling import Unusable, compile_for, players_of, variants_of
from rulelang.cli.exits import Exit
from rulelang.cli.outputs import chosen_format, output_options
from rulelang.cli.reading import FILE, hand_over
from rulelang.cli.reporting import json_text
from rulelang.cli.revisions import text_at
from rulelang.cli.showing import counted
from rulelang.compile import compile_rulebook
from rulelang.graph.program import Program
from rulelang.reading import Reading, read_back
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile, source_from_text
from rulelang.tuning.fast_dataclass import replace

_FORMATS = ("text", "html", "json")
_AT = re.compile(r"(?:(?P<file>.+):)?(?P<line>[1-9]\d{0,8})(?::\d+)?")
#: So many lines are told of a sentence unless all are asked for: a board has hundreds of spaces.
_MOST = 8


@click.command("read")
@click.argument("path", type=FILE, metavar="RULEBOOK")
@click.option("--players", "-n", type=int, metavar="N", help="For this many players. [the fewest]")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="With this variant.")
@click.option("--at", metavar="FILE:LINE", help="Only the sentence on this line, and everything under it.")
@click.option("--section", metavar="HEADING", help="Only the part under this heading.")
@click.option("--since", metavar="COMMIT", help="Only what now reads differently than at a commit, tag or branch.")
@click.option("--examples", is_flag=True, help="The examples, too.")
@click.option("--all", "everything", is_flag=True, help="In text and HTML, every line of long tables and boards.")
@output_options(_FORMATS)
def command(
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    at: str | None,
    section: str | None,
    since: str | None,
    examples: bool,
    everything: bool,
    form: str | None,
    output: str | None,
) -> int:
    """Say each sentence of a rulebook back: what was understood of it, in plain words, made from the graph alone.

    Below each sentence you read what happens, then what its words refer to, then what happens when there is nothing
    to choose. Where nothing has come of a sentence, that is said too.

    \b
    rulelang read my_game.rules
    rulelang read my_game.rules --at my_game.rules:42
    rulelang read my_game.rules --section "The turn" -o turn.html
    rulelang read my_game.rules --since HEAD
    """
    form = chosen_format(form, output, _FORMATS)
    wanted = _line(at) if at is not None else None
    rulebook, _, program = compile_for(path, players, variants, examples=examples)
    found = read_back(rulebook, program, examples)
    if since is not None:
        found = _since(rulebook, found, since, path, players, variants, examples)
    if section is not None:
        found = _under(found, section)
    if wanted is not None:
        found = _in_line(found, *wanted, path)
    if not everything and form != "json":
        found = [_cut(one) for one in found]
    if form == "json":
        text = json_text(record(rulebook, program, found))
    elif form == "html":
        text = page(rulebook, program, found)
    else:
        text = "".join(f"{line}\n" for one in found for line in text_lines(one)) or "Nothing reads otherwise.\n"
    hand_over(text, output, f": {counted(len(found), 'sentence')}.")
    return Exit.CLEAN


def text_lines(reading: Reading) -> list[str]:
    """A sentence, and below it what was understood."""
    sentence = reading.sentence
    indent = "  " * sentence.depth
    lines = [f"{sentence.line:>5}  {indent}{sentence.text}"]
    lines += [f"         {indent}| {line}" for line in reading.lines]
    lines += [f"         {indent}  {one.word}: {one.meaning}" for one in reading.refers]
    lines += [f"         {indent}  {note}" for note in reading.notes]
    return lines


def _cut(reading: Reading) -> Reading:
    if len(reading.lines) <= _MOST + 2:
        return reading
    more = f"... and {len(reading.lines) - _MOST} more lines, which --all tells"
    return replace(reading, lines=(*reading.lines[:_MOST], more))


def _line(at: str) -> tuple[str | None, int]:
    found = _AT.fullmatch(at)
    if found is None:
        raise click.UsageError(f"--at {at}: write a file and a line, as in `my_game.rules:42`.")
    return found["file"], int(found["line"])


def _in_line(found: Sequence[Reading], file: str | None, line: int, path: str) -> list[Reading]:
    """The sentences that begin in a line, with those under them; else the smallest sentence around it."""
    name = Path(file or path).name
    here = [one for one in found if Path(one.sentence.span.source.path).name == name]
    if not here:
        known = sorted({Path(one.sentence.span.source.path).name for one in found})
        raise click.UsageError(f"--at: no sentence stands in {name}. There are sentences in {', '.join(known)}.")
    around = [one for one in here if one.sentence.line <= line <= one.sentence.span.end_line]
    if not around:
        raise click.UsageError(f"--at {name}:{line}: no sentence that says something about play stands there.")
    begun = [one for one in around if one.sentence.line == line] or [
        min(around, key=lambda one: one.sentence.span.end - one.sentence.span.start)
    ]
    return [
        one
        for one in here
        if any(
            first.sentence.span.start <= one.sentence.span.start and one.sentence.span.end <= first.sentence.span.end
            for first in begun
        )
    ]


def _under(found: Sequence[Reading], section: str) -> list[Reading]:
    """What stands under a heading."""
    asked = section.casefold()
    under = [one for one in found if any(title.casefold() == asked for title in one.sentence.origin.heading)]
    if not under:
        titles = dict.fromkeys(title for one in found for title in one.sentence.origin.heading)
        known = f"The headings are {', '.join(f'`{title}`' for title in titles)}." if titles else "It has no headings."
        raise click.UsageError(f"There is nothing under a heading `{section}`. {known}")
    return under


def _since(
    rulebook: WrittenRulebook,
    found: Sequence[Reading],
    since: str,
    path: str,
    players: int | None,
    variants: tuple[str, ...],
    examples: bool,
) -> list[Reading]:
    """What reads otherwise than it did at a commit."""
    if path == "-":
        raise click.UsageError("--since asks git about a file: it cannot be standard input.")
    then = text_at(since, Path(path))
    if then is None:
        return list(found)

    def beside(name: str) -> SourceFile | None:
        file = Path(path).parent / name
        text = text_at(since, file)
        return source_from_text(str(file), text) if text is not None else None

    old, wrong = load(source_from_text(path, then), beside)
    setting = players_of(rulebook, players), variants_of(rulebook, variants)
    compiled = compile_rulebook(old, *setting, examples=examples)
    if compiled.program is None:
        raise Unusable(f"{path} at {since}", [*wrong, *compiled.diagnostics])
    return changed_since(read_back(old, compiled.program, examples), found)


def record(rulebook: WrittenRulebook, program: Program, readings: Sequence[Reading]) -> dict[str, Any]:
    """What was understood, sentence by sentence."""
    return {
        "title": rulebook.title,
        "players": program.players,
        "variants": list(program.variants),
        "sentences": [
            {
                "place": str(one.sentence.span),
                "line": one.sentence.line,
                "last_line": one.sentence.span.end_line,
                "depth": one.sentence.depth,
                "heading": list(one.sentence.origin.heading),
                "cite": one.sentence.origin.cite,
                "text": one.sentence.text,
                "in_force": one.sentence.is_in_force,
                "says": list(one.lines),
                "refers": [{"word": referent.word, "meaning": referent.meaning} for referent in one.refers],
                "notes": list(one.notes),
            }
            for one in readings
        ],
    }


_LINE = re.compile(r"\blines? \d+(?:(?:, | and )\d+)*")


def changed_since(old: Sequence[Reading], new: Sequence[Reading]) -> list[Reading]:
    """The new readings that were not there before."""
    known = Counter(_told(one) for one in old)
    found = []
    for one in new:
        told = _told(one)
        if known[told]:
            known[told] -= 1
        else:
            found.append(one)
    return found


def _told(reading: Reading) -> tuple[str, ...]:
    """What a reading says, without the numbers of lines: they shift with every new sentence."""
    refers = tuple(f"{one.word}: {one.meaning}" for one in reading.refers)
    return tuple(_LINE.sub("line", text) for text in (reading.sentence.text, *reading.lines, *refers, *reading.notes))


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
    said = "".join(_paragraph(line) for line in reading.lines)
    said += "".join(f'<p class="more">{escape(f"{one.word}: {one.meaning}")}</p>' for one in reading.refers)
    said += "".join(f'<p class="more">{escape(note)}</p>' for note in reading.notes)
    kind = "" if said or not sentence.is_leaf else ' class="nothing"'
    return (
        f'<tr{kind}><td class="line">{sentence.line}</td><td class="text"{margin}>{escape(sentence.text)}</td>'
        f"<td>{said}</td></tr>\n"
    )


def _paragraph(line: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 2
    margin = f' style="margin-left: {depth * 1.2:g}rem"' if depth else ""
    return f"<p{margin}>{escape(line.strip())}</p>"
