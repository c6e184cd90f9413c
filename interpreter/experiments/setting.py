"""What is played in one cell of an experiment: a value that can be sent anywhere and says all that games depend on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from interpreter.api.sources import Changes, Texts
from interpreter.engine.executors import AUTO
from rulelang.tuning.fast_dataclass import dataclass, fields

#: A game is stopped after so many moves, if nothing else is said.
MOST_MOVES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Looks:
    """How closely games are looked at. The less, the quicker.

    `endings`: which sentence ended them, and which options were taken. `uses`: what was offered and taken by whom, who
    led when, and who changed what another has. `probes`: at how many decisions of a game moves are tried out, `options`
    moves at each, `playouts` games at random after each of them; only in the first `probed` games."""

    endings: bool = True
    uses: bool = False
    probes: int = 0
    options: int = 6
    playouts: int = 8
    probed: int = 20


@dataclass(frozen=True, slots=True)
class Setting:
    """A rulebook (its texts, and numbers of it that are changed, by their places), a number of players, variants, and
    who plays. `bots` are a line-up, one for each seat; if it is `rotated`, they change seats from game to game.
    `executor` carries the games out: a bot that searches in C plays otherwise than one that searches in Python."""

    texts: Texts
    players: int
    variants: tuple[str, ...] = ()
    changes: Changes = ()
    bots: tuple[str, ...] = ()
    rotated: bool = False
    seed: int = 1
    most_moves: int = MOST_MOVES
    looks: Looks = Looks()
    executor: str = AUTO

    @property
    def is_random(self) -> bool:
        """Does everybody choose by lot?"""
        return set(self.bots) == {"random"}

    @property
    def key(self) -> str:
        """The same for equal settings, on every machine and in every process; another one for all others."""
        return _key(self)

    def seating(self, number: int) -> tuple[int, ...]:
        """Which bot of the line-up sits where in a game."""
        shift = number % len(self.bots) if self.rotated else 0
        return tuple((seat + shift) % len(self.bots) for seat in range(len(self.bots)))


@lru_cache(maxsize=4096)
def _key(setting: Setting) -> str:
    looks = [getattr(setting.looks, field.name) for field in fields(setting.looks)]
    others = [getattr(setting, field.name) for field in fields(setting) if field.name != "looks"]
    told = json.dumps([others, looks], ensure_ascii=False)
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def line_up(bots: Sequence[str], players: int) -> tuple[str, ...] | None:
    """One bot for all seats, or one for each; None if they are neither."""
    if len(bots) <= 1:
        return (bots[0] if bots else "random",) * players
    return tuple(bots) if len(bots) == players else None
