"""Room for deep calls.

Python keeps the frames of running calls in pieces of 16 KB. It asks the system for the next piece when one is full, and
gives it back as soon as the first call in it returns. A loop whose calls happen to cross the border between two pieces
does so in every turn: that was a quarter of the time in which a large rulebook was compiled, and whether it happens
hangs on how deep the caller is by chance. A call that says it needs a very large frame gets a piece of its own, and all
calls inside find room in the rest of that piece.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: How many values the large frame claims to hold. None is ever put there, so the memory is never touched.
_CLAIMED = 1 << 15


def _through(work: Callable[..., Any], given: tuple[Any, ...], named: dict[str, Any]) -> Any:
    return work(*given, **named)


_through.__code__ = _through.__code__.replace(co_stacksize=_CLAIMED)


def roomy(work: Callable[P, R]) -> Callable[P, R]:
    """The same function, with room for whatever it calls."""

    @wraps(work)
    def with_room(*given: P.args, **named: P.kwargs) -> R:
        found: R = _through(work, given, named)
        return found

    return with_room
