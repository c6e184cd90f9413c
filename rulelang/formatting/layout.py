"""A whole file in the common layout: four spaces for each block, even tables, at most one empty line.

Line breaks inside a sentence stay where the author put them. Before the result is given away it is checked: the tree is
the same, every remark is there, and laying it out again changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from rulelang.source import SourceFile
from rulelang.tokens.layout import DEDENT, INDENT, LayoutReader
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree import parse

INDENTATION = "    "


class FormattingFault(Exception):
    """The result would not have meant the same: a fault of RuleLang. The file is left as it is."""


def format_source(source: SourceFile) -> str:
    """The text of a file without syntax errors in the common layout."""
    once = _laid_out(source)
    again = SourceFile(source.path, once)
    if parse(again).document != parse(source).document:
        raise FormattingFault("the laid-out text does not mean the same")
    if _remarks(once) != _remarks(source.text):
        raise FormattingFault("a remark was lost")
    if _laid_out(again) != once:
        raise FormattingFault("laying out twice is not the same as once")
    return once


def _remarks(text: str) -> list[str]:
    return [token.text.strip() for token in scan(text) if token.kind == "NOTE"]


def _laid_out(source: SourceFile) -> str:
    text = source.text
    depths = _depths(source)
    rows: list[tuple[int, str, list[Token]]] = []
    for tokens in _physical_lines(text):
        words = [token for token in tokens if token.kind != "NOTE"]
        if not tokens:
            rows.append((-1, "empty", []))
        elif not words:
            rows.append((-1, "note", tokens))
        else:
            kind = "row" if words[0].text == "|" else "words"
            rows.append((depths.get(words[0].start, 0), kind, tokens))
    lines: list[str] = []
    following = _following_depths([depth for depth, _, _ in rows])
    numbered = list(zip(rows, following, strict=True))
    for kind, group in groupby(numbered, key=lambda entry: entry[0][1]):
        members = list(group)
        if kind == "row":
            tables = aligned([table_cells(tokens, text) for (_, _, tokens), _ in members])
            lines += [INDENTATION * depth + line for ((depth, _, _), _), line in zip(members, tables, strict=True)]
        else:
            for (depth, _, tokens), next_depth in members:
                indent = next_depth if kind == "note" else depth
                lines.append(INDENTATION * max(indent, 0) + joined(tokens, text) if tokens else "")
    return _with_few_empty_lines(lines)


def _depths(source: SourceFile) -> dict[int, int]:
    """How deep each line stands, by the place of its first word; a line that goes on with a sentence is one deeper."""
    layout = LayoutReader(source, scan(source.text))
    found: dict[int, int] = {}
    depth = 0
    while (line := layout.next_line()) is not None:
        for token in line.opening:
            depth += (token.kind == INDENT) - (token.kind == DEDENT)
        for index, token in enumerate(line.tokens):
            found[token.start] = depth if index == 0 else depth + 1
        if line.tokens and line.tokens[-1].kind == "$END":
            break
    return found


def _physical_lines(text: str) -> list[list[Token]]:
    lines: list[list[Token]] = []
    tokens = [token for token in scan(text) if token.kind != "newline"]
    position = 0
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        inside = []
        while position < len(tokens) and tokens[position].start <= end and tokens[position].start >= start:
            inside.append(tokens[position])
            position += 1
        lines.append(inside)
        start = end + 1
    return lines


def _following_depths(depths: list[int]) -> list[int]:
    """For each line the depth of the next line with words, so that a remark stands with what it speaks of."""
    found, next_depth = [], 0
    for depth in reversed(depths):
        if depth >= 0:
            next_depth = depth
        found.append(next_depth)
    return found[::-1]


def _with_few_empty_lines(lines: list[str]) -> str:
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return "\n".join(kept) + "\n" if kept else ""


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
