"""Settings of small games, and the games as values that can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from interpreter.experiments.dispatch import dispatch, wanted
from interpreter.experiments.engines import Engine, Inline
from interpreter.experiments.played import Played, written
from interpreter.experiments.setting import Looks, Setting, line_up

ROOT = Path(__file__).parents[2]


def setting(path: str = "examples/tic_tac_toe.rules", players: int = 2, bot: str = "random", **more: Any) -> Setting:
    """A setting of a rulebook in the repository."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return of_text(text, players, bot, **more)


def of_text(text: str, players: int = 2, bot: str = "random", **more: Any) -> Setting:
    """A setting of a rulebook's text."""
    bots = line_up([bot], players)
    assert bots is not None
    plain = Setting((("small.rules", text),), players, bots=bots, looks=Looks(uses=True))
    return replace(plain, **more)


def all_of(settings: Iterable[Setting], games: int, engine: Engine | None = None) -> dict[str, list[Played]]:
    """So many games of each setting, by their keys, in the order of their numbers."""
    found: dict[str, list[Played]] = {}
    with engine or Engine(Inline(), 1) as workers:
        for one, played in dispatch([wanted(setting, range(games)) for setting in settings], workers):
            found.setdefault(one.key, []).extend(played)
    return {key: sorted(played, key=lambda game: game.number) for key, played in found.items()}


def told(found: dict[str, list[Played]]) -> dict[str, list[str]]:
    """What is stored of games: everything but how long they took."""
    return {key: [written(game) for game in played] for key, played in found.items()}
