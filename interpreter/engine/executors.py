"""The executors there are, by name. A new one is a line here; the command line and the agreement tests find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.executor import Executor
from rulelang.deprecations import deprecated
from rulelang.graph.program import Program

#: The fastest there is on this machine.
AUTO: Final = "auto"


def _python(program: Program) -> Executor:
    from interpreter.engine.python.executor import Python

    return Python(program)


def _reference(program: Program) -> Executor:
    from interpreter.engine.reference_flow import Reference

    return Reference(program)


#: Each builds an executor of a program. All play alike: same options, same states, same faults.
EXECUTORS: Final[dict[str, Callable[[Program], Executor]]] = {
    "python": _python,
    "reference": _reference,
}

#: Names of 0.1.0.
_FORMER: Final = {"fast": AUTO}


def choices() -> tuple[str, ...]:
    """All that may be asked for by name."""
    return (AUTO, *EXECUTORS)


def executor_of(program: Program, name: str = AUTO) -> Executor:
    """An executor by its name; `ValueError` if there is none."""
    return EXECUTORS[resolved(name)](program)


def resolved(name: str) -> str:
    """The executor that a name stands for; `ValueError` if there is none."""
    if name in _FORMER:
        deprecated(f'executor="{name}"', f'"{_FORMER[name]}"', "0.4.0")
        name = _FORMER[name]
    if name == AUTO:
        return "python"
    if name not in EXECUTORS:
        raise ValueError(f"there is no executor {name!r}; there are: {', '.join(choices())}")
    return name
