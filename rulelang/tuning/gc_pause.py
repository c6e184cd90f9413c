"""Lets Python's collector of cyclic garbage rest while a rulebook is read and compiled."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

_FIRST: Final = 100
"""So many pauses of a process leave what they made unlooked at. Whoever reads more rulebooks has garbage to be found:
to count things as old puts off the next look at all of them."""
_pauses: Final = count()


@contextmanager
def gc_paused() -> Iterator[None]:
    """Reading makes very many small things, nearly all of which stay: looking through them again and again for garbage
    takes a seventh of the time for a usual rulebook, and nearly half of it for a very long one.

    Nor are they looked through once when one of the first pauses is over: they count as old at once."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if next(_pauses) < _FIRST and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
