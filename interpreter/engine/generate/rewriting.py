"""Lines of Python with parts of their expressions exchanged for variables."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Final

from interpreter.engine.python.writer import Line


@dataclass(eq=False, slots=True)
class Shared:
    """A value: where it is worked out first, and where it is needed again."""

    node: ast.expr
    line: int
    hint: str
    uses: list[ast.expr] = field(default_factory=list)
    name: str = ""
    is_written: bool = False


class Rewriting:
    """Lines with values exchanged for variables, and the lines that give the variables their values."""

    def __init__(self, lines: list[Line], exchanged: dict[ast.expr, Shared], before: dict[int, list[Shared]]) -> None:
        self._lines: Final = lines
        self._before: Final = before
        self._exchanged: Final = exchanged
        self._by_line: Final[dict[int, list[ast.expr]]] = {}
        for node in exchanged:
            self._by_line.setdefault(node.lineno, []).append(node)
        self._found: list[Line] = []

    def lines(self) -> list[Line]:
        """All of them."""
        for number, line in enumerate(self._lines, 1):
            for shared in self._before.get(number, ()):
                self._define(shared, line)
            if number not in self._by_line:
                self._found.append(line)
                continue
            indent = len(str(line)) - len(line.text)
            text = self._text(number, indent, len(str(line)), None)
            self._found.append(Line(line.depth, text, line.origin))
        return self._found

    def _define(self, shared: Shared, line: Line) -> None:
        if shared.is_written:
            return
        shared.is_written = True
        node = shared.node
        for inner in self._inside(node.lineno, node.col_offset, node.end_col_offset or 0, node):
            found = self._exchanged[inner]
            if found.line == shared.line:
                self._define(found, line)
        text = self._text(node.lineno, node.col_offset, node.end_col_offset or 0, node)
        self._found.append(Line(line.depth, f"{shared.name} = {text}", line.origin))

    def _inside(self, line: int, start: int, end: int, but: ast.expr | None) -> list[ast.expr]:
        """The outermost exchanged values in a part of a line, from left to right."""
        inside = [node for node in self._by_line[line]
                  if node is not but and start <= node.col_offset and (node.end_col_offset or 0) <= end]  # fmt: skip
        inside.sort(key=lambda node: (node.col_offset, -(node.end_col_offset or 0)))
        outermost: list[ast.expr] = []
        for node in inside:
            if not outermost or node.col_offset >= (outermost[-1].end_col_offset or 0):
                outermost.append(node)
        return outermost

    def _text(self, line: int, start: int, end: int, but: ast.expr | None) -> str:
        source = str(self._lines[line - 1]).encode()
        parts, position = "", start
        for node in self._inside(line, start, end, but):
            before, after = source[position : node.col_offset].decode(), node.end_col_offset or 0
            if before.endswith("(") and not before[-2:-1].isalnum() and source[after : after + 1] == b")":
                # A name needs no brackets.
                before, after = before[:-1], after + 1
            parts += before + self._exchanged[node].name
            position = after
        return parts + source[position:end].decode()
