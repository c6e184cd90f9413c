"""Bots that do not do what they should."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from interpreter.api.decision import Option
from interpreter.api.seat import Seat


class Raising:
    """Gives up after some moves."""

    def __init__(self, seed: int) -> None:
        self.left = seed % 3

    def choose(self, seat: Seat) -> Option:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("I have no idea")
        assert seat.decision is not None
        return seat.decision.options[0]


class Late:
    """Wants to do what could be done at its first move."""

    def __init__(self, seed: int) -> None:
        self.first: Option | None = None

    def choose(self, seat: Seat) -> Option:
        assert seat.decision is not None
        self.first = self.first or seat.decision.options[0]
        return self.first


class Silent:
    """Chooses nothing at all."""

    def __init__(self, seed: int) -> None:
        self.nothing: Any = None

    def choose(self, seat: Seat) -> Option:
        nothing: Option = self.nothing
        return nothing


class Deadly:
    """Ends its whole process: always in some games, once in others, as files in a folder tell."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.moves = 0

    def choose(self, seat: Seat) -> Option:
        folder = Path(os.environ["DEADLY"])
        mark = folder / str(self.seed)
        if self.seed % 5 == 0 and (not mark.exists() or self.seed % 3 == 0):
            mark.touch()
            os._exit(9)
        assert seat.decision is not None
        return seat.decision.options[self.seed % len(seat.decision.options)]
