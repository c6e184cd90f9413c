"""The lowered form of a whole program as text, and what becomes of it."""

from __future__ import annotations

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.passes import NAMES, PASSES
from interpreter.engine.lower.text import text_of
from rulelang.graph.program import Program


def text_after(program: Program, name: str = "") -> str:
    """All routines after the passes up to and with one (all passes, if none is named). `ValueError` for a name that is
    none."""
    if not name:
        return text_of(Lowering(program).everything().values())
    if name not in NAMES:
        raise ValueError(f"there is no pass {name!r}; there are: {', '.join(one.name for one in PASSES)}")
    position = [one.name for one in PASSES].index(name)
    later = frozenset(one.name for one in PASSES[position + 1 :])
    return text_of(Lowering(program, later).everything().values())


def python_of(program: Program) -> str:
    """The Python that is printed from all routines."""
    from interpreter.engine.python.module import PythonModule

    module = PythonModule(Lowering(program))
    for name in module.lowering.everything():
        module[name]
    return module.source
