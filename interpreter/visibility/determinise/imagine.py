"""Imagined worlds: states that may be the real one for all that a player knows.

What happened is told again with other things in the roles the player cannot tell apart (`retelling`); what others
choose in secret just now is chosen again (`secret_course`). How many things lie in each place, and everything the
player has ever seen, stays.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.history import secret_steps
from interpreter.position import Position
from interpreter.visibility.determinise.replay import Retelling
from interpreter.visibility.determinise.simultaneous import SecretCourse

if TYPE_CHECKING:
    from interpreter.session import Session


class Imagination:
    """What one player may imagine at one moment of a session; makes as many worlds as asked for."""

    def __init__(self, session: Session, player: int) -> None:
        self._game: Final = session.game
        self._now: Final = session.state.cells
        running = secret_steps(session)
        history = session.history
        secret, known = history[len(history) - running :], history[: len(history) - running]
        #: What is imagined hangs on what was seen to happen, never on how things lie now.
        self._cells: Final = known[-1].after if known else secret[0].before if secret else session.state.cells
        self._retelling: Final = (
            Retelling(session.game, player, session.memories.of(player, known), known, self._cells)
            if session.game.sight.hides
            else None
        )
        self._course: Final = SecretCourse(session.game, player, secret, self._now, self._retelling) if secret else None

    def world(self, random: Random) -> Position:
        """One world."""
        if self._course is not None:
            return Position(self._game, self._course.again(self._dealt, random))
        return Position(self._game, self._dealt(random))

    def _dealt(self, random: Random) -> list[int]:
        """The state before anything was chosen in secret, as it may be."""
        return self._retelling.world(random) if self._retelling is not None else list(self._cells)
