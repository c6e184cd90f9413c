"""The game from one seat: everything a player may know and do, and nothing else. Bots get this and only this."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.visibility.apply_own_changes import merged
from interpreter.visibility.secrecy import secret_steps
from interpreter.wording.observation import Observation, observe

if TYPE_CHECKING:
    from interpreter.api.decision import Decision, Option
    from interpreter.api.game import Game
    from interpreter.api.position import Position
    from interpreter.api.session import Session
    from interpreter.engine.executor import Move
    from interpreter.explain.refusal import Refusal
    from interpreter.explain.trace import Trace
    from interpreter.visibility.determinise.imagine import Imagination
    from interpreter.wording.events import Event


class Seat:
    """One player's view of a session."""

    def __init__(self, session: Session, number: int) -> None:
        self._session: Final = session
        self.number: Final = number
        self._imagination: tuple[object, Imagination] | None = None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._session.game

    @property
    def player(self) -> str:
        """The name of the seat."""
        return self.game.players[self.number]

    @property
    def decision(self) -> Decision | None:
        """The decision to make now, if it is this player's."""
        decision = self._session.decision
        return decision if decision is not None and decision.seat == self.number else None

    @property
    def observation(self) -> Observation:
        """What the player sees. In the middle of secret decisions, what the others chose has not happened yet."""
        session = self._session
        running = secret_steps(session.game, session.state.cells, session.history)
        cells, known = session.state.cells, self._remembered(running)
        if running:
            steps = session.history[-running:]
            own = [part[1:] for step in steps for part in self.game.parts.of(step) if part[0] == self.number]
            cells = merged(self.game, steps[0].before, own)
            at = self.game.sight.at
            known = [piece for piece in known if cells[at + piece] == steps[0].before[at + piece]]
        return observe(self.game, cells, self.number, deciding=self.decision is not None, known=known)

    def _remembered(self, running: int) -> list[int]:
        """The pieces the player has followed since they were last seen, before the secret decisions still going on."""
        if not self.game.sight.hides:
            return []
        steps = self._session.history
        return self._session.memories.of(self.number, steps[: len(steps) - running]).tracked()

    @property
    def clock(self) -> int:
        """How many moves and events of chance there have been, as far as the player knows: of secret decisions that
        are still going on, only the player's own."""
        steps = self._session.history
        running = secret_steps(self.game, self._session.state.cells, steps)
        return len(steps) - sum(1 for step in steps[len(steps) - running :] if step.secretly != self.number)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, as far as the player knows."""
        return self._session.events(self.number)

    def why_not(self, move: Option | Move | str) -> Refusal | None:
        """Why the player cannot make a move now, with nothing in it that the player does not know. None: it can be
        made."""
        return self._session.why_not(move, by=self.number)

    def why(self, step: int = -1) -> Trace:
        """What the rules did in a step of the history (the last one), as far as the player can tell."""
        return self._session.why(step, self.number)

    def imagine(self, random: Random) -> Position:
        """A position that may be the real one for all the player knows: what is hidden is dealt out at random."""
        from interpreter.api.position import Position
        from interpreter.visibility.determinise.imagine import Imagination

        moment = len(self._session.history), self._session.state
        if self._imagination is None or self._imagination[0] != moment:
            session = self._session
            imagination = Imagination(self.game, self.number, session.state.cells, session.history, session.memories)
            self._imagination = moment, imagination
        return Position(self.game, self._imagination[1].world(random))

    def __reduce__(self) -> tuple[object, ...]:
        return self._session.seat, (self.number,)

    def __repr__(self) -> str:
        return f"<Seat of {self.player}>"
