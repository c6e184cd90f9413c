"""Lines of a rulebook in the colours of a terminal: its words, names, numbers and remarks."""

from __future__ import annotations

from typing import Final

from rulelang.highlighting.sorts import TextSort, pieces

_CODES: Final = {
    TextSort.STRUCTURE: "1;35",
    TextSort.FLOW: "35",
    TextSort.SHAPE: "36",
    TextSort.TERM: "1",
    TextSort.TEXT: "32",
    TextSort.NUMBER: "33",
    TextSort.PLACE: "33",
    TextSort.HEADING: "1;34",
    TextSort.REMARK: "2",
}


def coloured(line: str) -> str:
    """The line with colours; without them it is the same line."""
    found, done = [], 0
    for piece in pieces(line):
        code = _CODES.get(piece.sort)
        if code is not None and piece.start >= done:
            found += [line[done : piece.start], f"\033[{code}m{line[piece.start : piece.end]}\033[0m"]
            done = piece.end
    return "".join([*found, line[done:]])
