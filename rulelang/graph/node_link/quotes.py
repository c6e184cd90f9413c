"""What a graph tells of the rulebook's text: only the words that its parts come from, and where they stand.

    {"file": "pig.rules", "start": 310, "line": 14, "column": 5, "text": "gain 1 Point"}

Read back, these words stand at their places in texts that are blank otherwise: everything that tells places and quotes
sentences works with them as with the whole text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from rulelang.source import SourceFile, Span

#: A text of more letters is no rulebook.
LONGEST_TEXT: Final = 10_000_000

#: The texts as far as they are known, by their files.
Sources: TypeAlias = dict[str, SourceFile]


def quote(span: Span) -> dict[str, Any]:
    """The words of a place, and where they stand."""
    return {
        "file": span.source.path,
        "start": span.start,
        "line": span.line,
        "column": span.column,
        "text": span.text,
    }


def sources_of(record: Any) -> Sources:
    """The texts of all files, as far as a record quotes them."""
    quotes: dict[str, dict[tuple[int, str], dict[str, Any]]] = defaultdict(dict)
    for found in _quotes(record):
        quotes[found["file"]][found["start"], found["text"]] = found
    return {path: SourceFile(path, _text([known[key] for key in sorted(known)])) for path, known in quotes.items()}


def quoted(sources: Sources, record: dict[str, Any]) -> Span:
    """The place that a quote tells of."""
    return Span(sources[record["file"]], record["start"], record["start"] + len(record["text"]))


def _quotes(record: Any) -> Iterator[dict[str, Any]]:
    waiting = [record]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(part)
        elif isinstance(part, dict):
            span = part.get("span")
            if isinstance(span, dict) and "file" in span:
                yield span
            waiting.extend(part.values())


def _text(quotes: list[dict[str, Any]]) -> str:
    """The words at their places, and line ends wherever they have to be for lines and columns to be right."""
    length = max(quote["start"] + len(quote["text"]) for quote in quotes)
    letters = [""] * length
    for quote in quotes:
        start, text = quote["start"], quote["text"]
        letters[start : start + len(text)] = text
    lines, counted = 1, 0
    for quote in quotes:
        start = quote["start"]
        here = start - quote["column"]
        if here >= 0 and not letters[here]:
            letters[here] = "\n"
        lines += letters[counted:start].count("\n")
        counted = max(counted, start)
        while lines < quote["line"] and here > 0 and not letters[here - 1]:
            here -= 1
            letters[here] = "\n"
            lines += 1
    return "".join(letter or " " for letter in letters)
