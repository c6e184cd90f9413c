"""Every rulebook and example with every number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from interpreter.api.rulebook import load
from rulelang.graph.program import Program

_TOP: Final = Path(__file__).resolve().parents[3]
BOOKS: Final = ("iki", "samurai", "tokaido_duo", "yamatai")
#: All but the one that other rulebooks are made of.
EXAMPLES: Final = tuple(sorted({path.stem for path in (_TOP / "examples").glob("*.rules")} - {"compass"}))


def path_of(name: str) -> Path:
    """Where a game is."""
    return _TOP / ("rulebooks" if name in BOOKS else "examples") / f"{name}.rules"


@cache
def program_of(name: str, players: int = 0) -> Program:
    """A game for so many players (the fewest, if not said)."""
    return load(path_of(name)).game(players or None).program


def players_of(name: str) -> range:
    """The numbers of players of a game."""
    return load(path_of(name)).players
