"""All rulebooks of the project, and the numbers of players each is for."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from interpreter import Game, Rulebook, load

ROOT = Path(__file__).parents[2]


def rulebook_paths() -> list[Path]:
    """Every file that is a rulebook (not a library)."""
    files = [*sorted((ROOT / "rulebooks").glob("*.rules")), *sorted((ROOT / "examples").glob("*.rules"))]
    return [path for path in files if path.read_text(encoding="utf-8").lstrip().startswith("rulebook")]


NAMES = [path.stem for path in rulebook_paths()]
_FOR = re.compile(r"for (\d+)(?: to (\d+))? players")
BIG = ("tokaido_duo", "samurai", "iki", "yamatai")


@cache
def rulebook(name: str) -> Rulebook:
    """A rulebook by its name."""
    return load(next(path for path in rulebook_paths() if path.stem == name))


@cache
def game(name: str, players: int, executor: str = "python") -> Game:
    """A game of a rulebook."""
    return rulebook(name).game(players, (), executor)


def tables(most: int = 4) -> list[tuple[str, int]]:
    """Every rulebook with every number of players (up to four)."""
    return [(name, players) for name in NAMES for players in players_of(name) if players <= most]


def players_of(name: str) -> range:
    """The numbers of players by the first line: tests are listed without reading all rulebooks to their end."""
    path = next(path for path in rulebook_paths() if path.stem == name)
    found = _FOR.search(path.read_text(encoding="utf-8"))
    assert found is not None
    return range(int(found[1]), int(found[2] or found[1]) + 1)
