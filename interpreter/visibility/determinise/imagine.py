"""Imagined worlds: states that may be the real one for all that a player knows.

What happened is told again with other things in the roles the player cannot tell apart (`retelling`); what others
choose in secret just now is chosen again (`secret_course`). How many things lie in each place, and everything the
player has ever seen, stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from interpreter.engine.steps import Step
from interpreter.visibility.determinise.replay import Retelling
from interpreter.visibility.determinise.simultaneous import SecretCourse
from interpreter.visibility.determinise.timeline import Timeline
from interpreter.visibility.secrecy import secret_steps
from interpreter.visibility.sighted_game import SightedGame

# What the players remember of one session, told only of what has happened since the last time.


class Memories:
    """What each player has watched."""

    def __init__(self, game: SightedGame, first: Sequence[int]) -> None:
        self._game = game
        self._first = first
        self._known: dict[int, tuple[Sequence[Step], Timeline]] = {}

    def of(self, player: int, steps: Sequence[Step]) -> Timeline:
        """What a player has watched in some steps."""
        seen, timeline = self._known.get(player, ((), None))
        if timeline is None or seen != steps[: len(seen)]:
            seen, timeline = (), Timeline(self._game, player, self._first)
        for step in steps[len(seen) :]:
            timeline.watch(step)
        self._known[player] = steps, timeline
        return timeline


class Imagination:
    """What one player may imagine at one moment of a session; makes as many worlds as asked for."""

    def __init__(
        self, game: SightedGame, player: int, cells: tuple[int, ...], history: Sequence[Step], memories: Memories
    ) -> None:
        self._now: Final = cells
        running = secret_steps(game, cells, history)
        secret, known = history[len(history) - running :], history[: len(history) - running]
        #: What is imagined hangs on what was seen to happen, never on how things lie now.
        self._cells: Final = known[-1].after if known else secret[0].before if secret else cells
        self._retelling: Final = (
            Retelling(game, player, memories.of(player, known), known, self._cells) if game.sight.hides else None
        )
        self._course: Final = SecretCourse(game, player, secret, self._now, self._retelling) if secret else None

    def world(self, random: Random) -> list[int]:
        """One world, as a state."""
        if self._course is not None:
            return self._course.again(self._dealt, random)
        return self._dealt(random)

    def _dealt(self, random: Random) -> list[int]:
        """The state before anything was chosen in secret, as it may be."""
        return self._retelling.world(random) if self._retelling is not None else list(self._cells)
