"""Lines of Python with their indentation and origins, and expressions that know when they need brackets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Final

from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass, field

_INDENT: Final = "    "


class Level(IntEnum):
    """How tightly Python binds, loosest first."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARE = 4
    UNION = 5
    EXCLUSIVE = 6
    BOTH = 7
    SHIFT = 8
    SUM = 9
    PRODUCT = 10
    SIGN = 11
    ATOM = 12


@dataclass(frozen=True, slots=True)
class PythonText:
    """A Python expression."""

    text: str
    level: Level = Level.ATOM

    def at(self, level: Level) -> str:
        """The expression as an operand that has to bind at least as tightly as `level`."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def is_name(self) -> bool:
        """Is reading it again free of work?"""
        return self.text.isidentifier() or self.text.lstrip("-").isdigit()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of Python."""

    depth: int
    text: str
    origin: Origin | None

    def __str__(self) -> str:
        return _INDENT * self.depth + self.text if self.text else ""


@dataclass
class Writer:
    """Collects lines. `origin` is what the lines written next come from."""

    lines: list[Line] = field(default_factory=list)
    depth: int = 0
    origin: Origin | None = None

    def write(self, text: str) -> None:
        """One line at the present depth."""
        self.lines.append(Line(self.depth, text, self.origin))

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """A header and, indented below it, what is written meanwhile (`pass` if that is nothing)."""
        self.write(header)
        with self.deeper():
            yield

    @contextmanager
    def deeper(self) -> Iterator[None]:
        """Indent what is written meanwhile."""
        before = len(self.lines)
        self.depth += 1
        yield
        if all(line.text.startswith("#") for line in self.lines[before:]):
            self.write("pass")
        self.depth -= 1
