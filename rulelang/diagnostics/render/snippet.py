"""The part of a text block that shows source lines with their marks; and colour, as an optional last layer over
finished text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from rulelang.diagnostics.model import Diagnostic, Label, Severity
from rulelang.diagnostics.render.characters import columns, excerpt, excerpted, visible
from rulelang.source import SourceFile, Span
from rulelang.tuning.fast_dataclass import dataclass

Style = Literal["error", "warning", "note", "unproved", "frame", "strong", "added", "removed", "source"]
Paint = Callable[[str, Style], str]

#: What is not here is left as it is: the lines of a rulebook have colours of their own.
_CODES: dict[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "unproved": "1;35",
    "frame": "1;34",
    "strong": "1",
    "added": "32",
    "removed": "31",
}


def no_paint(text: str, _style: Style) -> str:
    """Text as it is."""
    return text


def ansi_paint(text: str, style: Style) -> str:
    """Text in the colours of a terminal."""
    return f"\033[{_CODES[style]}m{text}\033[0m" if text and style in _CODES else text


def painting_source(highlight: Callable[[str], str]) -> Paint:
    """The same, with the lines of rulebooks coloured by what their words are."""

    def paint(text: str, style: Style) -> str:
        return highlight(text) if style == "source" else ansi_paint(text, style)

    return paint


def severity_style(severity: Severity) -> Style:
    """Every severity has the style of its own name."""
    return severity.value


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch of one shown line, in screen columns from 0, and the words about it."""

    start: int
    end: int
    text: str
    sign: str
    style: Style


_Piece = tuple[int, str, Style]


def gutter_width(diagnostic: Diagnostic) -> int:
    """How many digits the largest shown line number has."""
    return max(len(str(_last_line(label.span))) for label in (diagnostic.primary, *diagnostic.secondary))


def snippet(diagnostic: Diagnostic, paint: Paint) -> Iterator[str]:
    """Every marked line of every file, the file of the primary place first."""
    gutter = gutter_width(diagnostic)
    labels = (diagnostic.primary, *diagnostic.secondary)
    sources = {label.span.source.path: label.span.source for label in reversed(labels)}
    ordered = dict.fromkeys(label.span.source.path for label in labels)
    for number, path in enumerate(ordered):
        first = next(label for label in labels if label.span.source.path == path)
        arrow = "-->" if number == 0 else ":::"
        yield f"{' ' * gutter}{paint(arrow, 'frame')} {visible(str(first.span))}"
        yield _framed("", "", gutter, paint)
        yield from _file(diagnostic, sources[path], gutter, paint)


def _file(diagnostic: Diagnostic, source: SourceFile, gutter: int, paint: Paint) -> Iterator[str]:
    marks: dict[int, list[_Mark]] = {}
    shown: dict[int, range] = {}
    for label in (diagnostic.primary, *diagnostic.secondary):
        if label.span.source.path == source.path:
            primary = label is diagnostic.primary
            style = severity_style(diagnostic.severity) if primary else "frame"
            for line, mark in _marks(label, "^" if primary else "-", style, shown):
                marks.setdefault(line, []).append(mark)
    previous = None
    for line in sorted(marks):
        if previous is not None and line == previous + 2:
            text = source.line_text(previous + 1)
            yield _source_line(excerpted(text, excerpt(text, 0)), previous + 1, gutter, paint)
        elif previous is not None and line > previous + 1:
            yield paint("...", "frame")
        yield _source_line(excerpted(source.line_text(line), shown[line]), line, gutter, paint)
        for row in _rows(marks[line]):
            yield from (_framed("", text, gutter, paint) for text in _drawn(row, paint))
        previous = line


def _source_line(text: str, line: int, gutter: int, paint: Paint) -> str:
    return _framed(str(line), paint(visible(text), "source"), gutter, paint)


def _framed(number: str, text: str, gutter: int, paint: Paint) -> str:
    frame = paint(f"{number:>{gutter}} |", "frame")
    return f"{frame} {text}" if text else frame


def _last_line(span: Span) -> int:
    """The last line a span marks; a span that ends with a line feed does not mark the line below."""
    line, column = span.source.line_column(span.end)
    return line - 1 if column == 1 and span.end > span.start else line


def _marks(label: Label, sign: str, style: Style, shown: dict[int, range]) -> Iterator[tuple[int, _Mark]]:
    """One mark on the first line of a span and, if there is another, one on its last line. `shown`: which part of each
    line is, around its first mark."""
    span, source = label.span, label.span.source
    first, last = span.line, _last_line(span)
    for line in sorted({first, last}):
        text = source.line_text(line)
        start = span.column - 1 if line == first else len(text) - len(text.lstrip())
        end = span.end_column - 1 if line == last == span.end_line else len(text)
        part = shown.setdefault(line, excerpt(text, start))
        # What lies outside of what is shown is marked at the dots that stand for it.
        inside, dots = [min(max(place, part.start), part.stop) for place in (start, end)], int(part.start > 0)
        screen_start = dots * (start >= part.start) + columns(text[part.start : inside[0]])
        screen_end = max(screen_start + 1, dots * (end > part.start) + columns(text[part.start : inside[1]]))
        yield line, _Mark(screen_start, screen_end, visible(label.text) if line == last else "", sign, style)


def _rows(marks: Iterable[_Mark]) -> list[list[_Mark]]:
    """Put marks that overlap on rows of their own; the first one given, the primary, is on the top row."""
    rows: list[list[_Mark]] = []
    for mark in marks:
        for row in rows:
            if all(mark.end < other.start or other.end < mark.start for other in row):
                row.append(mark)
                break
        else:
            rows.append([mark])
    return [sorted(row, key=lambda mark: mark.start) for row in rows]


def _drawn(row: Sequence[_Mark], paint: Paint) -> Iterator[str]:
    """The signs with the words of the rightmost mark, then the words of the others hanging from bars.

    ---- ^^^^ words of the right mark
    |
    words of the left mark
    """
    *others, right = row
    signs: list[_Piece] = [(mark.start, mark.sign * (mark.end - mark.start), mark.style) for mark in row]
    if right.text:
        signs.append((right.end + 1, right.text, right.style))
    yield _composed(signs, paint)
    hanging = [mark for mark in others if mark.text]
    if hanging:
        yield _composed([(mark.start, "|", mark.style) for mark in hanging], paint)
    while hanging:
        mark = hanging.pop()
        bars: list[_Piece] = [(other.start, "|", other.style) for other in hanging]
        yield _composed([*bars, (mark.start, mark.text, mark.style)], paint)


def _composed(pieces: Iterable[_Piece], paint: Paint) -> str:
    """One line with each piece at its column; the columns rise."""
    line, filled = "", 0
    for column, text, style in pieces:
        line += " " * (column - filled) + paint(text, style)
        filled = column + columns(text)
    return line
