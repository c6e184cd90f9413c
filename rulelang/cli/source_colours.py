"""Lines of a rulebook in the colours of a terminal: its words, names, numbers and remarks."""

from __future__ import annotations

from typing import Final

from rulelang.highlighting.sorts import Sort, pieces

_CODES: Final = {
    Sort.STRUCTURE: "1;35",
    Sort.FLOW: "35",
    Sort.SHAPE: "36",
    Sort.TERM: "1",
    Sort.TEXT: "32",
    Sort.NUMBER: "33",
    Sort.PLACE: "33",
    Sort.HEADING: "1;34",
    Sort.REMARK: "2",
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
