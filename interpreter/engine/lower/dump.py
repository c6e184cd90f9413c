"""The lowered form of a whole program as text, and what becomes of it."""

from __future__ import annotations

from collections.abc import Collection

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.passes import NAMES, PASSES
from interpreter.engine.lower.text import text_of
from rulelang.graph.program import Program


def text_after(program: Program, name: str = "", without: Collection[str] = ()) -> str:
    """All routines after the passes up to and with one (all passes, if none is named), some left out. `ValueError` for
    a name that is none."""
    off = frozenset(map(_known, without))
    if name:
        position = [one.name for one in PASSES].index(_known(name))
        off |= {one.name for one in PASSES[position + 1 :]}
    return text_of(Lowering(program, off).everything().values())


def python_of(program: Program, without: Collection[str] = ()) -> str:
    """The Python that is printed from all routines, some passes left out. `ValueError` for a name that is none."""
    from interpreter.engine.python.module import PythonModule

    module = PythonModule(Lowering(program, frozenset(map(_known, without))))
    for name in module.lowering.everything():
        module[name]
    return module.source


def _known(name: str) -> str:
    if name not in NAMES:
        raise ValueError(f"there is no pass {name!r}; there are: {', '.join(one.name for one in PASSES)}")
    return name
