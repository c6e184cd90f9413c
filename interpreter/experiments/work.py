"""What workers do: they play games of settings. A setting is sent to a worker and prepared there once, however many
games of it the worker plays; whoever asks for games of a setting it does not know is told so, and sends it."""

from __future__ import annotations

import os
import socket
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from interpreter.api.game import Game
from interpreter.api.rulebook import from_texts
from interpreter.api.sources import Changes, Texts
from interpreter.experiments.played import Played
from interpreter.experiments.playing import PlayTable
from interpreter.experiments.setting import Setting
from rulelang.tuning.fast_dataclass import dataclass

#: A worker keeps the games it has prepared, but no more than so many.
_MOST_KEPT: Final = 24
_MOST_GAMES: Final = 8


@dataclass(frozen=True, slots=True)
class WorkAnswer:
    """The games asked for; None if the worker does not know the setting. `worker` tells who it is, `prepared` how often
    it has prepared this setting."""

    played: tuple[Played, ...] | None
    worker: str
    prepared: int = 0


_tables: Final[OrderedDict[str, PlayTable]] = OrderedDict()
_prepared: Final[dict[str, int]] = {}
_preparing: Final = Lock()


def play_games(key: str, setting: Setting | None, numbers: Sequence[int]) -> WorkAnswer:
    """Some games of a setting, called by its key."""
    with _preparing:
        table = _tables.get(key)
        if table is None:
            if setting is None:
                return WorkAnswer(None, _me())
            table = _tables[key] = PlayTable(game_of(setting), setting)
            _prepared[key] = _prepared.get(key, 0) + 1
        _tables.move_to_end(key)
        while len(_tables) > _MOST_KEPT:
            _tables.popitem(last=False)
    return WorkAnswer(tuple(table.play_all(numbers)), _me(), _prepared[key])


def game_of(setting: Setting) -> Game:
    """The game of a setting. Raises `BrokenRulebook` or `ValueError` if there is none."""
    return _game_of(setting.texts, setting.changes, setting.players, setting.variants, setting.executor)


@lru_cache(_MOST_GAMES)
def _game_of(texts: Texts, changes: Changes, players: int, variants: tuple[str, ...], executor: str) -> Game:
    """Cells in which other bots play the same game share it: to prepare one of a large rulebook takes seconds, in C
    half a minute."""
    return from_texts(texts, changes).game(players, variants, executor)


def _me() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
