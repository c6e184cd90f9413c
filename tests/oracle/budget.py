"""How many games are compared: a few hundred, or what fits into seconds. ORACLE_GAMES=2000 plays so many of each."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

GAMES = int(os.environ.get("ORACLE_GAMES", "0"))
USUAL = 300
SECONDS = 2.5


def games() -> Iterator[int]:
    """The numbers of the games to compare; each is the seed of its game."""
    began = time.perf_counter()
    for number in range(GAMES or USUAL):
        yield number
        if not GAMES and time.perf_counter() - began > SECONDS:
            return
