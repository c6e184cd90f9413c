"""The lowered form of a whole program as text, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.passes import NAMES, PASSES
from interpreter.engine.lower.text import text_of
from rulelang.graph.layout import Region
from rulelang.graph.program import Origin, Program


def text_after(program: Program, name: str = "", without: Collection[str] = ()) -> str:
    """All routines after the passes up to and with one (all passes, if none is named), some left out. `ValueError` for
    a name that is none."""
    off = frozenset(map(_known, without))
    if name:
        position = [one.name for one in PASSES].index(_known(name))
        off |= {one.name for one in PASSES[position + 1 :]}
    return text_of(Lowering(program, off).everything().values())


def python_of(program: Program, without: Collection[str] = ()) -> str:
    """The Python that is printed from all routines, some passes left out. It is for readers: cells have names, and the
    line of the rulebook stands beside what comes from it. `ValueError` for a pass that is none."""
    from interpreter.engine.python.module import PythonModule
    from interpreter.engine.python.names import PythonNames

    names = PythonNames({region.base: name for name, region in _cells(program).items()})
    module = PythonModule(Lowering(program, frozenset(map(_known, without))), names)
    for name in module.lowering.everything():
        module[name]
    cells = sorted((number, name) for name, number in names.cells.items())
    return "".join(f"{line}\n" for line in [*(f"{name} = {number}" for number, name in cells), *_beside(module.lines)])


def _cells(program: Program) -> dict[str, Region]:
    """The regions of the state, each under a name of its own."""
    found: dict[str, Region] = {}
    for region in program.layout.regions.values():
        name = stem = identifier(region.name).upper()
        count = 1
        while name in found:
            count += 1
            name = f"{stem}_{count}"
        found[name] = region
    return found


def _beside(lines: Iterable[tuple[str, Origin | None]]) -> Iterator[str]:
    """Lines of code, with the line of the rulebook wherever another one begins."""
    before = None
    for line, origin in lines:
        span = None if origin is None else origin.span
        if span is None or span.line == before or not line.strip():
            yield line
        else:
            before = span.line
            yield f"{line}  # line {before}: {span.source.line_text(before).strip()}"


def _known(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"there is no pass {name!r}; there are: {', '.join(one.name for one in PASSES)}")
    return name
