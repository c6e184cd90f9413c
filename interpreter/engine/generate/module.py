"""A whole Python module for one program."""

from __future__ import annotations

from typing import Final

from interpreter.engine.generate.cells import NO_NAMES, Vector, constant
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.nodes import RESERVED, Nodes
from interpreter.engine.generate.once import once
from interpreter.engine.generate.playout import Playouts
from interpreter.engine.lower.analysis.bounds import ANYTHING
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.python.writer import Line, Names, Text, Writer
from rulelang.graph.program import Function, Origin, Program
from rulelang.tuning.fast_dataclass import dataclass
from rulelang.tuning.gc_pause import resting

#: Tables longer than this are written over several lines.
_WIDE: Final = 110


@dataclass(frozen=True, slots=True)
class Module:
    """Generated source, and for each of its lines where it comes from."""

    source: str
    origins: tuple[Origin | None, ...]

    def origin(self, line: int) -> Origin | None:
        """The place in the rulebook of a line counted from 1."""
        return self.origins[line - 1] if 0 < line <= len(self.origins) else None


class Generator:
    """Writes the source of one program: what lists its moves, and what plays random games."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self._facts: Final = Facts(program)
        self._module: Final = Globals(self._facts)
        self._writer: Final = Writer()
        self._nodes: Final = Nodes(self._facts, self._module, self._writer)
        self._defined: Final[set[str]] = set()

    def listing(self) -> Module:
        """What lists the moves of options and looks ahead."""
        with resting():
            self._nodes.write_all()
            body = self._writer.take_back(0)
            _header(self._program, self._writer)
            return self._together(self._writer.take_back(0), body)

    def playouts(self) -> Module:
        """Random games; to be run in the namespace of the first module. Nothing is checked there."""
        with resting():
            Playouts(self._facts, self._module, self._writer, self._nodes).write()
            lines = once(self._writer.take_back(0), self._module.names, self._facts.cell_name)
            return self._together([], lines)

    def _together(self, header: list[Line], body: list[Line]) -> Module:
        """Header, tables, derived values, then what uses them."""
        before = -1
        while before != len(self._writer.lines):
            # Derived values ask for look-ahead and look-ahead for derived values.
            before = len(self._writer.lines)
            _functions(self._facts, self._module, self._writer, self._defined)
            self._nodes.write_look_ahead()
        functions = self._writer.take_back(0)
        _tables(self._facts, self._module, self._writer, self._defined)
        self._facts.forget_made()
        lines = [*header, *self._writer.take_back(0), *functions, *body]
        return Module("\n".join(str(line) for line in lines) + "\n", tuple(line.origin for line in lines))


def _header(program: Program, writer: Writer) -> None:
    title = " ".join(program.title.replace("\0", " ").split())
    writer.write(f"# {title}, for {program.players} players. Made from the rulebook; do not edit.")
    for region in program.layout.regions.values():
        last = region.base + region.length - 1
        cells = f"{region.base}" if region.length == 1 else f"{region.base}..{last}"
        writer.write(f"#   state[{cells}]: {' '.join(region.name.split())}")
    writer.write("")
    writer.write(f"REASONS = {tuple(text for text, _ in program.reasons)!r}")


def _tables(facts: Facts, module: Globals, writer: Writer, defined: set[str]) -> None:
    for name, python in module.tables.items():
        if python in defined:
            continue
        defined.add(python)
        _long_tuple(f"{python} = ", [constant(value).text for value in facts.tables[name]], writer)
    for name, python in module.listed.items():
        if python in defined:
            continue
        defined.add(python)
        rows = [f"({''.join(constant(value).text + ', ' for value in row)})" for row in facts.lists[name]]
        _long_tuple(f"{python} = ", rows, writer)
    for (name, directions), python in module.seen.items():
        if python not in defined:
            defined.add(python)
            writer.write(f"{python} = sights({module.lists(name)}, {directions})")
    for (name, goals), python in module.joined.items():
        if python not in defined:
            defined.add(python)
            writer.write(f"{python} = joins({module.table(name)}, {constant(goals).text})")
    for (name, helper), python in module.lines.items():
        if python not in defined:
            defined.add(python)
            writer.write(f"{python} = {helper}({module.lists(name)})")


def _long_tuple(start: str, entries: list[str], writer: Writer) -> None:
    writer.write(f"{start}(")
    line = ""
    for entry in entries:
        if line and len(line) + len(entry) > _WIDE:
            writer.lines.append(Line(1, line.rstrip(), None))
            line = ""
        line += f"{entry}, "
    writer.lines.append(Line(1, line.rstrip(), None))
    writer.write(")")


def _functions(facts: Facts, module: Globals, writer: Writer, defined: set[str]) -> None:
    """The derived values that are called; writing one may ask for others."""
    while True:
        missing = [name for name, python in module.functions.items() if python not in defined]
        if not missing:
            return
        for name in missing:
            defined.add(module.functions[name])
            _function(facts, module, writer, module.functions[name], facts.functions[name])


def _function(facts: Facts, module: Globals, writer: Writer, name: str, function: Function) -> None:
    """One derived value as a function of the state."""
    expressions = Expressions(facts, writer, Names(RESERVED | module.names), Vector(), module)
    scope = NO_NAMES
    given = []
    for parameter in function.parameters:
        variable = Text(expressions.names.new(parameter))
        given.append(f", {variable.text}")
        scope = scope.having(parameter, variable, facts.bounds_of.get(function.name, {}).get(parameter, ANYTHING))
    writer.write("")
    writer.write("")
    with writer.from_(function.origin), writer.block(f"def {name}(state{''.join(given)}):"):
        body = expressions.simple(function.body, scope)
        text = expressions.truth(body, scope) if function.kind == "truth" else expressions.value(body, scope)
        writer.write(f"return {text.text}")
