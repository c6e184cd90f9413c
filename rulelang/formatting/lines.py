"""One line of a rulebook with one space between words, none before commas and colons; and tables with even columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulelang.tokens.token import Token

_SPACES = re.compile(r"\s+")
_TIGHT_BEFORE = (",", ":", ")", "]", "'")
_TIGHT_AFTER = ("(", "[")


def joined(tokens: Sequence[Token], text: str) -> str:
    """The words of a line with the common spacing."""
    found = ""
    previous: Token | None = None
    for token in tokens:
        word = (
            token.text.rstrip() if token.kind in ("NOTE", "STRING", "HEADING") else _SPACES.sub(" ", token.text).strip()
        )
        if previous is not None:
            gap = " " if text[previous.end : token.start] or previous.text in (",", "|") else ""
            if word.startswith(_TIGHT_BEFORE) or previous.text in _TIGHT_AFTER:
                gap = ""
            found += gap
        found += word
        previous = token
    return found.rstrip()


def table_cells(tokens: Sequence[Token], text: str) -> tuple[list[str], str]:
    """The cells of a row, and what stands behind its last bar."""
    cells: list[str] = []
    inside: list[Token] = []
    for token in tokens[1:]:
        if token.text == "|":
            cells.append(joined(inside, text))
            inside = []
        else:
            inside.append(token)
    return cells, joined(inside, text)


def aligned(rows: Sequence[tuple[list[str], str]]) -> list[str]:
    """Rows with columns of even width."""
    count = max(len(cells) for cells, _ in rows)
    widths = [max((len(cells[i]) for cells, _ in rows if i < len(cells)), default=0) for i in range(count)]
    lines = []
    for cells, rest in rows:
        padded = [cell.ljust(widths[i]) for i, cell in enumerate(cells)]
        line = "| " + " | ".join(padded) + " |"
        lines.append(f"{line} {rest}" if rest else line)
    return lines
