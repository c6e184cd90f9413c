"""What the players remember of one session, told only of what has happened since the last time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.visibility.determinise.timeline import Timeline

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.sighted_game import SightedGame


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
