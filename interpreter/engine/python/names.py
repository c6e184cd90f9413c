"""The names printed code uses besides its own variables. All begin with an underscore, which no variable does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.engine.lower.names import identifier


class PythonNames:
    """Hands out names, and remembers what has to be there before the code runs."""

    def __init__(self, cells: Mapping[int, str] | None = None) -> None:
        #: What the first cell of a region is called; numbers are quicker, names are for readers.
        self._cells: Final[Mapping[int, str]] = cells or {}
        self.cells: Final[dict[str, int]] = {}
        self._given: Final[dict[tuple[str, ...], str]] = {}
        self._taken: Final[set[str]] = set()
        self.helpers: Final[dict[str, str]] = {}
        self.tables: Final[dict[str, str]] = {}
        self.lists: Final[dict[str, str]] = {}
        self.seen: Final[dict[tuple[str, int], str]] = {}
        self.walks: Final[dict[tuple[str, str, *tuple[int, ...]], str]] = {}
        self.lines: Final[dict[str, str]] = {}
        self.coded: Final[dict[tuple[tuple[int, ...], int, int], str]] = {}
        self.offered: Final[dict[tuple[tuple[int, ...], int, int], str]] = {}
        self.functions: Final[dict[str, str]] = {}

    def helper(self, name: str) -> str:
        """Something of the runtime."""
        return self.helpers.setdefault(name, f"_{name}")

    def cell(self, base: int) -> str:
        """The first cell of a region, or the second one: what an ordered place holds begins behind how much it is."""
        for first, more in ((base, ""), (base - 1, " + 1")):
            if first in self._cells:
                self.cells[self._cells[first]] = first
                return f"{self._cells[first]}{more}"
        return str(base)

    def function(self, name: str) -> str:
        """Another function of the module."""
        return self.functions.setdefault(name, f"_{name}")

    def table(self, name: str) -> str:
        """A static table."""
        return self.tables.setdefault(name, self._new("table", name))

    def listed(self, name: str) -> str:
        """A table of lists."""
        return self.lists.setdefault(name, self._new("lists", name))

    def sights(self, lists: str, directions: int) -> str:
        """The question what is seen along lists."""
        return self.seen.setdefault((lists, directions), self._new("seen", lists, str(directions)))

    def lined(self, lists: str) -> str:
        """The question whether a set contains a line."""
        return self.lines.setdefault(lists, self._new("lined", lists))

    def walk(self, helper: str, table: str, *known: int) -> str:
        """A question about walks from one place, of which something is known beforehand."""
        return self.walks.setdefault((helper, table, *known), self._new(helper, table, *map(str, known)))

    def codes(self, bases: tuple[int, ...], stride: int, size: int) -> str:
        """The codes of the elements of sets (of so many possible ones; 0: of few)."""
        told = _told(*bases, stride, size) if size else _told(*bases, stride)
        return self.coded.setdefault((bases, stride, size), f"_{'codes' if size else 'CODES'}_{told}")

    def lazy_codes(self, bases: tuple[int, ...], stride: int, size: int) -> str:
        """The same of sets that stand in one number, found when somebody looks at them."""
        return self.offered.setdefault((bases, stride, size), f"_offered_{_told(*bases, stride, size)}")

    def _new(self, kind: str, *about: str) -> str:
        key = (kind, *about)
        if key not in self._given:
            stem = found = f"_{kind.upper()}_{identifier(about[0])}"
            count = 1
            while found in self._taken:
                count += 1
                found = f"{stem}_{count}"
            self._taken.add(found)
            self._given[key] = found
        return self._given[key]


def _told(*numbers: int) -> str:
    return "_".join(map(str, numbers)).replace("-", "m")
