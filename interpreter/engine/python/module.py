"""Printed functions, run. Each is written when it is first called: most of what a routine may call it never does."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from threading import RLock
from typing import Any, Final, TypeAlias

from interpreter.engine.executor import Vector
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.python.coded import codes_of_narrow, codes_of_wide, offered_sets
from interpreter.engine.python.names import PythonNames
from interpreter.engine.python.print_functions import Printer
from interpreter.engine.python.remembering import line_groups, lined
from interpreter.engine.python.runtime import runtime
from rulelang.graph.bit_sets import union_of
from rulelang.graph.layout import Layout
from rulelang.graph.program import Origin
from rulelang.tuning.gc_pause import gc_paused

#: Lines through one place are looked up together if they are about so many places at most.
_WIDEST_LINES: Final = 12

Lines: TypeAlias = tuple[tuple[int, ...], ...]


class PythonModule:
    """The functions of a program in Python."""

    def __init__(self, lowering: Lowering, names: PythonNames | None = None) -> None:
        self.lowering: Final = lowering
        self._program: Final = lowering.program
        self._helpers: Final = {**runtime(self._program.layout), **_more(self._program.layout)}
        self._names: Final = names or PythonNames()
        self._namespace: Final[dict[str, Any]] = {}
        self._printed: Final[dict[str, Callable[..., Any]]] = {}
        #: One function is written at a time, whichever thread asks for it.
        self._writing: Final = RLock()
        title = self._program.title.replace("\0", " ")
        self._filename: Final = f"<rules {title} {self._program.players} {self._program.digest}>"
        #: By the names that tracebacks give: what was written at once, and where its lines come from.
        self._written: Final[dict[str, tuple[str, tuple[Origin | None, ...]]]] = {}

    def __getitem__(self, name: str) -> Callable[..., Any]:
        """A function by its name in the lowered form."""
        found = self._printed.get(name)
        if found is None:
            with self._writing, gc_paused():
                if name not in self._printed:
                    self._write(name)
                found = self._printed[name]
        return found

    def offer(self, name: str, helper: Callable[..., Any]) -> None:
        """Something more that functions may call."""
        self._helpers[name] = helper

    @property
    def source(self) -> str:
        """What was written so far."""
        return "".join(source for source, _ in self._written.values())

    @property
    def lines(self) -> Iterator[tuple[str, Origin | None]]:
        """The same line by line, each with the place in the rulebook that it comes from."""
        for source, origins in self._written.values():
            yield from zip(source.splitlines(), origins, strict=True)

    @property
    def files(self) -> tuple[str, ...]:
        """The names that tracebacks give to what was written so far."""
        return tuple(self._written)

    def origin(self, filename: str, line: int) -> Origin | None:
        """The place in the rulebook of a line, counted from 1, of one of the files that tracebacks name."""
        _, origins = self._written.get(filename, ("", ()))
        return origins[line - 1] if 0 < line <= len(origins) else None

    def _write(self, name: str) -> None:
        printer = Printer(self._names, self._program.layout.regions["node"].base)
        self._names.function(name)
        routine = self.lowering[name]
        printer.writer.origin = routine.origin
        printer.function(routine)
        self._define()
        source = "".join(f"{line}\n" for line in printer.writer.lines)
        filename = f"{self._filename[:-1]} {len(self._written)}>"
        self._written[filename] = (source, tuple(line.origin for line in printer.writer.lines))
        linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
        exec(compile(source, filename, "exec"), self._namespace)
        self._printed[name] = self._namespace[self._names.function(name)]

    def _waiting(self, name: str) -> Callable[..., Any]:
        """Stands for a function until it is called: the written one takes its place."""

        def waiting(*given: Any) -> Any:
            return self[name](*given)

        return waiting

    def _define(self) -> None:
        """What the functions use besides each other."""
        facts, space = self.lowering.source.facts, self._namespace
        space.update(self._names.cells)
        for name, python in self._names.functions.items():
            if python not in space:
                space[python] = self._waiting(name)
        for name, python in self._names.helpers.items():
            space[python] = self._helpers[name]
        for name, python in self._names.tables.items():
            space[python] = facts.tables[name]
        for name, python in self._names.lists.items():
            space[python] = facts.lists[name]
        for (name, directions), python in self._names.seen.items():
            if python not in space:
                space[python] = self._helpers["sights"](facts.lists[name], directions)
        for (helper, name, *known), python in self._names.walks.items():
            if python not in space:
                space[python] = self._helpers[helper](facts.tables[name], *known)
        for (bases, stride, size), python in self._names.coded.items():
            if python not in space:
                space[python] = codes_of_wide(bases, stride, size) if size else codes_of_narrow(bases[0], stride)
        for about, python in self._names.offered.items():
            if python not in space:
                space[python] = offered_sets(*about)
        for name, python in self._names.lines.items():
            if python not in space:
                space[python] = _has_line(facts.lists[name])


def _has_line(rows: Lines) -> Callable[[int, int], bool]:
    """The question whether a set contains one of the lines of a place."""
    around = tuple(union_of(row) for row in rows)
    if max((one.bit_count() for one in around), default=0) <= _WIDEST_LINES:
        known = lined(rows)

        def has_line(inside: int, index: int) -> bool:
            return known[index][inside & around[index]]

        return has_line
    grouped = line_groups(rows)

    def has_line_in_a_group(inside: int, index: int) -> bool:
        found = False
        for group, near in grouped[index]:
            found = found or group[inside & near]
        return found

    return has_line_in_a_group


def _more(layout: Layout) -> dict[str, Any]:
    """What printed code is offered beside the runtime of the generator."""
    stores = layout.tokens

    def can_hold(state: Vector, variety: int, place: int, count: int) -> bool:
        if not count:
            return True
        if place < 0:
            return False
        store = stores[variety]
        if store.set_places >> place & 1:
            return count == -1 or (count == 1 and not state[store.set_cell] >> place & 1)
        return place in store.counts

    return {"can_hold": can_hold}
