"""Where everything in a TOML file stands. It has been read before, so it is known to be well-formed."""

from __future__ import annotations

import re
import tomllib
from typing import Final, TypeAlias

from rulelang.source import SourceFile, Span

#: The keys and numbers that lead to an entry: `("bots", 1, "games")`.
Path: TypeAlias = tuple[str | int, ...]

_SPACE: Final = re.compile(r"(?:[ \t]+|#[^\n]*|\n)*")
_TEXT: Final = re.compile(
    r"""
    \"\"\"(?:\\.|[^\\])*?\"\"\"+ | '''.*?'''+ | "(?:\\.|[^"\\])*" | '[^']*'
    """,
    re.DOTALL | re.VERBOSE,
)
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN: Final = re.compile(r"[^\s,\]}#]+")


def toml_places(source: SourceFile) -> dict[Path, Span]:
    """Every entry (its key and its value), and every member of every list."""
    return _Places(source).found


class _Places:
    def __init__(self, source: SourceFile) -> None:
        self._source: Final = source
        self._text: Final = source.text
        self._at = 0
        self.found: Final[dict[Path, Span]] = {}
        table: Path = ()
        while (sign := self._next()) != "":
            table = self._heading() if sign == "[" else self._entry(table)

    def _next(self) -> str:
        """The next sign that counts; nothing at the end."""
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space is not None else self._at
        return self._text[self._at : self._at + 1]

    def _heading(self) -> Path:
        """`[vary]`, or `[[bots]]`, which is one more member of a list."""
        start, many = self._at, self._text.startswith("[[", self._at)
        self._at += 1 + many
        path = self._keys()
        self._next()
        self._at += 1 + many
        if many:
            path = (*path, sum(one[:-1] == path for one in self.found))
        self.found[path] = self._source.span(start, self._at)
        return path

    def _entry(self, table: Path) -> Path:
        start = self._at
        path = (*table, *self._keys())
        self._next()
        self._at += 1
        self._value(path)
        self.found[path] = self._source.span(start, self._at)
        return table

    def _keys(self) -> Path:
        """`players`, `"Take Income / 4"`, or several with dots between them."""
        keys = [self._key()]
        while self._next() == ".":
            self._at += 1
            keys.append(self._key())
        return tuple(keys)

    def _key(self) -> str:
        quoted = self._next() in ('"', "'")
        written = self._took(_TEXT if quoted else _BARE_KEY)
        return str(tomllib.loads(f"x = {written}")["x"]) if quoted else written

    def _value(self, path: Path) -> None:
        match self._next():
            case "[":
                self._members("]", path)
            case "{":
                self._members("}", path)
            case '"' | "'":
                self._took(_TEXT)
            case _:
                self._took(_PLAIN)

    def _members(self, end: str, path: Path) -> None:
        number, self._at = 0, self._at + 1
        while (sign := self._next()) not in (end, ""):
            if sign == ",":
                self._at += 1
            elif end == "}":
                self._entry(path)
            else:
                start = self._at
                self._value((*path, number))
                self.found[*path, number] = self._source.span(start, self._at)
                number += 1
        self._at += 1

    def _took(self, form: re.Pattern[str]) -> str:
        found = form.match(self._text, self._at)
        # What is not understood is passed over: it is the reader of TOML who says what is wrong.
        self._at = found.end() if found is not None else self._at + 1
        return found[0] if found is not None else ""
