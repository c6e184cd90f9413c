"""Static tables as C. The entry for nothing (-1) comes first, so that an entry is found at its number and one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from interpreter.engine.lower.build.source import LoweringInput
from interpreter.engine.native.values import I64, Interval, integer_of, number
from rulelang.graph.bit_sets import members
from rulelang.tuning.fast_dataclass import dataclass

_MASK: Final = (1 << 64) - 1

#: How tables are called.
_NAMES: Final = re.compile(r"\b[tl]\d+_\w*")

#: Lines of so many kinds at most are looked for in all places at once.
_KINDS_OF_LINES: Final = 6

#: Entries in a line of C.
_IN_A_LINE: Final = 20


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table in C: entries from -1 to `count` - 1."""

    name: str
    count: int
    range: Interval
    size: int
    words: int
    entries: tuple[int, ...] = ()

    def within(self, low: int, high: int) -> Interval:
        """What the entries of some numbers are."""
        found = self.entries[max(low, -1) + 1 : min(high, self.count - 1) + 2]
        return (min(found), max(found)) if found else self.range


class Tables:
    """The tables a printed game uses."""

    def __init__(self, source: LoweringInput) -> None:
        self._source: Final = source
        self._made: Final[dict[tuple[object, ...], PrintedTable]] = {}
        self._lines: Final[dict[str, list[str]]] = {}
        #: The words of sets in tables, and whether all lists have small numbers.
        self.set_words: Final[set[int]] = set()
        self.rows_are_short = True

    # ------------------------------------------------------------------------------------------------- numbers

    def numbers(self, name: str) -> PrintedTable:
        """A table of numbers."""
        return self._table(("numbers", name), lambda: self._entries(name))

    def sets(self, name: str, words: int) -> PrintedTable:
        """A table of sets."""
        return self._table(("sets", name, words), lambda: [max(entry, 0) for entry in self._entries(name)], words)

    def cells(self, name: str, field: str, positions: Callable[[int], int]) -> PrintedTable:
        """A table of cells by their numbers, as their positions in a field (-1: nowhere)."""
        return self._table(("cells", name, field), lambda: [positions(entry) for entry in self._entries(name)])

    def given(self, name: str, entries: Sequence[int], words: int = 0) -> PrintedTable:
        """A table that the printer makes itself; the last entry is that for nothing."""
        return self._table(("given", name), lambda: entries, words)

    def _entries(self, name: str) -> Sequence[int]:
        return self._source.facts.tables[name]

    def _table(self, key: tuple[object, ...], entries: Callable[[], Sequence[int]], words: int = 0) -> PrintedTable:
        if key not in self._made:
            found = entries() or (0,)
            turned = [found[-1], *found[:-1]]
            name = f"t{len(self._made)}_{_plain(str(key[1]))}"
            range_ = (min(turned), max(turned))
            size = max(entry.bit_length() for entry in turned) if words else 0
            self._made[key] = PrintedTable(name, len(turned) - 1, range_, size, words, tuple(turned))
            self._write(name, turned, words)
        return self._made[key]

    # --------------------------------------------------------------------------------------------------- lists

    def rows(self, name: str) -> PrintedTable:
        """Lists of numbers: `NAME` has them all, row by row, and row `i` is from `NAME_from[i + 1]` up to, but not
        including, `NAME_from[i + 2]`."""
        return self._rows(("rows", name), 0)

    def lined(self, name: str, words: int) -> PrintedTable:
        """Lists of sets."""
        return self._rows(("lined", name, words), words)

    def _rows(self, key: tuple[object, ...], words: int) -> PrintedTable:
        if key not in self._made:
            lists = self._source.facts.lists[str(key[1])]
            rows = [lists[-1], *lists] if lists else [()]
            entries = [entry for row in rows for entry in row] or [0]
            starts = [0]
            for row in rows:
                starts.append(starts[-1] + len(row))
            name = f"l{len(self._made)}_{_plain(str(key[1]))}"
            size = max(entry.bit_length() for entry in entries) if words else 0
            self._made[key] = PrintedTable(name, len(rows) - 1, (min(entries), max(entries)), size, words)
            self._write(name, entries, words, "" if words else "rl_row")
            self._write(f"{name}_from", starts, 0, "rl_i32")
        return self._made[key]

    def runs(self, name: str) -> PrintedTable | None:
        """Lists of lines, all of evenly spaced elements below 64, as a function: `NAME(inside, row + 1)` tells whether
        a set holds a line of a row, without a loop. None where they are of another kind, or of many."""
        key = ("runs", name)
        if key not in self._made:
            lists = self._source.facts.lists[name]
            rows = [lists[-1], *lists] if lists else [()]
            kinds = sorted({_spaced(line) for row in rows for line in row} or {None}, key=str)
            spaced = [kind for kind in kinds if kind is not None]
            if len(spaced) < len(kinds) or len(kinds) > _KINDS_OF_LINES:
                return None
            starts = [sum(line & -line for line in row if _spaced(line) == kind) for row in rows for kind in spaced]
            function = f"l{len(self._made)}_{_plain(name)}"
            self._made[key] = PrintedTable(function, len(rows) - 1, (0, 1), 0, 0)
            self._write(function, starts, 1)
            self._lines[function] = [
                self._lines[function][0].replace(f"{function}[", f"{function}_starts["), *self._lines[function][1:],
                f"static inline rl_i32 {function}(rl_u64 inside, rl_i64 row)", "{",
                f"    const rl_u64 *starts = {function}_starts + {len(spaced)} * row;", "    rl_u64 all, found = 0;",
                *(line for place, kind in enumerate(spaced) for line in _held(place, *kind)),
                "    return found != 0;", "}",
            ]  # fmt: skip
        return self._made[key]

    def rays(self, name: str, directions: int, words: int) -> tuple[PrintedTable, int] | None:
        """Lists of numbers that lie behind one another on straight lines, in so many directions from each place, as
        sets; and the directions in which they ascend. None where they turn, or go to and fro."""
        lists, key = self._source.facts.lists[name][:-1], ("rays", name, words)
        ascends = 0
        for direction in range(directions):
            rows = lists[direction::directions]
            if all(sorted(set(row)) == list(row) for row in rows):
                ascends |= 1 << direction
            elif not all(sorted(set(row), reverse=True) == list(row) for row in rows):
                return None
            for row in rows:
                if any(one >= len(rows) or rows[one] != row[at:] for at, one in enumerate(row, 1)):
                    return None
        sets = [sum(1 << one for one in row) for row in lists]
        return self._table(key, lambda: [*sets, 0], words), ascends

    def _write(self, name: str, entries: Sequence[int], words: int, kind: str = "") -> None:
        if words:
            self.set_words.add(words)
        if kind == "rl_row":
            self.rows_are_short &= min(entries) >= -(1 << 15) and max(entries) < 1 << 15
        kind = kind or (f"rl_s{words}" if words else integer_of((min(entries), max(entries))))
        lines = _listed([constant(entry, words) if words else signed(entry) for entry in entries])
        self._lines[name] = [f"static const {kind} {name}[{len(entries)}] = {{", *lines, "};"]

    def lines(self, text: Iterable[str]) -> list[str]:
        """The tables that some C names; others were looked at and not needed."""
        named = {name for line in text for name in _NAMES.findall(line)}
        return [line for name, lines in self._lines.items() if name in named for line in lines]


def _spaced(line: int) -> tuple[int, int] | None:
    """How far apart the elements of a line are and how many there are; None where they are not evenly spaced."""
    places = list(members(line))
    steps = {after - before for before, after in pairwise(places)}
    return (steps.pop(), len(places)) if len(steps) == 1 and places[-1] < 64 else None


def _held(place: int, step: int, count: int) -> Iterator[str]:
    """Where in a set lines begin: those of two elements, of four, and so on."""
    yield "    all = inside;"
    have = 1
    while have < count:
        more = min(have, count - have)
        yield f"    all &= all >> {more * step};"
        have += more
    yield f"    found |= all & starts[{place}];"


def signed(value: int) -> str:
    """A number as it stands in C, in no brackets but for the least of all."""
    text = number(value).text
    return text if value == I64[0] else text.strip("()")


def constant(value: int, words: int) -> str:
    """A set in a table."""
    parts = [value >> (64 * word) & _MASK for word in range(words)]
    texts = [f"0x{part:x}ULL" for part in parts]
    return texts[0] if words == 1 else "{{" + ", ".join(texts) + "}}"


def _listed(texts: list[str]) -> Iterator[str]:
    for start in range(0, len(texts), _IN_A_LINE):
        yield "    " + ", ".join(texts[start : start + _IN_A_LINE]) + ","


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)[:30]
