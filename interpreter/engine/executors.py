"""The executors there are, by name. A new one is a line here; the command line and the agreement tests find it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import Final

from interpreter.engine.executor import Executor
from rulelang.deprecations import deprecated
from rulelang.graph.program import Program

#: Python at first, C once a game is played much.
AUTO: Final = "auto"

#: For examples: they make few moves and ask the same positions again and again, and no code has to be written for each
#: of the positions they begin with.
REMEMBERING: Final = "remembering"


def _native(program: Program) -> Executor:
    from interpreter.engine.native.compilers import Failed
    from interpreter.engine.native.executor import native
    from interpreter.engine.python.executor import Python

    python = Python(program)
    found = native(python)
    if not isinstance(found, Failed):
        return found
    _notice(found.why)
    return python


@cache
def _notice(why: str) -> None:
    """Say once what is the matter; games go on."""
    logging.getLogger("rulelang.native").warning("Games are played in Python, which is slower: %s", why)


def _auto(program: Program) -> Executor:
    from interpreter.engine.native.auto import Auto

    return Auto(program)


def _python(program: Program) -> Executor:
    from interpreter.engine.python.executor import Python

    return Python(program)


def _reference(program: Program) -> Executor:
    from interpreter.engine.reference_flow import Reference

    return Reference(program)


def _remembering(program: Program) -> Executor:
    from interpreter.engine.remembering import Remembering

    return Remembering(program)


#: Each builds an executor of a program. All play alike: same options, same states, same faults.
EXECUTORS: Final[dict[str, Callable[[Program], Executor]]] = {
    "native": _native,
    "python": _python,
    "reference": _reference,
    REMEMBERING: _remembering,
}

#: Names of 0.1.0.
_FORMER: Final = {"fast": AUTO}


def choices() -> tuple[str, ...]:
    """All that may be asked for by name."""
    return (AUTO, *EXECUTORS)


def executor_of(program: Program, name: str = AUTO) -> Executor:
    """An executor by its name; `ValueError` if there is none."""
    name = resolved(name)
    return _auto(program) if name == AUTO else EXECUTORS[name](program)


def resolved(name: str) -> str:
    """The name of an executor; `ValueError` if there is none."""
    if name in _FORMER:
        deprecated(f'executor="{name}"', f'"{_FORMER[name]}"', "0.4.0")
        name = _FORMER[name]
    if name not in choices():
        raise ValueError(f"there is no executor {name!r}; there are: {', '.join(choices())}")
    return name
