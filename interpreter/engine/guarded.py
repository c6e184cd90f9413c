"""An executor for a graph that was not compiled here, and may have been made to do harm.

What a graph refers to is checked when it is read (`rulelang/graph/verify`). What only shows in play (a state that
contradicts itself, an index that is worked out) may still lead anywhere. Whatever it leads to is a fault of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any, Final, cast

from interpreter.engine.executor import Executor, Fault, NotNow

#: What Python says where a program does what no compiled program does.
_CONTRADICTIONS: Final = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError
)  # fmt: skip


def guarded(build: Callable[[], Executor]) -> Executor:
    """The executor that is built, with every error of Python's told as a fault."""
    return cast(Executor, _Guarded(_told(build)()))


class _Guarded:
    """Stands before an executor; what is asked for the first time is looked up and kept."""

    def __init__(self, executor: Executor) -> None:
        self._executor: Final = executor

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._executor, name)
        if not callable(found):
            return found

        def now(*given: Any, **named: Any) -> Any:
            """Asked anew each time: C may have taken over."""
            return getattr(self._executor, name)(*given, **named)

        setattr(self, name, _told(now))
        return self.__dict__[name]


def _told(work: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(work)
    def careful(*given: Any, **named: Any) -> Any:
        try:
            found = work(*given, **named)
        except NotNow:
            raise
        except _CONTRADICTIONS as error:
            raise _fault(error) from error
        return _each(found) if isinstance(found, Iterator) else found

    return careful


def _each(found: Iterator[Any]) -> Iterator[Any]:
    try:
        yield from found
    except _CONTRADICTIONS as error:
        raise _fault(error) from error


def _fault(error: Exception) -> Fault:
    return Fault(f"the graph contradicts itself ({type(error).__name__}: {error})")
